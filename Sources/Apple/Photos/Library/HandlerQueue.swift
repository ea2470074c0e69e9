import Foundation

/// Calls handlers of an app, one after the other in the order of their requests.
///
/// A handler may wait for the answer to a request that it makes itself: that one comes on a queue of its own. It may not
/// wait for the handler of a request that somebody else has made: the queue is serial, as Apple's is. A task that a
/// handler begins is somebody else.
struct HandlerQueue: Sendable {
    /// Under which the thread that runs a handler keeps the queue of its answers.
    private static let answers = "org.avcam.photos.answers"

    private let queue: DispatchQueue

    init(_ label: String, qos: DispatchQoS = .unspecified) {
        self.init(queue: DispatchQueue(label: label, qos: qos))
    }

    private init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// The queue for the handler of a request that is made here and now.
    var here: HandlerQueue { Thread.current.threadDictionary[Self.answers] as? HandlerQueue ?? self }

    func call(_ handler: @escaping @Sendable () -> Void) {
        queue.async {
            let thread = Thread.current.threadDictionary
            let outer = thread[Self.answers]
            thread[Self.answers] = HandlerQueue(queue: DispatchQueue(label: queue.label, qos: queue.qos))
            handler()
            thread[Self.answers] = outer
        }
    }
}
