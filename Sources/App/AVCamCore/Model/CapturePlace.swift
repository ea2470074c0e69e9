import AVFoundation
import CoreLocation

/// Where photos and movies are taken, as far as it is known, in WGS 84.
package struct CapturePlace: Sendable, Equatable {
    /// In degrees, north positive.
    package var latitude: Double
    /// In degrees, east positive.
    package var longitude: Double
    /// In meters above the sea.
    package var altitude: Double?
    /// The radius of uncertainty, in meters.
    package var accuracy: Double?
    /// In meters per second.
    package var speed: Double?
    /// When it was found.
    package var date: Date

    package init(latitude: Double, longitude: Double, altitude: Double? = nil, date: Date = Date()) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.date = date
    }

    package init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            altitude: location.verticalAccuracy > 0 ? location.altitude : nil, date: location.timestamp)
        accuracy = location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil
        speed = location.speed >= 0 ? location.speed : nil
    }

    /// What Apple's camera app writes about a place, except the directions, which need a compass.
    ///
    /// Source: EXIF 2.32, 4.6.6 (GPS); Apple, kCGImagePropertyGPSDictionary.
    var gps: [String: Any] {
        // 2026-11-20T21:47:00Z, in UTC, as GPS has it.
        let stamp = ISO8601DateFormatter().string(from: date)
        var gps: [CFString: Any] = [
            kCGImagePropertyGPSLatitudeRef: latitude < 0 ? "S" : "N", kCGImagePropertyGPSLatitude: abs(latitude),
            kCGImagePropertyGPSLongitudeRef: longitude < 0 ? "W" : "E", kCGImagePropertyGPSLongitude: abs(longitude),
            kCGImagePropertyGPSDateStamp: String(stamp.prefix(10)).replacing("-", with: ":"),
            kCGImagePropertyGPSTimeStamp: String(stamp.dropFirst(11).prefix(8)),
        ]
        if let altitude {
            gps[kCGImagePropertyGPSAltitudeRef] = altitude < 0 ? 1 : 0
            gps[kCGImagePropertyGPSAltitude] = abs(altitude)
        }
        if let accuracy { gps[kCGImagePropertyGPSHPositioningError] = accuracy }
        if let speed {
            gps[kCGImagePropertyGPSSpeedRef] = "K"
            gps[kCGImagePropertyGPSSpeed] = speed * 3.6
        }
        return Dictionary(uniqueKeysWithValues: gps.map { ($0.key as String, $0.value) })
    }

    /// The items of a movie.
    var movieMetadata: [AVMetadataItem] {
        var facts: [(AVMetadataIdentifier, String)] = [(.quickTimeMetadataLocationISO6709, iso6709)]
        if let accuracy {
            facts.append((.quickTimeMetadataLocationHorizontalAccuracyInMeters, String(format: "%.6f", accuracy)))
        }
        return facts.map { identifier, text in
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = text as NSString
            return item
        }
    }

    /// `+48.137200+011.575600+519.000/`: degrees to 11 cm, meters. Source: ISO 6709, annex H.
    var iso6709: String {
        String(format: "%+010.6f%+011.6f", latitude, longitude)
            + (altitude.map { String(format: "%+08.3f", $0) } ?? "") + "/"
    }
}

extension CapturePlace {
    /// The place of the machine, as soon as it is known. The person may be asked first.
    ///
    /// - Parameter timeout: how long to wait.
    /// - Throws: `CLError`.
    package static func here(timeout: Duration) async throws -> CapturePlace {
        try await withThrowingTaskGroup(of: CapturePlace.self) { group in
            group.addTask {
                for try await update in CLLocationUpdate.liveUpdates() {
                    if let location = update.location { return CapturePlace(location) }
                    if update.authorizationDenied { throw CLError(.denied) }
                }
                throw CLError(.network)
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw CLError(.locationUnknown)
            }
            defer { group.cancelAll() }
            guard let place = try await group.next() else { throw CLError(.locationUnknown) }
            return place
        }
    }
}
