import Foundation

/// An animation over the picture that a gesture starts. Source: Apple, AVCaptureReactionType.
public struct AVCaptureReactionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A thumb in a bubble, for a thumb held up. Source: Apple, AVCaptureReactionType.thumbsUp.
    public static let thumbsUp = AVCaptureReactionType(rawValue: "ThumbsUp")
    /// A thumb in a bubble, for a thumb held down. Source: Apple, AVCaptureReactionType.thumbsDown.
    public static let thumbsDown = AVCaptureReactionType(rawValue: "ThumbsDown")
    /// Balloons that rise, for a victory sign. Source: Apple, AVCaptureReactionType.balloons.
    public static let balloons = AVCaptureReactionType(rawValue: "Balloons")
    /// Hearts, for a heart made with two hands. Source: Apple, AVCaptureReactionType.heart.
    public static let heart = AVCaptureReactionType(rawValue: "Heart")
    /// Fireworks behind the person, for two thumbs held up. Source: Apple, AVCaptureReactionType.fireworks.
    public static let fireworks = AVCaptureReactionType(rawValue: "Fireworks")
    /// Rain, for two thumbs held down. Source: Apple, AVCaptureReactionType.rain.
    public static let rain = AVCaptureReactionType(rawValue: "Rain")
    /// Confetti from above, for two victory signs. Source: Apple, AVCaptureReactionType.confetti.
    public static let confetti = AVCaptureReactionType(rawValue: "Confetti")
    /// Beams of light, for two signs of the horns. Source: Apple, AVCaptureReactionType.lasers.
    public static let lasers = AVCaptureReactionType(rawValue: "Lasers")
}

extension AVCaptureDevice {
    /// The reactions that the camera can show. Linux: always empty; nothing draws them.
    ///
    /// Source: Apple, AVCaptureDevice.availableReactionTypes.
    public var availableReactionTypes: Set<AVCaptureReactionType> { [] }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.canPerformReactionEffects.
    public var canPerformReactionEffects: Bool { false }

    /// Shows a reaction. Linux: a programmer's mistake, as ``availableReactionTypes`` is empty.
    ///
    /// Source: Apple, AVCaptureDevice.performEffect(for:).
    public func performEffect(for reactionType: AVCaptureReactionType) {
        require(availableReactionTypes.contains(reactionType), "performEffectForReaction:", "-availableReactionTypes")
    }
}
