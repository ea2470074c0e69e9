/// Where a body is on the earth, in WGS 84.
package struct BodyPlace: Sendable, Hashable {
    /// In degrees, north positive.
    package var latitude: Double
    /// In degrees, east positive.
    package var longitude: Double
    /// In meters above the sea; `nil` if unknown.
    package var altitude: Double?
    /// The radius of uncertainty, in meters.
    package var accuracy: Double
    /// When the body came there, in seconds since 1970.
    package var time = 0.0

    package init(latitude: Double, longitude: Double, altitude: Double? = nil, accuracy: Double = 5) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.accuracy = accuracy
    }
}
