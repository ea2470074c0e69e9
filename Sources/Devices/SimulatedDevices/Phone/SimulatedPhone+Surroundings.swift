import CaptureEngine
import Foundation

extension SimulatedPhone: Surroundings {
    package var orientation: BodyOrientation? { body.orientation }

    /// The phone counts as the app's own device only while the app uses one of its cameras.
    package var hasAccelerometer: Bool { isCameraRunning }

    /// The phone is held still, so this is gravity alone.
    package var acceleration: SIMD3<Double>? {
        guard hasAccelerometer else { return nil }
        let tilt = body.tilt
        return switch body.orientation {
        case .portrait: Self.gravity(turned: tilt)
        case .landscapeRight: Self.gravity(turned: 90 + tilt)
        case .portraitUpsideDown: Self.gravity(turned: 180 + tilt)
        case .landscapeLeft: Self.gravity(turned: 270 + tilt)
        case .faceUp: [0, 0, -1]
        case .faceDown: [0, 0, 1]
        }
    }

    /// - Parameter degrees: clockwise from upright.
    private static func gravity(turned degrees: Double) -> SIMD3<Double> {
        let angle = degrees * .pi / 180
        return [sin(angle), -cos(angle), 0]
    }

    package var interruptions: Set<CaptureInterruption> { body.interruptions }

    package var isLocked: Bool { body.isLocked }

    package func askToUnlock() -> Bool { body.askToUnlock() }

    package func setCapturingLocked(_ isCapturing: Bool) { body.setCapturingLocked(isCapturing) }

    package var buttons: Set<BodyButton> { Set(BodyButton.allCases) }

    package var volumeControl: (any VolumeControl)? { self }

    package func play(_ sound: String) { body.play(sound) }

    package func observe(_ handler: @escaping @Sendable (SurroundingsEvent) -> Void) -> SurroundingsObservation {
        body.observe(handler)
    }
}

extension SimulatedPhone: VolumeControl {
    package func observeVolume(_ handler: @escaping @Sendable () -> Void) -> SurroundingsObservation {
        let observation = changes.observe(handler)
        return SurroundingsObservation { withExtendedLifetime(observation) {} }
    }
}
