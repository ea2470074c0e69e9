import Foundation
import Locking
import Testing

/// The self-timer's seconds, which pass when the test says so.
final class Seconds: Sendable {
    private let waiting = Mutex<[UUID: CheckedContinuation<Void, any Error>]>([:])

    func next() async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = waiting.withLock { waiting in
                    if Task.isCancelled { return true }
                    waiting[id] = continuation
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = waiting.withLock { $0.removeValue(forKey: id) }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody waits for the second.
    @MainActor func pass() async throws {
        try await waitUntil { waiting.withLock { !$0.isEmpty } }
        let all = waiting.withLock { waiting in
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        for continuation in all { continuation.resume() }
    }
}
