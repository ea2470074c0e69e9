import AVFoundation
import CoreLocation
import SimulatedDevices
import Testing

@testable import AVCamCore

struct CapturePlaceTests {
    @Test(arguments: [
        (48.1372, 11.5756, 519.0, "+48.137200+011.575600+519.000/"),
        (-0.5, -179.9999999, -12.5, "-00.500000-180.000000-012.500/"), (90, 0, nil, "+90.000000+000.000000/"),
        (1, 2, 8848.86, "+01.000000+002.000000+8848.860/"),
    ])
    func placesAreWrittenAsISO6709Says(latitude: Double, longitude: Double, altitude: Double?, text: String) {
        let place = CapturePlace(latitude: latitude, longitude: longitude, altitude: altitude)
        #expect(place.iso6709 == text)
    }

    @Test func aLocationIsTakenAsFarAsItIsValid() {
        let date = Date(timeIntervalSince1970: 1_709_202_615)
        let coordinate = CLLocationCoordinate2D(latitude: -33.5, longitude: 151.25)
        let known = CapturePlace(
            CLLocation(
                coordinate: coordinate, altitude: 4, horizontalAccuracy: 12.5, verticalAccuracy: 3, course: 90,
                speed: 10, timestamp: date))
        #expect(known.altitude == 4 && known.accuracy == 12.5 && known.speed == 10 && known.date == date)
        #expect(known.gps[kCGImagePropertyGPSLatitudeRef as String] as? String == "S")
        #expect(known.gps[kCGImagePropertyGPSDateStamp as String] as? String == "2024:02:29")
        #expect(known.gps[kCGImagePropertyGPSTimeStamp as String] as? String == "10:30:15")
        #expect(known.gps[kCGImagePropertyGPSSpeedRef as String] as? String == "K")
        #expect(known.gps[kCGImagePropertyGPSSpeed as String] as? Double == 36)
        let texts = known.movieMetadata.compactMap(\.stringValue)
        #expect(texts == ["-33.500000+151.250000+004.000/", "12.500000"])
        let unknown = CapturePlace(CLLocation(latitude: 1, longitude: 2))
        #expect(unknown.altitude == nil && unknown.accuracy == nil && unknown.speed == nil)
        #expect(unknown.gps[kCGImagePropertyGPSAltitude as String] == nil && unknown.movieMetadata.count == 1)
    }
}

extension SimulatedCameraTests {
    struct MachinePlaceTests {
        @Test func thePlaceOfThePhoneIsFound() async throws {
            try SimulatedPhone.ofTest.perform("place 48.5,11.25,519,8")
            let place = try await CapturePlace.here(timeout: .seconds(60))
            #expect(place.latitude == 48.5 && place.longitude == 11.25)
            #expect(place.altitude == 519 && place.accuracy == 8 && place.speed == nil)
        }
    }
}
