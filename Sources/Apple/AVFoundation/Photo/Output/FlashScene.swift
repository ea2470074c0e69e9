import CaptureEngine
import CoreMedia
import Locking

/// Watches whether it is so dark that an automatic flash would fire.
///
/// Several frames in a row must agree before the result changes, so that a hand in front of the lens does not count as
/// dark.
final class FlashScene: Sendable {
    private struct State {
        var isDark = false
        /// How many frames in a row have disagreed.
        var disagreement = 0
        /// How many frames there were, up to the number that is needed.
        var frameCount = 0
        var waiting: [@Sendable () -> Void] = []
        var onChange: (@Sendable () -> Void)?

        mutating func takeWaiting() -> [@Sendable () -> Void] {
            defer { waiting = [] }
            return waiting
        }
    }

    private static let frameLimit = 3
    private let state = Mutex(State())

    /// - Parameter handler: called on the source's thread before the change, which ``commit()`` makes.
    func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = handler } }

    var isDark: Bool { state.withLock { $0.isDark } }

    /// Calls `handler` once, on any thread, when there have been enough frames to tell.
    func whenJudged(_ handler: @escaping @Sendable () -> Void) {
        let isJudged = state.withLock { state in
            let isJudged = state.frameCount >= Self.frameLimit
            if !isJudged { state.waiting.append(handler) }
            return isJudged
        }
        if isJudged { handler() }
    }

    /// Takes a frame's conditions into account; a frame without conditions changes nothing.
    func see(_ sample: CMSampleBuffer) {
        let conditions = sample.conditions.flatMap { $0.isFlashFired ? nil : $0 }
        let (onChange, waiting) = state.withLock { state in
            if let conditions {
                state.disagreement = Self.isNight(conditions) == state.isDark ? 0 : state.disagreement + 1
            }
            state.frameCount = min(state.frameCount + 1, Self.frameLimit)
            let isDue = state.disagreement >= Self.frameLimit
            return (isDue ? state.onChange : nil, state.frameCount == Self.frameLimit ? state.takeWaiting() : [])
        }
        if let onChange {
            onChange()
            commit()
        }
        for handler in waiting { handler() }
    }

    /// Makes a pending change.
    func commit() {
        state.withLock { state in
            guard state.disagreement >= Self.frameLimit else { return }
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
