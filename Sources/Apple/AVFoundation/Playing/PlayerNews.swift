import Foundation

/// Notifications of players.
///
/// Their moments are on the main queue. In a program whose `main` is asynchronous, another thread than the main one runs
/// that queue, and Foundation then waits forever for observers that want to be called on `OperationQueue.main`.
enum PlayerNews {
    private static let mainQueue: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// One after the other.
    private static let queue = DispatchQueue(label: "AVPlayer notifications")

    /// Posts a notification: at once, or from another queue where the main one would wait for itself.
    static func post(
        _ name: NSNotification.Name, _ object: any AnyObject & Sendable, _ userInfo: [AnyHashable: Any]? = nil
    ) {
        let blocks = DispatchQueue.getSpecific(key: mainQueue) == true && !Thread.isMainThread
        guard blocks else {
            return NotificationCenter.default.post(name: name, object: object, userInfo: userInfo)
        }
        nonisolated(unsafe) let userInfo = userInfo
        queue.async { NotificationCenter.default.post(name: name, object: object, userInfo: userInfo) }
    }
}
