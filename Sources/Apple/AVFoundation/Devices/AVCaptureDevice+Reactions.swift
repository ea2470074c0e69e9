import Foundation

/// An animation over the picture that a gesture starts. Source: Apple, AVCaptureReactionType.
public struct AVCaptureReactionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A thumb in a bubble, for a thumb held up.
    public static let thumbsUp = AVCaptureReactionType(rawValue: "ThumbsUp")
    /// A thumb in a bubble, for a thumb held down.
    public static let thumbsDown = AVCaptureReactionType(rawValue: "ThumbsDown")
    /// Balloons that rise, for a victory sign.
    public static let balloons = AVCaptureReactionType(rawValue: "Balloons")
    /// Hearts, for a heart made with two hands.
    public static let heart = AVCaptureReactionType(rawValue: "Heart")
    /// Fireworks behind the person, for two thumbs held up.
    public static let fireworks = AVCaptureReactionType(rawValue: "Fireworks")
    /// Rain, for two thumbs held down.
    public static let rain = AVCaptureReactionType(rawValue: "Rain")
    /// Confetti from above, for two victory signs.
    public static let confetti = AVCaptureReactionType(rawValue: "Confetti")
    /// Beams of light, for two signs of the horns.
    public static let lasers = AVCaptureReactionType(rawValue: "Lasers")
}

extension AVCaptureDevice {
    /// The reactions that the camera can show. Linux: always empty; nothing draws them.
    public var availableReactionTypes: Set<AVCaptureReactionType> { [] }

    /// Linux: always `false`.
    public var canPerformReactionEffects: Bool { false }

    /// Shows a reaction. Linux: a programmer's mistake, as ``availableReactionTypes`` is empty.
    public func performEffect(for reactionType: AVCaptureReactionType) {
        require(availableReactionTypes.contains(reactionType), "performEffectForReaction:", "-availableReactionTypes")
    }
}
