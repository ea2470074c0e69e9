import CoreLocation
import Testing

@Suite struct CLLocationTests {
    /// Greenwich to the Eiffel Tower lie 334 km apart (haversine by hand).
    @Test func distanceFollowsTheSurface() {
        let greenwich = CLLocation(latitude: 51.4779, longitude: -0.0015)
        let tower = CLLocation(latitude: 48.8584, longitude: 2.2945)
        #expect(abs(greenwich.distance(from: tower) - 334_000) < 2000)
        #expect(greenwich.distance(from: greenwich) == 0)
    }

    /// A degree of latitude has 60 nautical miles of 1852 m, to within the earth's flattening.
    @Test func aDegreeOfLatitudeIsSixtyNauticalMiles() {
        let distance = CLLocation(latitude: 10, longitude: 20).distance(from: CLLocation(latitude: 11, longitude: 20))
        #expect(abs(distance / 60 - 1852) < 4)
    }

    @Test func oppositePlacesAreHalfTheCircumferenceApart() {
        let distance = CLLocation(latitude: 0, longitude: 0).distance(from: CLLocation(latitude: 0, longitude: 180))
        #expect(abs(distance - .pi * 6_371_008.8) < 1)
    }

    @Test(arguments: [(90.0, 180.0, true), (90.1, 0, false), (0, -180.1, false), (-180, -180, false)])
    func coordinatesAreCheckedAgainstTheirLimits(latitude: Double, longitude: Double, isValid: Bool) {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)) == isValid)
    }

    @Test func whatIsNotKnownIsNegative() {
        let location = CLLocation(latitude: 1, longitude: 2)
        #expect(location.verticalAccuracy < 0 && location.course < 0 && location.speed < 0)
        #expect(location.horizontalAccuracy == 0)
    }
}
