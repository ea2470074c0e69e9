import Foundation

/// Something that a person can do with what an app shares. Source: Apple, UIActivity.
@MainActor @preconcurrency open class UIActivity: NSObject {
    /// Source: Apple, UIActivity.ActivityType.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.init(rawValue: rawValue) }

        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        /// Linux: opens a file with a program that the person chooses.
        static let openIn = ActivityType("com.apple.UIKit.activity.RemoteOpenInApplication-ByCopy")
    }

    /// Where it is shown. Source: Apple, UIActivity.Category. Linux: all are in one list.
    public enum Category: Int, Sendable {
        case action = 0
        case share = 1
    }

    public override init() {}

    open class var activityCategory: Category { .action }
    open var activityType: ActivityType? { nil }
    open var activityTitle: String? { nil }
    open var activityImage: UIImage? { nil }
    /// Presented instead of ``perform()``.
    open var activityViewController: UIViewController? { nil }

    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

    /// Called before the activity is performed.
    open func prepare(withActivityItems activityItems: [Any]) {}

    /// Ends with ``activityDidFinish(_:)``.
    open func perform() { activityDidFinish(false) }

    /// Called by a subclass when it is done.
    open func activityDidFinish(_ completed: Bool) {
        let onFinish = onFinish
        self.onFinish = nil
        onFinish?(completed)
    }

    final var onFinish: (@MainActor (Bool) -> Void)?
    /// The sheet that it was chosen in.
    final weak var sheet: UIActivityViewController?
}

/// Makes an item when it is known what is done with it. Source: Apple, UIActivityItemSource.
@MainActor @preconcurrency
public protocol UIActivityItemSource: AnyObject {
    /// An item of the same kind; the activities that are offered go by it.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
}
