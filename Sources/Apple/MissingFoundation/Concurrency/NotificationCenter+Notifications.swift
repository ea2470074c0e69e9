import Foundation

extension NotificationCenter {
    /// Notifications as they are posted. Source: Apple, NotificationCenter.notifications(named:object:).
    ///
    /// Each iteration observes from the creation of its iterator until the iterator is released. While the iteration is
    /// busy, the eight newest notifications wait.
    ///
    /// - Parameter object: limits the notifications to those that this object posts.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// Notifications of one name. Source: Apple, NotificationCenter.Notifications.
    public final class Notifications: AsyncSequence, @unchecked Sendable {  // Constant; centers are thread-safe.
        public typealias Element = Notification
        public typealias Failure = Never

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Posted.self, bufferingPolicy: .bufferingNewest(8))
            let center = self.center
            let observer = Observer(
                token: center.addObserver(forName: name, object: object, queue: nil) {
                    continuation.yield(Posted(notification: $0))
                })
            continuation.onTermination = { _ in center.removeObserver(observer.token) }
            return Iterator(stream.makeAsyncIterator())
        }

        /// One iteration over the notifications. Source: Apple, NotificationCenter.Notifications.Iterator.
        public struct Iterator: AsyncIteratorProtocol {
            private var posted: AsyncStream<Posted>.AsyncIterator

            fileprivate init(_ posted: AsyncStream<Posted>.AsyncIterator) {
                self.posted = posted
            }

            /// The next one; `nil` when the task is cancelled.
            public mutating func next() async -> Notification? {
                await next(isolation: nil)
            }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await posted.next(isolation: actor)?.notification
            }
        }
    }

    /// A notification in transit to the iteration.
    fileprivate struct Posted: @unchecked Sendable {  // As Apple's do, it hands the poster's values to another task.
        let notification: Notification
    }

    private struct Observer: @unchecked Sendable {  // Only handed back to the center.
        let token: any NSObjectProtocol
    }
}
