import CaptureEngine
import CoreMedia
import Testing

struct DepthMapTests {
    private typealias Calibration = DepthMap.Calibration

    private static let calibration = Calibration(
        focalLength: 2800, principalPoint: (x: 2016, y: 1512),
        referenceDimensions: CMVideoDimensions(width: 4032, height: 3024), pixelSize: 0.001)

    private static let changes: [@Sendable (inout Calibration) -> Void] = [
        { $0.focalLength += 1 }, { $0.principalPoint.x += 1 }, { $0.principalPoint.y += 1 },
        { $0.referenceDimensions.width += 1 }, { $0.referenceDimensions.height += 1 }, { $0.pixelSize *= 2 },
    ]

    @Test func calibrationsDifferIfAnyOfTheirValuesDoes() {
        #expect(Self.calibration == Self.calibration)
        for (number, change) in Self.changes.enumerated() {
            var other = Self.calibration
            change(&other)
            #expect(other != Self.calibration, "change \(number)")
        }
    }
}
