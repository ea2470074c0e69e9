import CaptureEngine
import Foundation
import Locking

/// What a program makes of one frame: it may answer later, from any thread, and only the first answer counts.
///
/// Shared between the request, which answers for itself when nobody holds it anymore, and the thread that waits.
final class FrameAnswer<Picture>: @unchecked Sendable {  // the state is in a Monitor, and handed over once
    private let outcome = Monitor<Result<Picture, any Error>?>(nil)

    func give(_ new: @autoclosure () -> Result<Picture, any Error>) {
        outcome.withLock { outcome in
            if outcome == nil { outcome = new() }
        }
    }

    /// - Parameter maker: what failed, in messages.
    /// - Throws: the program's error as the cause of `encodeFailed`.
    func wait(for maker: String) throws(CaptureError) -> Picture {
        nonisolated(unsafe) var result: Result<Picture, any Error>?
        _ = outcome.wait { outcome -> Bool? in
            result = outcome
            return outcome == nil ? nil : true
        }
        switch result {
        case .success(let picture): return picture
        case .failure(let error as CaptureError): throw error
        case .failure(let error): throw CaptureError(.encodeFailed, "\(maker) has failed", cause: error)
        case nil: throw CaptureError(.interrupted, "\(maker) did not make a frame")
        }
    }
}
