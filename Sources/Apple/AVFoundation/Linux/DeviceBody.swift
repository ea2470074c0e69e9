import SimulatedDevices

extension AVCaptureDevice {
    /// The body that the device is built into, where there is one that can be turned, locked and pressed: the simulated
    /// phone.
    var body: SimulatedBody? {
        engineDescription.traits.contains(.turnsWithBody) ? SimulatedPhone.shared.body : nil
    }

    var isOfSimulatedPhone: Bool { id.scheme == SimulatedPhone.shared.scheme }
}
