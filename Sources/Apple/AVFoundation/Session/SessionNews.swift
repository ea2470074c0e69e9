import CaptureEngine
import Foundation

/// The starts and ends of runs, or of interruptions, that observers have not been notified of yet, in order.
///
/// Events are added as they happen and posted when no lock is held. Two threads that start and stop the session may get
/// to the posting in the opposite order. So the thread that posts takes the oldest event first, and also posts those
/// that other threads add meanwhile: no thread waits for observers that another thread is calling.
struct SessionNews<Item> {

    private var waiting: [Item] = []
    private var isBeingTold = false

    mutating func add(_ item: Item) { waiting.append(item) }

    /// - Returns: whether the caller is to post the events, until ``next()`` returns `nil`.
    mutating func beginTelling() -> Bool {
        defer { isBeingTold = true }
        return !isBeingTold
    }

    mutating func next() -> Item? {
        isBeingTold = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}

extension AVCaptureSession {
    /// An event of the run.
    enum RunNews {
        /// Holds the errors of devices that are missing from the run.
        case started([CaptureError])
        case stopped
    }

    /// An event of the interruption.
    enum InterruptionNews {
        case began(InterruptionReason)
        case ended
    }

    /// Posts the pending notifications in order. No lock may be held.
    func tellNews() {
        guard state.withLock({ $0.news.beginTelling() }) else { return }
        while let item = state.withLock({ $0.news.next() }) {
            switch item {
            case .started(let lost):
                NotificationCenter.default.post(name: Self.didStartRunningNotification, object: self)
                for error in lost { post(AVError(error, in: world)) }
            case .stopped: NotificationCenter.default.post(name: Self.didStopRunningNotification, object: self)
            }
        }
    }
}
