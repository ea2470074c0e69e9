import Foundation
import Locking
import MissingFoundation

/// Plays an item again and again in a queue player. Source: Apple, AVPlayerLooper.
///
/// Copies of the item take turns; what the queue held before comes first or last.
open class AVPlayerLooper: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// Whether it can loop. Source: Apple, AVPlayerLooper.Status.
    public enum Status: Int, Sendable {
        case unknown = 0
        case ready = 1
        /// See ``AVPlayerLooper/error``.
        case failed = 2
        case cancelled = 3
    }

    /// Where the copies are among the items that a queue has. Source: Apple, AVPlayerLooper.ItemOrdering.
    public enum ItemOrdering: Int, Sendable {
        case loopingItemsPrecedeExistingItems = 0
        case loopingItemsFollowExistingItems = 1
    }

    private struct Observers: @unchecked Sendable {  // only taken away
        var ofEnds: [any NSObjectProtocol] = []
        var ofStatus: [NSKeyValueObservation] = []
    }

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var count = 0
        var items: [AVPlayerItem] = []
        var observers = Observers()
    }

    private let state = Mutex(State())
    private weak var player: AVQueuePlayer?
    private let range: CMTimeRange

    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    public convenience init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange
    ) {
        self.init(
            player: player, templateItem: itemToLoop, timeRange: loopRange,
            existingItemsOrdering: .loopingItemsPrecedeExistingItems)
    }

    /// - Parameters:
    ///   - player: not kept alive.
    ///   - itemToLoop: is not played itself.
    ///   - loopRange: which part of it is repeated; an invalid range for all of it.
    ///   - itemOrdering: where the copies are in the queue.
    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange,
        existingItemsOrdering itemOrdering: ItemOrdering
    ) {
        self.player = player
        range = loopRange
        super.init()
        // Two take turns; the third is for a program that skips one.
        let items = (0..<3).map { _ in copy(of: itemToLoop) }
        state.withLock { $0.items = items }
        let existing = player.items()
        if itemOrdering == .loopingItemsPrecedeExistingItems { existing.forEach(player.remove) }
        for item in items { player.insert(item, after: nil) }
        if itemOrdering == .loopingItemsPrecedeExistingItems {
            for item in existing { player.insert(item.copy() as? AVPlayerItem ?? item, after: nil) }
        }
        for item in items { follow(item) }
    }

    deinit { endObserving() }

    /// Observable.
    public var status: Status { state.withLock { $0.status } }
    /// Why the item cannot be played.
    public var error: (any Error)? { state.withLock { $0.error } }
    /// How often the item has been played to its end. Observable.
    public var loopCount: Int { state.withLock { $0.count } }
    /// The copies that are played.
    public var loopingPlayerItems: [AVPlayerItem] { state.withLock { $0.items } }

    /// Ends the loop: the copy that is played goes on to its end, and is the last.
    open func disableLooping() {
        endObserving()
        let items = loopingPlayerItems
        if let player { for item in items where item !== player.currentItem { player.remove(item) } }
        mayChange(\.status) { state.withLock { $0.status = .cancelled } }
    }

    private func copy(of item: AVPlayerItem) -> AVPlayerItem {
        let copy = item.copy() as? AVPlayerItem ?? item
        if range.isValid, range.duration > .zero {
            copy.forwardPlaybackEndTime = range.end
            copy.seek(to: range.start, completionHandler: nil)
        }
        return copy
    }

    private func follow(_ item: AVPlayerItem) {
        let end = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { [weak self] note in
            if let item = note.object as? AVPlayerItem { self?.playedToEnd(item) }
        }
        let status = item.observe(\.status, options: [.initial]) { [weak self] item, _ in self?.look(at: item) }
        state.withLock { state in
            state.observers.ofEnds.append(end)
            state.observers.ofStatus.append(status)
        }
    }

    private func look(at item: AVPlayerItem) {
        switch item.status {
        case .unknown: break
        case .readyToPlay:
            if status == .unknown { changing(\.status) { state.withLock { $0.status = .ready } } }
        case .failed:
            mayChange(\.status) { state.withLock { ($0.status, $0.error) = (.failed, item.error) } }
        }
    }

    private func playedToEnd(_ item: AVPlayerItem) {
        // Whoever learns of the loop finds the queue complete.
        defer { changing(\.loopCount) { state.withLock { $0.count += 1 } } }
        guard let player, status == .ready else { return }
        item.seek(to: range.isValid ? range.start : .zero, completionHandler: nil)
        if player.canInsert(item, after: nil) {
            // Behind the other copies, before what the program has put in.
            let last = player.items().last { queued in loopingPlayerItems.contains { $0 === queued } }
            player.insert(item, after: last)
        }
    }

    private func endObserving() {
        let observers = state.withLock { state in
            defer { state.observers = Observers() }
            return state.observers
        }
        for token in observers.ofEnds { NotificationCenter.default.removeObserver(token) }
        for observation in observers.ofStatus { observation.invalidate() }
    }
}
