import Foundation

/// What a user is doing, to be continued elsewhere. Source: Apple, NSUserActivity.
///
/// Linux: a value that is handed from one part of an app to another; nothing is broadcast.
open class NSUserActivity: NSObject {
    /// The kind, in reverse-domain notation. Source: Apple, NSUserActivity.activityType.
    public let activityType: String
    /// Source: Apple, NSUserActivity.title.
    open var title: String?
    /// Source: Apple, NSUserActivity.userInfo.
    open var userInfo: [AnyHashable: Any]?

    /// Source: Apple, NSUserActivity.init(activityType:).
    public init(activityType: String) {
        self.activityType = activityType
    }

    /// Source: Apple, NSUserActivity.addUserInfoEntries(from:).
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}
