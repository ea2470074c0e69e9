import Foundation

/// Finds the exposure at which a part of the picture has a wanted brightness, and keeps it there.
///
/// | phase | what a frame does | next |
/// | --- | --- | --- |
/// | changing | nothing, until the exposure is set | waiting |
/// | waiting | counts; the first frames after a change do not show it | measuring |
/// | measuring | its level is compared with the target | changing, settled, or failed |
/// | settled | a look now and then, if it follows the scene | changing, when the level is another one |
/// | failed | nothing: the exposure has no effect on the picture | |
///
/// Exposures are in stops: the logarithm of their light, base two. What a step of a driver's gain really does is
/// unknown. So after a step that went too far, the loop bisects between the darkest exposure known to be too bright and
/// the brightest known to be too dark.
struct ExposureLoop {
    private enum Phase: Equatable {
        case changing
        case waiting(frames: Int)
        case measuring
        case settled(frames: Int)
        case failed
    }

    private enum Limit {
        /// Cameras show a change in the fifth frame at the latest.
        static let framesUnderWay = 4
        /// Within an eighth of a stop, a level counts as reached.
        static let tolerance = 0.125
        /// A level that is off by more than this begins a new search; smaller changes would flicker.
        static let drift = 0.4
        /// How much of the way a step goes.
        static let damping = 0.8
        /// In stops. What is white or black does not say how far it is from the target.
        static let longestStep = 3.0
        static let steps = 24
        /// What remains between too dark and too bright when no step between them is left.
        static let narrowest = 0.05
        /// An error that is larger than this, where no step is left, comes from limits of a scene that has changed since.
        static let otherScene = 0.5
        /// The levels between which a change of the exposure must show.
        static let visible = 0.004...0.9
        /// So many steps without an effect, and the loop gives up.
        static let vainSteps = 2
    }

    let range: ClosedRange<Double>
    /// The exposure that is wanted now.
    private(set) var value: Double
    /// How far the picture was from the target when it was last measured, in stops; negative is too dark.
    private(set) var offset = 0.0
    /// The wanted level, in linear light: 1 is white.
    private var target: Double
    private let follows: Bool
    private var phase = Phase.changing
    /// The brightest exposure that is known to be too dark, and the darkest that is too bright.
    private var tooDark: Double?
    private var tooBright: Double?
    /// The best exposure of this search.
    private var best: (value: Double, error: Double)?
    private var isLastStep = false
    private var steps = 0
    private var vainSteps = 0
    /// The exposure that was measured last, and its level.
    private var last: (value: Double, level: Double)?
    /// The lowest and the highest level of this search, and the exposures that made them.
    private var levels: (range: ClosedRange<Double>, values: ClosedRange<Double>)?

    /// - Parameters:
    ///   - value: the exposure to begin with; it has to be set like any other.
    ///   - range: what the camera can be set to.
    ///   - target: the level, in linear light.
    ///   - follows: whether it goes on when the level has been reached.
    init(from value: Double, in range: ClosedRange<Double>, target: Double, follows: Bool) {
        self.range = range
        self.value = min(max(value, range.lowerBound), range.upperBound)
        self.target = target
        self.follows = follows
    }

    var isAdjusting: Bool {
        switch phase {
        case .changing, .waiting, .measuring: true
        case .settled, .failed: false
        }
    }

    /// Whether the exposure has no effect on the picture, so that the loop has given up.
    var hasFailed: Bool { phase == .failed }

    /// Searches for another level from here.
    mutating func retarget(_ target: Double) {
        guard target != self.target else { return }
        self.target = target
        guard !hasFailed else { return }
        beginSearch()
        phase = .measuring
    }

    /// Call it when ``value`` has been set, or the camera was used for something else meanwhile.
    mutating func valueIsSet() {
        switch phase {
        case .changing, .waiting, .measuring: phase = .waiting(frames: Limit.framesUnderWay)
        case .settled: phase = .settled(frames: Limit.framesUnderWay)
        case .failed: break
        }
    }

