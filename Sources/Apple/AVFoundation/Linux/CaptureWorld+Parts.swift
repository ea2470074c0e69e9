import CaptureEngine

/// What this module keeps for each world.
extension CaptureWorld {
    /// The devices as objects.
    var devices: DeviceRegistry { part { DeviceRegistry($0) } }

    var preferredCameras: PreferredCameras { part { PreferredCameras($0) } }

    var thermalWatch: ThermalWatch { part { ThermalWatch($0) } }
}

extension AVCaptureDevice {
    /// The surroundings of the device.
    var surroundings: any Surroundings { world.surroundings(of: id) }
}
