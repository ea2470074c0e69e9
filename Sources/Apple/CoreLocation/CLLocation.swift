import Foundation

/// Source: Apple, CLLocationDegrees.
public typealias CLLocationDegrees = Double
/// Source: Apple, CLLocationDistance.
public typealias CLLocationDistance = Double
/// Source: Apple, CLLocationAccuracy.
public typealias CLLocationAccuracy = Double
/// Source: Apple, CLLocationSpeed.
public typealias CLLocationSpeed = Double
/// Source: Apple, CLLocationSpeedAccuracy.
public typealias CLLocationSpeedAccuracy = Double
/// Source: Apple, CLLocationDirection.
public typealias CLLocationDirection = Double
/// Source: Apple, CLLocationDirectionAccuracy.
public typealias CLLocationDirectionAccuracy = Double

/// Where something was, and when. Source: Apple, CLLocation.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {  // constant
    /// In WGS 84.
    public let coordinate: CLLocationCoordinate2D
    /// Meters above the mean sea level.
    public let altitude: CLLocationDistance
    /// The radius, in meters, within which the true place lies; negative: ``coordinate`` is not valid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Meters; zero or less: ``altitude`` is not valid.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from true north; negative: not valid.
    public let course: CLLocationDirection
    /// Degrees; negative: ``course`` is not valid.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Meters per second; negative: not valid.
    public let speed: CLLocationSpeed
    /// Meters per second; negative: ``speed`` is not valid.
    public let speedAccuracy: CLLocationSpeedAccuracy
    public let timestamp: Date

    /// A place on the ground, of unknown height, now.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
            horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
            timestamp: timestamp)
    }

    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
    }

    /// Returns the object itself, because it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Meters along the surface of the earth, treated as a sphere with the mean radius: correct to half a percent.
    ///
    /// Source: the haversine formula.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let earthRadius = 6_371_008.8
        let latitudes = (coordinate.latitude.radians, location.coordinate.latitude.radians)
        let northward = sin((latitudes.1 - latitudes.0) / 2)
        let eastward = sin((location.coordinate.longitude - coordinate.longitude).radians / 2)
        let chord = northward * northward + cos(latitudes.0) * cos(latitudes.1) * eastward * eastward
        return 2 * earthRadius * asin(min(1, chord.squareRoot()))
    }

    open override var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m"
    }
}

extension CLLocationDegrees {
    fileprivate var radians: Double { self * .pi / 180 }
}
