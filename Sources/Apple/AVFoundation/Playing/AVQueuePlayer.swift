import Foundation
import Locking
import MissingFoundation

/// Plays items one after the other. Source: Apple, AVQueuePlayer.
///
/// An item that has been played, or cannot be played, leaves the queue.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {  // the queue is in a Mutex
    private let queue = Mutex<[AVPlayerItem]>([])

    /// A player with an empty queue.
    public override init() {
        super.init()
        actionAtItemEnd = .advance
    }

    public init(items: [AVPlayerItem]) {
        super.init()
        actionAtItemEnd = .advance
        queue.withLock { $0 = items }
        goOn()
    }

    public override init(playerItem item: AVPlayerItem?) {
        super.init()
        actionAtItemEnd = .advance
        queue.withLock { $0 = item.map { [$0] } ?? [] }
        goOn()
    }

    /// The items that are not played yet; the first is the current one.
    open func items() -> [AVPlayerItem] { queue.withLock { $0 } }

    /// Whether an item can be put behind another: it must not be in the queue, and that one must.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        let items = self.items()
        return !items.contains { $0 === item } && (afterItem == nil || items.contains { $0 === afterItem })
    }

    /// Puts an item behind another, or at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard canInsert(item, after: afterItem) else {
            raiseException("*** -[AVQueuePlayer insertItem:afterItem:] item cannot be inserted")
        }
        queue.withLock { items in
            let place = items.firstIndex { $0 === afterItem }.map { $0 + 1 } ?? items.count
            items.insert(item, at: place)
        }
        goOn()
    }

    /// Takes an item out; if it is the current one, the next is played.
    open func remove(_ item: AVPlayerItem) {
        queue.withLock { items in items.removeAll { $0 === item } }
        if item !== currentItem { item.detach() }
        goOn()
    }

    open func removeAllItems() {
        let waiting = queue.withLock { items in
            defer { items = [] }
            return items.dropFirst()
        }
        for item in waiting { item.detach() }
        goOn()
    }

    /// Plays the next item.
    open func advanceToNextItem() {
        queue.withLock { items in if !items.isEmpty { items.removeFirst() } }
        goOn()
    }

    /// Plays an item instead of the current one; the others stay.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        queue.withLock { items in
            if !items.isEmpty { items.removeFirst() }
            if let item { items.insert(item, at: 0) }
        }
        goOn()
    }

    override func advance(beyond item: AVPlayerItem) {
        queue.withLock { items in items.removeAll { $0 === item } }
        goOn()
        if currentItem == nil { setRate(0) }
    }

    override func itemHasFailed(_ item: AVPlayerItem) {
        guard items().count > 1 || item !== currentItem else { return super.itemHasFailed(item) }
        remove(item)
    }

    /// Makes the first item the current one, and has the second read, so that it can follow at once.
    private func goOn() {
        let items = self.items()
        setCurrentItem(items.first)
        if items.count > 1 { items[1].attach(to: self) }
    }
}
