import SimulatedDevices

/// What the program's sessions do, for those beside this module who have to know.
package enum CameraUse {
    /// Whether a session of the program has a camera of the simulated phone and is not in the background.
    package static var isOnSimulatedPhone: Bool {
        let phone = SimulatedPhone.shared
        return CameraClaims.shared.isAnyHeld(scheme: phone.scheme)
            && !phone.body.interruptions.contains(.background)
    }
}
