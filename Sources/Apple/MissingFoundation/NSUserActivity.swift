import Foundation

/// What a user is doing, to be continued elsewhere. Source: Apple, NSUserActivity.
///
/// Linux: a value that is passed from one part of an app to another; nothing is broadcast.
open class NSUserActivity: NSObject {
    /// The kind, in reverse-domain notation.
    public let activityType: String
    open var title: String?
    open var userInfo: [AnyHashable: Any]?

    public init(activityType: String) {
        self.activityType = activityType
    }

    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}
