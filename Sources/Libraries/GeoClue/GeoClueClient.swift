import CGeoClue
import Foundation

/// What GeoClue knows of where the machine is.
package struct GeoCluePlace: Sendable, Equatable {
    /// Degrees, WGS 84.
    package var latitude: Double
    package var longitude: Double
    /// Meters; negative if unknown.
    package var accuracy: Double
    /// Meters above the sea; `nil` if unknown.
    package var altitude: Double?
    /// Meters per second, and degrees from north; negative if unknown.
    package var speed: Double
    package var heading: Double
    package var date: Date?
}

/// Why there is no place.
package enum GeoClueError: Error {
    /// GIO, the system bus or the service is missing.
    case missing
    /// The person or the settings say no.
    case denied
    case failed
}

/// A client of the GeoClue service, which is started while this object lives. Every call blocks.
package final class GeoClueClient: @unchecked Sendable {  // GIO's connection may be used by any thread
    /// Requested accuracy.
    package enum Accuracy: UInt32, Sendable {
        case city = 4
        case neighborhood = 5
        case street = 6
        case exact = 8
    }

    private let client: OpaquePointer

    /// Starts to look for the place. It blocks while the person is asked.
    ///
    /// - Parameters:
    ///   - program: the name of the program's desktop file, without its extension, by which GeoClue knows it.
    ///   - accuracy: what is asked for.
    package init(program: String, accuracy: Accuracy) throws(GeoClueError) {
        var made: OpaquePointer?
        let twoMinutes: Int32 = 120_000
        switch cgeoclue_open(program, accuracy.rawValue, twoMinutes, &made) {
        case CGEOCLUE_OK: client = made!
        case CGEOCLUE_MISSING: throw .missing
        case CGEOCLUE_DENIED: throw .denied
        default: throw .failed
        }
    }

    deinit { cgeoclue_close(client) }

    /// Whether there is such a service.
    package static var isThere: Bool { cgeoclue_is_there() }

    /// The place as it is known now; `nil` as long as it is not.
    package var place: GeoCluePlace? {
        var place = cgeoclue_place()
        guard cgeoclue_read(client, &place) else { return nil }
        return GeoCluePlace(
            latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy,
            altitude: place.altitude < -100_000 ? nil : place.altitude, speed: place.speed, heading: place.heading,
            date: place.timestamp > 0 ? Date(timeIntervalSince1970: place.timestamp) : nil)
    }
}
