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
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")

        // Linux: never offered; they are there to be excluded.
        public static let addToHomeScreen = ActivityType("com.apple.UIKit.activity.AddToHomeScreen")
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        public static let collaborationCopyLink = ActivityType("com.apple.UIKit.activity.CollaborationCopyLink")
        public static let collaborationInviteWithLink = ActivityType(
            "com.apple.UIKit.activity.CollaborationInviteWithLink")
        public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
        public static let postToFlickr = ActivityType("com.apple.UIKit.activity.PostToFlickr")
        public static let postToTencentWeibo = ActivityType("com.apple.UIKit.activity.TencentWeibo")
        public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
        public static let postToVimeo = ActivityType("com.apple.UIKit.activity.PostToVimeo")
        public static let postToWeibo = ActivityType("com.apple.UIKit.activity.PostToWeibo")
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        public static let sharePlay = ActivityType("com.apple.UIKit.activity.SharePlay")

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
    /// Of an e-mail.
    final var subject: String?
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
    /// Of an e-mail; empty for none.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String
}

extension UIActivityItemSource {
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
}
