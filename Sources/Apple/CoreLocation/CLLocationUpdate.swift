import Foundation

/// News of the place, as an asynchronous sequence gives them.
///
/// Source: Apple, CLLocationUpdate.
public struct CLLocationUpdate: Sendable {
    /// `nil` while the place is not known.
    public let location: CLLocation?
    /// Whether the person, or the system, does not let the program know. Then the sequence ends.
    public let authorizationDenied: Bool
    /// Whether the place cannot be found out now.
    public let locationUnavailable: Bool

    /// What the person does with the machine. Linux: without effect on the updates.
    ///
    /// Source: Apple, CLLocationUpdate.LiveConfiguration.
    public enum LiveConfiguration: Int, Sendable {
        case `default` = 0
        case automotiveNavigation = 1
        case otherNavigation = 2
        case fitness = 3
        case airborne = 4
    }

    /// The updates, which begin when they are first waited for: the person is asked then.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(service: .current)
    }

    /// Source: Apple, CLLocationUpdate.Updates.
    public struct Updates: AsyncSequence, Sendable {
        let service: LocationService

        package init(service: LocationService) { self.service = service }

        public func makeAsyncIterator() -> Iterator { Iterator(service: service) }

        public struct Iterator: AsyncIteratorProtocol {
            private let service: LocationService
            private var updates: AsyncStream<CLLocationUpdate>.Iterator?

            init(service: LocationService) { self.service = service }

            /// The next update; `nil` after the last. Linux: it never throws.
            public mutating func next() async throws -> CLLocationUpdate? {
                if updates == nil { updates = Self.stream(service).makeAsyncIterator() }
                return await updates?.next(isolation: nil)
            }

            private static func stream(_ service: LocationService) -> AsyncStream<CLLocationUpdate> {
                AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                    let watch = service.watch(kCLLocationAccuracyBest) { event in
                        switch event {
                        case .allowed: break
                        case .location(let location): continuation.yield(CLLocationUpdate(location: location))
                        case .failed(let error):
                            continuation.yield(CLLocationUpdate(error: error))
                            continuation.finish()
                        }
                    }
                    continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
                }
            }
        }
    }
}

extension CLLocationUpdate {
    fileprivate init(location: CLLocation) {
        self.init(location: location, authorizationDenied: false, locationUnavailable: false)
    }

    fileprivate init(error: CLError) {
        let isDenied = error.code == .denied
        self.init(location: nil, authorizationDenied: isDenied, locationUnavailable: !isDenied)
    }
}
