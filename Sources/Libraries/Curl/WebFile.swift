internal import CCurl
import Dispatch
import Foundation
import Locking

/// Why something of the web could not be loaded.
package struct WebError: LocalizedError, Sendable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// The library is not installed.
        case missing
        /// The server's answer, such as 404.
        case refused(status: Int)
        /// There was no answer, or its end did not come.
        case failed
    }

    package let code: Code
    /// What failed, and what to do about it.
    package let description: String
    package var errorDescription: String? { description }
}

/// Loads files of the web.
package enum WebFile {
    /// Transfers block in C; each has a thread of its own.
    private static let queue = DispatchQueue(label: "avcam.web", attributes: .concurrent)

    /// Ends early, with a `CancellationError`, when its task is cancelled.
    ///
    /// - Parameter url: one whose scheme is `http` or `https`; redirections are followed.
    /// - Throws: ``WebError``.
    package static func data(from url: URL) async throws -> Data {
        let transfer = Transfer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try transfer.run(url) }) }
            }
        } onCancel: {
            transfer.stop()
        }
    }
}

private final class Transfer: Sendable {
    private struct State {
        var data = Data()
        var isStopped = false
    }

    private let state = Mutex(State())

    func stop() { state.withLock { $0.isStopped = true } }

    func run(_ url: URL) throws -> Data {
        var status = 0
        var reason = [CChar](repeating: 0, count: 256)
        let code = ccurl_fetch(
            url.absoluteString,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                let new = UnsafeRawBufferPointer(start: bytes, count: size * count)
                transfer.state.withLock { $0.data.append(contentsOf: new) }
                return new.count
            },
            { context, _, _, _, _ in
                guard let context else { return 1 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.state.withLock { $0.isStopped } ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque(), &status, &reason)
        switch code {
        case Int32(ccurl_ok): return state.withLock { $0.data }
        case Int32(ccurl_stopped): throw CancellationError()
        default: throw error(code, status, reason, url)
        }
    }

    private func error(_ code: Int32, _ status: Int, _ reason: [CChar], _ url: URL) -> WebError {
        let words = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if code == Int32(ccurl_missing) { return WebError(code: .missing, description: words) }
        guard code == Int32(ccurl_refused) else {
            return WebError(code: .failed, description: "\(url.absoluteString) cannot be loaded: \(words)")
        }
        return WebError(
            code: .refused(status: status),
            description: "\(url.absoluteString) cannot be loaded: the server answered with \(status)")
    }
}
