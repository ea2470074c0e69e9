import Foundation
import MissingFoundation

extension AVPlayer {
    /// Where the current item is; 0 without one.
    public func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    // MARK: Seeking

    /// Goes to a time.
    public func seek(to time: CMTime) { currentItem?.seek(to: time, completionHandler: nil) }

    /// Goes to a time. Linux: exactly there, which all tolerances allow.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        currentItem?.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
    }

    /// Goes to a time.
    ///
    /// - Parameters:
    ///   - time: at most the end.
    ///   - completionHandler: called on another thread: `true` when the picture there is shown, `false` if another seek
    ///     came before that, or there is no item.
    @preconcurrency public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let currentItem else { return completionHandler(false) }
        currentItem.seek(to: time, completionHandler: completionHandler)
    }

    /// Goes to a time. Linux: exactly there.
    @preconcurrency public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let currentItem else { return completionHandler(false) }
        currentItem.seek(
            to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
            completionHandler: completionHandler)
    }

    /// Goes to a time; whether the picture there is shown, or another seek came before that.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        guard let currentItem else { return false }
        return await currentItem.seek(to: time)
    }

    /// Goes to a time. Linux: exactly there.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        guard let currentItem else { return false }
        return await currentItem.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
    }

    // MARK: Observing time

    /// Has a block called at each whole multiple of an interval, and when time jumps, begins to run or stops.
    ///
    /// - Parameters:
    ///   - interval: of the item's time.
    ///   - queue: serial; `nil` for the main queue.
    ///   - block: gets the item's time.
    /// - Returns: what ``removeTimeObserver(_:)`` takes, to be kept until then.
    @preconcurrency
    public func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        guard interval.isNumeric, interval > .zero else {
            raiseException("*** -[AVPlayer addPeriodicTimeObserverForInterval:queue:usingBlock:] invalid interval")
        }
        defer { currentItem?.reconsiderStops() }
        return timeKeeper.addPeriodic(interval, queue, block)
    }

    /// Has a block called when one of some times comes by itself.
    ///
    /// - Parameters:
    ///   - times: hold `CMTime`.
    ///   - queue: serial; `nil` for the main queue.
    ///   - block: called for each of them.
    /// - Returns: what ``removeTimeObserver(_:)`` takes, to be kept until then.
    @preconcurrency
    public func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        guard !times.isEmpty else {
            raiseException("*** -[AVPlayer addBoundaryTimeObserverForTimes:queue:usingBlock:] times is empty")
        }
        defer { currentItem?.reconsiderStops() }
        return timeKeeper.addBoundary(times.map(\.timeValue), queue, block)
    }

    /// Ends what one of the two methods above began.
    public func removeTimeObserver(_ observer: Any) {
        guard timeKeeper.remove(observer) else {
            raiseException(
                "An instance of AVPlayer cannot remove a time observer that was added by a different instance of "
                    + "AVPlayer.")
        }
        currentItem?.reconsiderStops()
    }
}
