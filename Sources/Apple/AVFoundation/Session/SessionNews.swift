import CaptureEngine
import Foundation

/// The beginnings and ends of runs, or of interruptions, that observers have not been told of yet, in the order in which they happened.
///
/// What happens is noted as it happens and told when no lock is held. A start and a stop on two threads may come to
/// their telling in the other order; so whoever tells takes what has waited longest, and what comes meanwhile is left to
/// him: nobody waits for observers that somebody else is calling.
struct SessionNews<Item> {

    private var waiting: [Item] = []
    private var isBeingTold = false

    mutating func add(_ item: Item) { waiting.append(item) }

    /// - Returns: whether the caller is to tell, until ``next()`` has nothing more.
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
    /// What happens to the run.
    enum RunNews {
        /// With why devices are missing from the run.
        case started([CaptureError])
        case stopped
    }

    /// What happens to the interruption.
    enum InterruptionNews {
        case began(InterruptionReason)
        case ended
    }

    /// Posts what observers are still to be told of, in order. No lock may be held.
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
