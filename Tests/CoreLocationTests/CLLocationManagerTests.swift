import CaptureEngine
import CoreLocation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// Places that the test sets, and a person who says yes or no.
private final class Places: LocationSource, LocationReader {
    let now = Mutex<CLLocation?>(nil)
    let starts = Monitor(0)
    let isAllowed: Bool
    let isThere = true

    init(isAllowed: Bool = true) { self.isAllowed = isAllowed }

    var location: CLLocation? { now.withLock { $0 } }

    func start(_ accuracy: CLLocationAccuracy) throws -> any LocationReader {
        starts.withLock { $0 += 1 }
        if !isAllowed { throw CLError(.denied) }
        return self
    }

    func move(to latitude: Double) {
        now.withLock { $0 = CLLocation(latitude: latitude, longitude: 7) }
    }
}

private final class Listener: NSObject, CLLocationManagerDelegate, Sendable {
    let heard = Monitor<[String]>([])

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        heard.withLock { $0.append("\(locations.map(\.coordinate.latitude))") }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        heard.withLock { $0.append("\((error as? CLError)?.code as Any)") }
    }

    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        heard.withLock { $0.append("\(status)") }
    }

    func wait(for words: [String]) -> Bool {
        heard.wait(timeout: .seconds(20)) { $0 == words ? true : nil } == true
    }
}

@Suite struct CLLocationManagerTests {
    private func scene(isAllowed: Bool = true) -> (Places, CLLocationManager, Listener) {
        let places = Places(isAllowed: isAllowed)
        let manager = CLLocationManager(LocationService(places, pause: .milliseconds(5)))
        let listener = Listener()
        manager.delegate = listener
        return (places, manager, listener)
    }

    @Test func nobodyIsAskedBeforeTheFirstRequest() {
        let (places, manager, listener) = scene()
        #expect(listener.wait(for: ["notDetermined"]))
        #expect(manager.authorizationStatus == .notDetermined && places.starts.withLock { $0 } == 0)
        manager.requestWhenInUseAuthorization()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse"]))
        #expect(manager.location == nil)
    }

    @Test func aRequestReportsOnePlace() {
        let (places, manager, listener) = scene()
        places.move(to: 51)
        manager.requestLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]"]))
        #expect(manager.location?.coordinate.latitude == 51)
        places.move(to: 52)
        manager.requestLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]", "[52.0]"]))
    }

    @Test func updatesFollowTheFilter() {
        let (places, manager, listener) = scene()
        manager.distanceFilter = 1_000
        places.move(to: 51)
        manager.startUpdatingLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]"]))
        // A hundred meters are too few.
        places.move(to: 51.001)
        places.move(to: 51.1)
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]", "[51.1]"]))
        manager.stopUpdatingLocation()
        manager.requestLocation()
        #expect(
            listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]", "[51.1]", "[51.1]"]))
    }

    @Test func whoIsDeniedHearsWhy() {
        let (_, manager, listener) = scene(isAllowed: false)
        manager.startUpdatingLocation()
        #expect(listener.wait(for: ["notDetermined", "denied", "Optional(CoreLocation.CLError.Code.denied)"]))
        #expect(CLError(.denied).localizedDescription.contains("privacy settings"))
    }

    @Test(.ownPhone) func thePhonesPlaceComesBeforeTheMachines() throws {
        let (places, phone) = (Places(), SimulatedPhone.ofTest)
        let source = SurroundingsSource(.current, machine: places)
        let manager = CLLocationManager(LocationService(source, pause: .milliseconds(5)))
        let listener = Listener()
        manager.delegate = listener
        try phone.perform("place -33.8568,151.2153,4.5,8")
        manager.startUpdatingLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[-33.8568]"]))
        let location = try #require(manager.location)
        #expect(location.coordinate.longitude == 151.2153 && location.altitude == 4.5)
        #expect(location.horizontalAccuracy == 8 && location.verticalAccuracy == 8)
        #expect(location.timestamp.timeIntervalSince1970 == phone.place?.time)
        try phone.perform("place 48.1372,11.5756")
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[-33.8568]", "[48.1372]"]))
        #expect(try #require(manager.location).verticalAccuracy < 0)
        manager.stopUpdatingLocation()
        #expect(places.starts.withLock { $0 } == 0)
    }

    @Test(.ownPhone) func aPhoneThatDoesNotKnowItsPlaceLeavesItToTheMachine() throws {
        let (places, phone) = (Places(), SimulatedPhone.ofTest)
        places.move(to: 51)
        let source = SurroundingsSource(.current, machine: places)
        let manager = CLLocationManager(LocationService(source, pause: .milliseconds(5)))
        let listener = Listener()
        manager.delegate = listener
        manager.startUpdatingLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]"]))
        try phone.perform("place 48,11")
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[51.0]", "[48.0]"]))
        manager.stopUpdatingLocation()
    }

    @Test(.ownPhone) func managersOfAWorldAskItsPhone() async throws {
        try SimulatedPhone.ofTest.perform("place 48.1372,11.5756")
        #expect(CLLocationManager.locationServicesEnabled())
        let manager = CLLocationManager()
        let listener = Listener()
        manager.delegate = listener
        manager.requestLocation()
        #expect(listener.wait(for: ["notDetermined", "authorizedWhenInUse", "[48.1372]"]))
        var updates = CLLocationUpdate.liveUpdates().makeAsyncIterator()
        #expect(try await updates.next()?.location?.coordinate.longitude == 11.5756)
    }

    @Test func aSequenceGivesPlacesAndEndsWhenItIsDenied() async throws {
        let places = Places()
        places.move(to: 48)
        var updates = CLLocationUpdate.Updates(service: LocationService(places)).makeAsyncIterator()
        let first = try await updates.next()
        #expect(first?.location?.coordinate.latitude == 48 && first?.authorizationDenied == false)
        var denied: [CLLocationUpdate] = []
        for try await update in CLLocationUpdate.Updates(service: LocationService(Places(isAllowed: false))) {
            denied.append(update)
        }
        #expect(denied.map(\.authorizationDenied) == [true] && denied.first?.location == nil)
    }
}
