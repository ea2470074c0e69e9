import CaptureEngine
import Locking

/// What the devices of the phone can do.
enum SimulatedModel {
    /// The length of the microphone's blocks.
    static let soundBlock = CMTime(value: 1, timescale: 50)
    static let sampleRate: Int32 = 48_000

    static func description(of name: String) -> DeviceDescription {
        let id = DeviceID(scheme: "simulated", name: name)
        guard let camera = SimulatedCamera.named(name) else {
            return DeviceDescription(
                id: id, kind: .microphone, name: "Simulated Microphone", modelID: "Simulated Phone",
                manufacturer: "AVCam", module: .microphone, formats: microphoneFormats, isPhysical: false)
        }
        var device = DeviceDescription(
            id: id, kind: .camera, name: camera.title, modelID: "Simulated Phone (\(name))",
            manufacturer: "AVCam", position: camera.position, module: camera.module, formats: [], isPhysical: false,
            traits: camera.module == .external ? [] : .turnsWithBody)
        if let formats = cameraFormats[name] { device.formatList = formats }
        device.capabilities = camera.capabilities
        device.constituents = camera.constituents.map { DeviceID(scheme: "simulated", name: $0) }
        return device
    }

    /// - Throws: `formatUnsupported` when the configuration is not one of the device's.
    static func check(_ configuration: SourceConfiguration, of device: DeviceDescription) throws(CaptureError) {
        guard device.formats.contains(where: { $0.index == configuration.format.index }) else {
            throw CaptureError(.formatUnsupported, "\(device.id) has no such format", device: device.id)
        }
        guard let duration = configuration.frameDuration, device.kind == .camera else { return }
        guard configuration.format.frameDurations.contains(where: { $0.contains(duration) }) else {
            throw CaptureError(
                .formatUnsupported, "\(device.id) cannot take a frame each \(duration.seconds) s in this format",
                device: device.id)
        }
    }

    // MARK: Formats

    /// Made when somebody asks for them: most who list the phone's devices do not.
    private static let cameraFormats = Dictionary(
        uniqueKeysWithValues: SimulatedCamera.all.map { camera in
            (camera.name, Once { SimulatedFormats(camera).formats })
        })

    private static let microphoneFormats = [1, 2].map { channels in
        SourceFormat(
            description: .audio(.linearPCM(sampleRate: Double(sampleRate), channels: channels)), native: "s16",
            index: channels - 1)
    }
}
