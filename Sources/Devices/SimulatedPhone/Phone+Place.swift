internal import CaptureEngine
internal import SimulatedDevices

extension Phone {
    /// Where a phone is on the earth, in WGS 84.
    public struct Place: Sendable, Hashable {
        /// In degrees, north positive; -90 to 90.
        public var latitude: Double
        /// In degrees, east positive; -180 to 180.
        public var longitude: Double
        /// In meters above the sea, -12,000 to 100,000; `nil` if unknown.
        public var altitude: Double?
        /// The radius of uncertainty in meters, above 0, at most 20,000,000.
        public var accuracy: Double

        public init(latitude: Double, longitude: Double, altitude: Double? = nil, accuracy: Double = 5) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.accuracy = accuracy
        }

        /// Reads what `avcam phone place` takes, such as `48.1372,11.5756,519,5`; `nil` if it is not a place.
        public init?(words: String) {
            guard let place = BodyPlace(words: words) else { return nil }
            self.init(
                latitude: place.latitude, longitude: place.longitude, altitude: place.altitude,
                accuracy: place.accuracy)
        }

        /// As `avcam phone place` takes it: `48.1372,11.5756,519.0,5.0`.
        public var words: String {
            BodyPlace(latitude: latitude, longitude: longitude, altitude: altitude, accuracy: accuracy).words
        }
    }
}

/// In JSON, a place is its words, as in the phone's protocol.
extension Phone.Place: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let place = Self(words: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a place.")
        }
        self = place
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words)
    }
}
