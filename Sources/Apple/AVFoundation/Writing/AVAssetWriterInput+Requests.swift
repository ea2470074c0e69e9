import Dispatch
import Foundation

/// How a program is asked for media.
struct MediaRequest: @unchecked Sendable {  // the block is called on the queue only
    var queue: DispatchQueue
    var block: @Sendable () -> Void
    /// Whether the block is called, or about to be.
    var isAsking = false
    /// Whether there was room again during the call.
    var mustAskAgain = false
}

extension AVAssetWriterInput {
    /// Has a block called whenever the input takes more media: it appends until ``isReadyForMoreMediaData`` is `false`, or
    /// marks the input as finished. For media that does not come in real time.
    @preconcurrency public func requestMediaDataWhenReady(
        on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
    ) {
        let method = "*** -[AVAssetWriterInput requestMediaDataWhenReadyOnQueue:usingBlock:]"
        let isFirst = state.withLock { state in
            guard state.request == nil else { return false }
            state.request = MediaRequest(queue: queue, block: block)
            return true
        }
        if !isFirst { raiseException("\(method) cannot be called more than once") }
        askForMedia()
    }

    /// Calls the block if there is room, and it is not being called.
    func askForMedia() {
        let request = state.withLock { state -> MediaRequest? in
            guard state.isReady, let request = state.request else { return nil }
            if request.isAsking {
                state.request?.mustAskAgain = true
                return nil
            }
            state.request?.isAsking = true
            return request
        }
        guard let request else { return }
        request.queue.async { [self] in
            request.block()
            let mustAskAgain = state.withLock { state in
                state.request?.isAsking = false
                let mustAskAgain = state.request?.mustAskAgain ?? false
                state.request?.mustAskAgain = false
                return mustAskAgain
            }
            if mustAskAgain { askForMedia() }
        }
    }
}
