import CaptureEngine
import Foundation
import GeoClue

/// Where the places of this program come from. Its members may block, and may be called from any thread.
package protocol LocationSource: Sendable {
    var isThere: Bool { get }
    /// Starts to look. It blocks while the person is asked.
    func start(_ accuracy: CLLocationAccuracy) throws -> any LocationReader
}

/// Looks for the place as long as it lives.
package protocol LocationReader: Sendable {
    /// `nil` as long as the place is not known.
    var location: CLLocation? { get }
}

/// The place that the world knows by itself, as it does when a simulated phone's place was set; otherwise GeoClue's.
package struct SurroundingsSource: LocationSource {
    private let world: CaptureWorld
    private let machine: any LocationSource

    /// - Parameter machine: asked as long as nothing in the world knows its place.
    package init(_ world: CaptureWorld, machine: any LocationSource) {
        self.world = world
        self.machine = machine
    }

    package var isThere: Bool { world.place != nil || machine.isThere }

    package func start(_ accuracy: CLLocationAccuracy) throws -> any LocationReader {
        Reader(world: world, machine: world.place == nil ? try machine.start(accuracy) : nil)
    }

    private struct Reader: LocationReader {
        let world: CaptureWorld
        /// `nil` if the world knew the place at the start.
        let machine: (any LocationReader)?

        var location: CLLocation? { world.place.map(CLLocation.init) ?? machine?.location }
    }
}

struct GeoClueSource: LocationSource {
    var isThere: Bool { GeoClueClient.isThere }

    func start(_ accuracy: CLLocationAccuracy) throws -> any LocationReader {
        do {
            // GeoClue knows a program by the name of its desktop file.
            return Reader(
                client: try GeoClueClient(
                    program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
                    accuracy: GeoClueClient.Accuracy(meters: accuracy)))
        } catch GeoClueError.failed {
            throw CLError(.network)
        } catch {
            throw CLError(.denied)
        }
    }

    private struct Reader: LocationReader {
        let client: GeoClueClient

        var location: CLLocation? { client.place.map(CLLocation.init) }
    }
}

extension GeoClueClient.Accuracy {
    fileprivate init(meters: CLLocationAccuracy) {
        switch meters {
        case ...kCLLocationAccuracyNearestTenMeters: self = .exact
        case ...kCLLocationAccuracyHundredMeters: self = .street
        case ...kCLLocationAccuracyKilometer: self = .neighborhood
        default: self = .city
        }
    }
}

extension CLLocation {
    fileprivate convenience init(_ place: BodyPlace) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
            altitude: place.altitude ?? 0, horizontalAccuracy: place.accuracy,
            verticalAccuracy: place.altitude == nil ? -1 : place.accuracy,
            timestamp: Date(timeIntervalSince1970: place.time))
    }

    fileprivate convenience init(_ place: GeoCluePlace) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
            altitude: place.altitude ?? 0, horizontalAccuracy: place.accuracy,
            verticalAccuracy: place.altitude == nil ? -1 : place.accuracy, course: place.heading, speed: place.speed,
            timestamp: place.date ?? Date())
    }
}
