import CaptureEngine

/// A place in the words of the phone's commands: `48.1372,11.5756,519,5`.
extension BodyPlace {
    /// Latitude, longitude, and then, as far as they are known, altitude and accuracy. An altitude may be left empty.
    ///
    /// `nil` for places that are not on the earth, and for anything that is not a place.
    package init?(words: String) {
        let parts = words.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.map { Double($0) }
        guard (2...4).contains(parts.count), let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        if parts.count > 2, !(parts[2].isEmpty && parts.count == 4) {
            guard let altitude = numbers[2], Self.altitudes.contains(altitude) else { return nil }
            self.altitude = altitude
        }
        if parts.count > 3 {
            guard let accuracy = numbers[3], accuracy > 0, accuracy <= Self.maximumAccuracy else { return nil }
            self.accuracy = accuracy
        }
    }

    /// From the bottom of the deepest sea to above where airplanes fly.
    private static let altitudes = -12_000.0...100_000
    /// Half the way around the earth, in meters.
    private static let maximumAccuracy = 20_000_000.0

    package var words: String { "\(latitude),\(longitude),\(altitude.map { "\($0)" } ?? ""),\(accuracy)" }
}
