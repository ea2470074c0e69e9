import Foundation
import Locking

/// Asks for permission to know the place, and reports it.
///
/// Linux: places come from the GeoClue service, which asks the person and knows the program by its desktop file; a
/// program without one, or a machine without GeoClue, is denied. A simulated phone whose place was set is asked
/// instead, and denies no program. The delegate is called on the main queue. Looking for the place starts with the
/// first request, never before. All members may be called from any thread.
///
/// Source: Apple, CLLocationManager.
open class CLLocationManager: NSObject, @unchecked Sendable {  // its state is locked
    private struct Listener: @unchecked Sendable {  // called on the main queue only
        weak var delegate: (any CLLocationManagerDelegate)?
    }

    private struct State {
        var listener = Listener()
        var desiredAccuracy = kCLLocationAccuracyBest
        var distanceFilter = kCLDistanceFilterNone
        var headingFilter: CLLocationDegrees = 1
        var headingOrientation = CLDeviceOrientation.portrait
        var activityType = CLActivityType.other
        var pausesAutomatically = true
        var isUpdating = false
        var wantsOne = false
        var reported: CLLocation?
        var watch: LocationWatch?
        var toldStatus: CLAuthorizationStatus?
    }

    private let service: LocationService
    private let state = Mutex(State())

    public override convenience init() { self.init(LocationService.current) }

    package init(_ service: LocationService) {
        self.service = service
        super.init()
    }

    open weak var delegate: (any CLLocationManagerDelegate)? {
        get { state.withLock { $0.listener }.delegate }
        set {
            let listener = Listener(delegate: newValue)
            state.withLock { $0.listener = listener }
            // A delegate learns the status at once.
            if newValue != nil { tellStatus() }
        }
    }

    // MARK: Permission

    /// What the person has decided, as far as it is known: nobody is asked before the first request.
    open var authorizationStatus: CLAuthorizationStatus { service.status }

    @available(*, deprecated, message: "Use the property of an instance.")
    open class func authorizationStatus() -> CLAuthorizationStatus { LocationService.current.status }

    /// Linux: ``CLAccuracyAuthorization/fullAccuracy``; GeoClue may still give less than was asked for.
    open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

    /// Whether the machine has GeoClue, or a simulated phone knows where it is. It may block for a moment.
    open class func locationServicesEnabled() -> Bool { LocationService.current.isThere }

    /// Asks the person, and tells the delegate what the answer was.
    open func requestWhenInUseAuthorization() { ask() }

    /// Linux: the same as ``requestWhenInUseAuthorization()``.
    open func requestAlwaysAuthorization() { ask() }

    private func ask() {
        service.ask(desiredAccuracy) { [weak self] in self?.tellStatus() }
    }

    // MARK: What is wanted

    /// In meters. A change applies to updates that are started later.
    open var desiredAccuracy: CLLocationAccuracy {
        get { state.withLock { $0.desiredAccuracy } }
        set { state.withLock { $0.desiredAccuracy = newValue } }
    }

    /// The way, in meters, after which a place is reported again.
    open var distanceFilter: CLLocationDistance {
        get { state.withLock { $0.distanceFilter } }
        set { state.withLock { $0.distanceFilter = newValue } }
    }

    /// What the places are for. Linux: without effect; GeoClue decides how it finds them.
    open var activityType: CLActivityType {
        get { state.withLock { $0.activityType } }
        set { state.withLock { $0.activityType = newValue } }
    }

    /// Whether updates may pause while the program does not move; `true` by default. Linux: they never do.
    open var pausesLocationUpdatesAutomatically: Bool {
        get { state.withLock { $0.pausesAutomatically } }
        set { state.withLock { $0.pausesAutomatically = newValue } }
    }

