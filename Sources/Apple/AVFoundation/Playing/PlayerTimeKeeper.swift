import Dispatch
import Foundation
import Locking
import MovieCoding

/// The times of a player that somebody wants to know of.
final class PlayerTimeKeeper: Sendable {
    private enum Times: Sendable {
        case every(CMTime)
        case at([CMTime])
    }

    private final class Observer: Sendable {
        let times: Times
        let queue: DispatchQueue
        let handler: @Sendable (CMTime) -> Void

        init(_ times: Times, _ queue: DispatchQueue?, _ handler: @escaping @Sendable (CMTime) -> Void) {
            (self.times, self.queue, self.handler) = (times, queue ?? .main, handler)
        }

        func next(after time: CMTime) -> CMTime? {
            switch times {
            case .every(let interval):
                // Whole multiples, however long it plays.
                let (units, length) = time.units(of: interval)
                let count = (units < 0 ? (units - length + 1) / length : units / length) + 1
                return CMTime(value: Int64(clamping: count) * interval.value, timescale: interval.timescale)
            case .at(let times): return times.first { $0 > time }
            }
        }

        func wants(_ time: CMTime) -> Bool {
            switch times {
            case .every(let interval):
                let (units, length) = time.units(of: interval)
                return units % length == 0
            case .at(let times): return times.contains(time)
            }
        }
    }

    private let observers = Mutex<[Observer]>([])

    func addPeriodic(
        _ interval: CMTime, _ queue: DispatchQueue?, _ handler: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let observer = Observer(.every(interval), queue, handler)
        observers.withLock { $0.append(observer) }
        return observer
    }

    func addBoundary(_ times: [CMTime], _ queue: DispatchQueue?, _ handler: @escaping @Sendable () -> Void) -> Any {
        let observer = Observer(.at(times.sorted()), queue) { _ in handler() }
        observers.withLock { $0.append(observer) }
        return observer
    }

    /// - Returns: `false` if it is none.
    func remove(_ observer: Any) -> Bool {
        guard let observer = observer as? Observer else { return false }
        return observers.withLock { observers in
            guard let index = observers.firstIndex(where: { $0 === observer }) else { return false }
            observers.remove(at: index)
            return true
        }
    }

    /// The first wanted time after another.
    func next(after time: CMTime) -> CMTime? {
        observers.withLock { $0 }.compactMap { $0.next(after: time) }.min()
    }

    /// A wanted time has come by itself.
    func reach(_ time: CMTime) {
        for observer in observers.withLock({ $0 }) where observer.wants(time) {
            observer.queue.async { observer.handler(time) }
        }
    }

    /// Time has jumped, begun to run or stopped: only those with an interval want to know.
    func jumped(to time: CMTime) {
        for observer in observers.withLock({ $0 }) {
            guard case .every = observer.times else { continue }
            observer.queue.async { observer.handler(time) }
        }
    }
}

extension CMTime {
    /// A time and a length in a unit that both are multiples of.
    fileprivate func units(of length: CMTime) -> (Int128, Int128) {
        (Int128(value) * Int128(length.timescale), max(1, Int128(length.value) * Int128(timescale)))
    }
}
