import Foundation
import SimulatedDevices

extension SimulatedBody {
    /// The phone is held still, so this is gravity alone.
    var acceleration: CMAcceleration {
        switch orientation {
        case .portrait: Self.gravity(turned: tilt)
        case .landscapeRight: Self.gravity(turned: 90 + tilt)
        case .portraitUpsideDown: Self.gravity(turned: 180 + tilt)
        case .landscapeLeft: Self.gravity(turned: 270 + tilt)
        case .faceUp: CMAcceleration(x: 0, y: 0, z: -1)
        case .faceDown: CMAcceleration(x: 0, y: 0, z: 1)
        }
    }

    /// - Parameter degrees: clockwise from upright.
    private static func gravity(turned degrees: Double) -> CMAcceleration {
        let angle = degrees * .pi / 180
        return CMAcceleration(x: sin(angle), y: -cos(angle), z: 0)
    }
}
