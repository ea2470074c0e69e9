import CaptureEngine
import DeviceKinds
import Foundation

/// Lets a person feel something. Source: Apple, UIFeedbackGenerator.
///
/// Linux: only the simulated phone has a motor; it records what it was told.
@MainActor @preconcurrency
open class UIFeedbackGenerator: NSObject {
    public override init() {}

    /// Linux: without effect; a motor needs no time.
    open func prepare() {}

    final func play(_ feedback: String) {
        for place in CaptureWorld.current.surroundings { place.play("haptic \(feedback)") }
    }
}

/// Feedback as of a collision. Source: Apple, UIImpactFeedbackGenerator.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// Source: Apple, UIImpactFeedbackGenerator.FeedbackStyle.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    private let style: FeedbackStyle

    public init(style: UIImpactFeedbackGenerator.FeedbackStyle) { self.style = style }

    public override convenience init() { self.init(style: .medium) }

    open func impactOccurred() { play("\(style)") }

    /// - Parameter intensity: 0 to 1.
    open func impactOccurred(intensity: CGFloat) { play("\(style) \(max(0, min(1, intensity)))") }
}

/// Feedback about how something ended. Source: Apple, UINotificationFeedbackGenerator.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// Source: Apple, UINotificationFeedbackGenerator.FeedbackType.
    public enum FeedbackType: Int, Sendable {
        case success = 0
        case warning = 1
        case error = 2
    }

    open func notificationOccurred(_ notificationType: UINotificationFeedbackGenerator.FeedbackType) {
        play("\(notificationType)")
    }
}

/// Feedback about a choice that changes. Source: Apple, UISelectionFeedbackGenerator.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() { play("selection") }
}