    /// Asks for the full accuracy once. Linux: it is allowed already, see ``accuracyAuthorization``.
    ///
    /// - `completion`: called on the main queue, without an error.
    @preconcurrency open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        guard let completion else { return }
        DispatchQueue.main.async { completion(nil) }
    }

    /// Which edge of the phone headings refer to.
    open var headingOrientation: CLDeviceOrientation {
        get { state.withLock { $0.headingOrientation } }
        set { state.withLock { $0.headingOrientation = newValue } }
    }

    /// In degrees. Linux: kept; there are no headings, see ``headingAvailable()``.
    open var headingFilter: CLLocationDegrees {
        get { state.withLock { $0.headingFilter } }
        set { state.withLock { $0.headingFilter = newValue } }
    }

    /// Linux: `false`; compasses are not read.
    open class func headingAvailable() -> Bool { false }

    /// Linux: always `nil`, see ``headingAvailable()``.
    open var heading: CLHeading? { nil }

    /// As on a device without a compass, nothing is reported; see ``headingAvailable()``.
    open func startUpdatingHeading() {}

    open func stopUpdatingHeading() {}

    // MARK: Places

    /// The newest place that was reported to this manager; `nil` before the first.
    open var location: CLLocation? { state.withLock { $0.reported } }

    /// Reports places until ``stopUpdatingLocation()``: the first as soon as it is known, later ones after each
    /// ``distanceFilter``.
    open func startUpdatingLocation() { begin { $0.isUpdating = true } }

    open func stopUpdatingLocation() { end { $0.isUpdating = false } }

    /// Reports one place, or why there is none.
    open func requestLocation() { begin { $0.wantsOne = true } }

    private func begin(_ want: (inout State) -> Void) {
        let isNew = state.withLock { state in
            let wasIdle = !state.isUpdating && !state.wantsOne
            want(&state)
            return wasIdle
        }
        guard isNew else { return }
        let watch = service.watch(desiredAccuracy) { [weak self] event in self?.hear(event) }
        state.withLock { $0.watch = watch }
    }

    private func end(_ edit: (inout State) -> Void) {
        let watch = state.withLock { state -> LocationWatch? in
            edit(&state)
            guard !state.isUpdating, !state.wantsOne else { return nil }
            defer { state.watch = nil }
            return state.watch
        }
        withExtendedLifetime(watch) {}
    }

    private func hear(_ event: LocationService.Event) {
        switch event {
        case .location(let location):
            let isWanted = state.withLock { state in
                let isNew =
                    state.reported.map { known in
                        known.timestamp != location.timestamp && location.distance(from: known) >= state.distanceFilter
                    } ?? true
                guard state.wantsOne || state.isUpdating && isNew else { return false }
                state.reported = location
                return true
            }
            guard isWanted else { return }
            end { $0.wantsOne = false }
            tell { $0.locationManager($1, didUpdateLocations: [location]) }
        case .failed(let error):
            end { state in
                state.wantsOne = false
                state.isUpdating = false
            }
            tellStatus()
            tell { $0.locationManager($1, didFailWithError: error) }
        case .allowed: tellStatus()
        }
    }

    private func tellStatus() {
        let status = authorizationStatus
        let isNew = state.withLock { state in
            guard state.listener.delegate != nil, state.toldStatus != status else { return false }
            state.toldStatus = status
            return true
        }
        guard isNew else { return }
        tell { delegate, manager in
            delegate.locationManagerDidChangeAuthorization(manager)
            delegate.locationManager(manager, didChangeAuthorization: status)
        }
    }

    private func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        DispatchQueue.main.async { [weak self] in
            guard let self, let delegate else { return }
            call(delegate, self)
        }
    }
}

/// Hears of places and of permission; all methods may be left out. Source: Apple, CLLocationManagerDelegate.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// - `locations`: the oldest first. Linux: always one.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// - `error`: a ``CLError``.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// Called as well as ``locationManagerDidChangeAuthorization(_:)``, for sources from before iOS 14.
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Linux: never called, see ``CLLocationManager/headingAvailable()``.
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
    /// Linux: never called, see ``CLLocationManager/headingAvailable()``.
    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
}

extension CLLocationManagerDelegate {
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
    public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
    public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {}
    public func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool { false }
}

/// Whether a program may know its place. Source: Apple, CLAuthorizationStatus.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// Nobody was asked yet.
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorizedAlways = 3
    case authorizedWhenInUse = 4
}

/// How precisely a program may know its place. Source: Apple, CLAccuracyAuthorization.
public enum CLAccuracyAuthorization: Int, Sendable {
    case fullAccuracy = 0
    case reducedAccuracy = 1
}

/// What a program wants to know the place for. Source: Apple, CLActivityType.
public enum CLActivityType: Int, Sendable {
    case other = 1
    case automotiveNavigation = 2
    case fitness = 3
    case otherNavigation = 4
    case airborne = 5
}

/// How a device is held. Source: Apple, CLDeviceOrientation.
public enum CLDeviceOrientation: Int32, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 3
    case landscapeRight = 4
    case faceUp = 5
    case faceDown = 6
}

/// As precise as can be, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As precise as can be.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 10_000

/// Every place is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// Every heading is reported.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
