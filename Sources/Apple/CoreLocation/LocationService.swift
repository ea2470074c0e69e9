import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Looks for the place as long as somebody watches, and remembers what the person said.
package final class LocationService: Sendable {
    /// That of the world in which the task runs.
    package static var current: LocationService {
        CaptureWorld.current.part { LocationService(SurroundingsSource($0, machine: GeoClueSource())) }
    }

    package enum Event: Sendable {
        case allowed
        case location(CLLocation)
        case failed(CLError)
    }

    private struct State {
        var status = CLAuthorizationStatus.notDetermined
        var watchers: [Int: @Sendable (Event) -> Void] = [:]
        var last = 0
        var isLooking = false
    }

    private let source: any LocationSource
    private let pause: Duration
    private let state = Mutex(State())
    /// Where the source is asked, which may block.
    private let queue = DispatchQueue(label: "CLLocationManager", qos: .utility)

    /// - Parameters:
    ///   - source: where places come from.
    ///   - pause: between two looks.
    package init(_ source: any LocationSource, pause: Duration = .seconds(1)) {
        self.source = source
        self.pause = pause
    }

    package var isThere: Bool { source.isThere }
    package var status: CLAuthorizationStatus { state.withLock { $0.status } }

    /// Asks the person, and calls `answered` on a queue of its own when the answer is there.
    package func ask(_ accuracy: CLLocationAccuracy, _ answered: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            _ = try? open(accuracy)
            answered()
        }
    }

    /// Calls `heard` on a queue of its own, until the watch is released.
    package func watch(
        _ accuracy: CLLocationAccuracy, _ heard: @escaping @Sendable (Event) -> Void
    ) -> LocationWatch {
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.watchers[state.last] = heard
            defer { state.isLooking = true }
            return (state.last, !state.isLooking)
        }
        if isFirst { queue.async { self.look(accuracy) } }
        return LocationWatch { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    }

    private func open(_ accuracy: CLLocationAccuracy) throws -> any LocationReader {
        do {
            let reader = try source.start(accuracy)
            state.withLock { $0.status = .authorizedWhenInUse }
            return reader
        } catch {
            if (error as? CLError)?.code == .denied { state.withLock { $0.status = .denied } }
            throw error
        }
    }

    private func look(_ accuracy: CLLocationAccuracy) {
        do {
            let reader = try open(accuracy)
            tell(.allowed)
            read(reader)
        } catch {
            let watchers = state.withLock { state in
                state.isLooking = false
                return Array(state.watchers.values)
            }
            for heard in watchers { heard(.failed(error as? CLError ?? CLError(.network))) }
        }
    }

    /// Reads again and again until nobody watches. Somebody who comes late hears of the place that is known already.
    private func read(_ reader: any LocationReader) {
        let isOver = state.withLock { state in
            if state.watchers.isEmpty { state.isLooking = false }
            return state.watchers.isEmpty
        }
        if isOver { return }
        if let location = reader.location { tell(.location(location)) }
        queue.asyncAfter(deadline: .now() + pause.seconds) { self.read(reader) }
    }

    private func tell(_ event: Event) {
        for heard in state.withLock({ Array($0.watchers.values) }) { heard(event) }
    }
}

/// Ends a watch when it is released.
package final class LocationWatch: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension Duration {
    fileprivate var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
