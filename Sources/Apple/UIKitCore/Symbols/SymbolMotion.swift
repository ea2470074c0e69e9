import Foundation

/// How a symbol looks at a moment of an effect.
package struct SymbolPose: Equatable, Sendable {
    package var scale = 1.0
    package var opacity = 1.0
    /// In radians, clockwise.
    package var angle = 0.0
    package init() {}

    package func combined(with other: SymbolPose) -> SymbolPose {
        var pose = self
        pose.scale *= other.scale
        pose.opacity *= other.opacity
        pose.angle += other.angle
        return pose
    }
}

/// An effect that is under way: which pose is due when, and when it is over.
package struct SymbolMotion: Sendable {
    private let kind: SymbolEffectConfiguration.Kind
    private let options: SymbolEffectOptions
    private let start: TimeInterval
    private let isIndefinite: Bool
    /// When it was to end; it goes on to the end of its period.
    private var end: TimeInterval?

    package init(
        _ effect: any SymbolEffect, _ options: SymbolEffectOptions, isIndefinite: Bool, at start: TimeInterval
    ) {
        (kind, self.options, self.isIndefinite) = (effect.configuration.kind, options, isIndefinite)
        self.start = start
    }

    /// Ends the effect at the end of its period, or as it began.
    package mutating func stop(at time: TimeInterval) { end = end ?? time }

    /// Of one period, in seconds.
    private var period: TimeInterval {
        let usual: TimeInterval =
            switch kind {
            case .bounce: 0.6
            case .pulse, .wiggle: 1
            case .variableColor(let reverses, _): reverses ? 1.8 : 0.9
            case .scale, .appear, .disappear, .replace: 0.3
            case .rotate: 1.2
            case .breathe: 2
            }
        return usual / options.speed
    }

    /// Whether it goes to another look and stays there.
    private var isLasting: Bool {
        switch kind {
        case .scale, .appear, .disappear: true
        default: false
        }
    }

    /// How many periods there are; `nil` for no end.
    private var count: Int? {
        if options.repeatsForever { return nil }
        return options.count ?? (isIndefinite ? nil : 1)
    }

    /// The pose at a time, and whether there will be another one.
    package func pose(at time: TimeInterval) -> (pose: SymbolPose, isMoving: Bool, isOver: Bool) {
        if isLasting {
            let came = min(1, max(0, (time - start) / period))
            guard let end else { return (pose(part: came), came < 1, false) }
            // What has appeared stays.
            if case .appear = kind { return (SymbolPose(), false, true) }
            let left = min(came, max(0, 1 - (time - end) / period))
            return (pose(part: left), left > 0, left == 0)
        }
        let (turn, elapsed) = (period + options.delay, max(0, time - start))
        let round = (elapsed / turn).rounded(.down)
        var rounds = count.map(Double.init) ?? .infinity
        if let end { rounds = min(rounds, ((end - start) / turn).rounded(.down) + 1) }
        if round >= rounds { return (SymbolPose(), false, true) }
        return (pose(part: min(1, (elapsed - round * turn) / period)), true, false)
    }

    /// - Parameter part: of a period, from 0 to 1.
    private func pose(part: Double) -> SymbolPose {
        var pose = SymbolPose()
        let swing = (1 - cos(2 * .pi * part)) / 2
        switch kind {
        case .bounce(let isDown):
            // A jump, and a smaller one the other way.
            let wave = sin(2 * .pi * part) * (1 - part)
            pose.scale = 1 + (isDown ? -0.25 : 0.25) * wave
        case .pulse: pose.opacity = 1 - 0.7 * swing
        case .variableColor(let reverses, let dims):
            let way = reverses ? 1 - abs(2 * part - 1) : part
            let step = min(2, (way * 3).rounded(.down))
            let least = dims ? 0.35 : 0.1
            pose.opacity = least + (1 - least) * step / 2
        case .scale(let isUp): pose.scale = 1 + (isUp ? 0.15 : -0.15) * part
        case .appear: (pose.scale, pose.opacity) = (0.5 + 0.5 * part, part)
        case .disappear: (pose.scale, pose.opacity) = (1 - 0.5 * part, 1 - part)
        case .replace: break
        case .wiggle: pose.angle = 0.2 * sin(4 * .pi * part) * (1 - part)
        case .rotate(let isClockwise): pose.angle = (isClockwise ? 2 : -2) * .pi * part
        case .breathe: (pose.scale, pose.opacity) = (1 + 0.12 * swing, 1 - 0.3 * swing)
        }
        return pose
    }
}