    /// Counts a frame.
    ///
    /// - Returns: whether the frame's level is needed.
    mutating func takesFrame() -> Bool {
        switch phase {
        case .waiting(let frames) where frames > 0: phase = .waiting(frames: frames - 1)
        case .waiting, .measuring: return true
        case .settled(let frames) where frames > 0: phase = .settled(frames: frames - 1)
        case .settled: return follows
        case .changing, .failed: break
        }
        return false
    }

    /// Takes the level of a frame for which ``takesFrame()`` has asked.
    ///
    /// - Returns: the exposure to set, ``value``; `nil` if it stays. Frames do not count until ``valueIsSet()``.
    mutating func note(level: Double) -> Double? {
        let error = min(max(log2(target / max(level, 1e-4)), -Limit.longestStep), Limit.longestStep)
        if case .settled = phase {
            phase = .settled(frames: Limit.framesUnderWay)
            guard abs(error + offset) > Limit.drift else { return nil }
            beginSearch()
        }
        offset = -error
        judgeEffect(of: level)
        if vainSteps >= Limit.vainSteps {
            phase = .failed
            return nil
        }
        if isLastStep || abs(error) <= Limit.tolerance { return settle() }
        return step(error)
    }

    private mutating func beginSearch() {
        (tooDark, tooBright, best, last, levels) = (nil, nil, nil, nil, nil)
        (steps, vainSteps, isLastStep) = (0, 0, false)
    }

    private mutating func settle() -> Double? {
        phase = .settled(frames: Limit.framesUnderWay)
        return nil
    }

    private mutating func step(_ error: Double) -> Double? {
        if best.map({ abs(error) <= abs($0.error) }) ?? true { best = (value, error) }
        if error > 0 { tooDark = value } else { tooBright = value }
        // The scene has changed since.
        if let dark = tooDark, let bright = tooBright, dark >= bright {
            if error > 0 { tooBright = nil } else { tooDark = nil }
        }
        steps += 1
        if isNarrow {
            guard abs(error) > Limit.otherScene else { return end() }
            if error > 0 { tooBright = nil } else { tooDark = nil }
        }
        let next = next(error)
        return next == value || steps >= Limit.steps ? end() : set(next)
    }

    private var isNarrow: Bool { (tooBright ?? .infinity) - (tooDark ?? -.infinity) < Limit.narrowest }

    private func next(_ error: Double) -> Double {
        let next = min(max(value + Limit.damping * error, range.lowerBound), range.upperBound)
        guard let dark = tooDark, let bright = tooBright, !(next > dark && next < bright) else { return next }
        return (dark + bright) / 2
    }

    /// No better exposure is left to try.
    private mutating func end() -> Double? {
        // A picture that looked the same at all of them does not depend on the exposure.
        if let levels, levels.values.upperBound - levels.values.lowerBound > 2,
            levels.range.upperBound < levels.range.lowerBound * 1.1
        {
            phase = .failed
            return nil
        }
        guard let best, best.value != value else { return settle() }
        isLastStep = true
        return set(best.value)
    }

    private mutating func set(_ next: Double) -> Double {
        value = next
        phase = .changing
        return next
    }

    /// Counts the steps that did not show, although the level is one at which they must.
    private mutating func judgeEffect(of level: Double) {
        defer { last = (value, level) }
        let (low, high) = (levels?.range.lowerBound ?? level, levels?.range.upperBound ?? level)
        let (least, most) = (levels?.values.lowerBound ?? value, levels?.values.upperBound ?? value)
        levels = (min(low, level)...max(high, level), min(least, value)...max(most, value))
        guard let last, abs(value - last.value) >= 0.5, Limit.visible.contains(level),
            Limit.visible.contains(last.level)
        else { return }
        let response = log2(level / last.level) / (value - last.value)
        vainSteps = response < 0.1 ? vainSteps + 1 : 0
    }
}
