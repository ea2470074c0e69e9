import CaptureEngine

extension SimulatedPhone: Surroundings {
    package var orientation: BodyOrientation? { body.orientation }

    /// The phone counts as the app's own device only while the app uses one of its cameras.
    package var hasAccelerometer: Bool { isCameraRunning }

    /// However it turns, and whoever holds it, this is gravity alone.
    package var acceleration: SIMD3<Double>? { hasAccelerometer ? body.gravity : nil }

    package var hasGyroscope: Bool { isCameraRunning }

    /// The turns of its body, and those of the hand that shakes it.
    package var rotationRate: SIMD3<Double>? { hasGyroscope ? body.rotationRate + [0, 0, twist] : nil }

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
