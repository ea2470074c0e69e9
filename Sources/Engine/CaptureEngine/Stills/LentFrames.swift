import CoreMedia
import Locking

/// The frames of one press. They count as lent, and keep their places in the source's pool, until they are given back: at
/// the latest when the last reference to the loan is gone.
package final class LentFrames: Sendable {
    private struct State {
        var frames: [CMSampleBuffer]
        var reference: Int
        var isGivenBack = false
    }

    /// The frame nearest to the press.
    package let frame: CMSampleBuffer
    private let state: Mutex<State>
    private let giveBack: @Sendable ([CMSampleBuffer]) -> Void

    init(frames: [CMSampleBuffer], reference: Int, giveBack: @escaping @Sendable ([CMSampleBuffer]) -> Void) {
        frame = frames[reference]
        state = Mutex(State(frames: frames, reference: reference))
        self.giveBack = giveBack
    }

    deinit { returnAll() }

    /// Ordered by time; never more than requested, and fewer when frames are scarce or the camera sends few.
    package var frames: [CMSampleBuffer] { state.withLock { $0.frames } }

    /// The index of the frame nearest to the press.
    package var reference: Int { state.withLock { $0.reference } }

    /// Returns all frames except the one nearest to the press: they have been merged.
    package func returnNeighbors() {
        let returned = state.withLock { state in
            let all = state.frames
            let others = all.indices.filter { $0 != state.reference }.map { all[$0] }
            (state.frames, state.reference) = ([frame], 0)
            return state.isGivenBack ? [] : others
        }
        if !returned.isEmpty { giveBack(returned) }
    }

    /// Returns all frames: the photo is finished.
    package func returnAll() {
        let returned = state.withLock { state in
            defer { state = State(frames: [frame], reference: 0, isGivenBack: true) }
            return state.isGivenBack ? [] : state.frames
        }
        if !returned.isEmpty { giveBack(returned) }
    }
}
