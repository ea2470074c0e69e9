/// A place on the earth in WGS 84. Source: Apple, CLLocationCoordinate2D.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees, positive to the north.
    public var latitude: CLLocationDegrees
    /// Degrees, positive to the east.
    public var longitude: CLLocationDegrees

    /// Null Island.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Source: Apple, CLLocationCoordinate2DMake(_:_:).
public func CLLocationCoordinate2DMake(_ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees)
    -> CLLocationCoordinate2D
{
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// No place. Source: Apple, kCLLocationCoordinate2DInvalid.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether the place is on the earth: within ±90° and ±180°. Source: Apple, CLLocationCoordinate2DIsValid(_:).
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}
