import CaptureEngine
import CoreMedia
import Locking

/// Watches whether it is so dark that an automatic flash would fire.
///
/// Some frames have to agree before it changes its mind, so that a hand before the lens is no night.
final class FlashScene: Sendable {
    private struct State {
        var isDark = false
        /// How many frames in a row have disagreed.
        var disagreement = 0
        /// How many frames there were; no more than matter.
        var frameCount = 0
        var waiting: [@Sendable () -> Void] = []
        var onChange: (@Sendable () -> Void)?

        mutating func takeWaiting() -> [@Sendable () -> Void] {
            defer { waiting = [] }
            return waiting
        }
    }

    private static let patience = 3
    private let state = Mutex(State())

    /// - Parameter handler: called on the source's thread before the change; ``commit()`` makes it.
    func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = handler } }

    var isDark: Bool { state.withLock { $0.isDark } }

    /// Calls once, on any thread, when there were frames enough to tell.
    func whenJudged(_ handler: @escaping @Sendable () -> Void) {
        let isJudged = state.withLock { state in
            let isJudged = state.frameCount >= Self.patience
            if !isJudged { state.waiting.append(handler) }
            return isJudged
        }
        if isJudged { handler() }
    }

    /// Takes a frame's conditions into account; frames without are no night.
    func see(_ sample: CMSampleBuffer) {
        let conditions = sample.conditions.flatMap { $0.isFlashFired ? nil : $0 }
        let (onChange, waiting) = state.withLock { state in
            if let conditions {
                state.disagreement = Self.isNight(conditions) == state.isDark ? 0 : state.disagreement + 1
            }
            state.frameCount = min(state.frameCount + 1, Self.patience)
            let isDue = state.disagreement >= Self.patience
            return (isDue ? state.onChange : nil, state.frameCount == Self.patience ? state.takeWaiting() : [])
        }
        if let onChange {
            onChange()
            commit()
        }
        for handler in waiting { handler() }
    }

    /// Makes a change that is due.
    func commit() {
        state.withLock { state in
            guard state.disagreement >= Self.patience else { return }
            state.isDark.toggle()
            state.disagreement = 0
        }
    }

    /// Underexposed, or a sensitivity of 800 and more at a thirtieth of a second.
    private static func isNight(_ conditions: CaptureConditions) -> Bool {
        let light = Double(conditions.iso) * conditions.exposureDuration.seconds
        return conditions.exposureOffset < -1 || light > 25
    }
}
