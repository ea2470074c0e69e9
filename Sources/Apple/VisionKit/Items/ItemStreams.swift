import Foundation
import Locking

/// The programs' streams of items. They end with the scanner.
final class ItemStreams: Sendable {
    private let continuations = Mutex<[UUID: AsyncStream<[RecognizedItem]>.Continuation]>([:])

    deinit { for continuation in continuations.withLock({ $0 }).values { continuation.finish() } }

    /// - Parameter items: with which it begins, if there are any.
    func make(beginningWith items: [RecognizedItem]) -> AsyncStream<[RecognizedItem]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [RecognizedItem].self, bufferingPolicy: .bufferingNewest(1))
        let key = UUID()
        continuation.onTermination = { [weak self] _ in self?.remove(key) }
        if !items.isEmpty { continuation.yield(items) }
        continuations.withLock { $0[key] = continuation }
        return stream
    }

    private func remove(_ key: UUID) { _ = continuations.withLock { $0.removeValue(forKey: key) } }

    func send(_ items: [RecognizedItem]) {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(items) }
    }
}
