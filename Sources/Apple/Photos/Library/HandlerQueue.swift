import Foundation

/// Calls an app's handlers one after the other, in the order of their requests.
///
/// A handler may wait for the answer to a request that it makes itself, because that answer comes on another queue. It
/// must not wait for the handler of a request made elsewhere, because the queue is serial, like Apple's. A task that a
/// handler starts counts as elsewhere.
struct HandlerQueue: Sendable {
    /// The key under which a handler's thread keeps the queue of its answers.
    private static let answers = "org.avcam.photos.answers"

    private let queue: DispatchQueue

    init(_ label: String, qos: DispatchQoS = .unspecified) {
        self.init(queue: DispatchQueue(label: label, qos: qos))
    }

    private init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// The queue for the handler of a request made on this thread.
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
