import CaptureEngine

/// What the devices of the phone can do.
enum SimulatedModel {
    private struct Size {
        var width: Int32
        var height: Int32
        var framesPerSecond: Int32
        var isPhoto = false
    }

    /// The microphone's blocks last as long as this.
    static let soundBlock = CMTime(value: 1, timescale: 50)
    static let sampleRate: Int32 = 48_000

    static func description(of name: String) -> DeviceDescription {
        let id = DeviceID(scheme: "simulated", name: name)
        func camera(_ title: String, _ position: DeviceDescription.Position, _ module: DeviceDescription.Module)
            -> DeviceDescription
        {
            DeviceDescription(
                id: id, kind: .camera, name: title, modelID: "Simulated Phone", manufacturer: "AVCam",
                position: position, module: module, formats: cameraFormats[name] ?? [], isPhysical: false)
        }
        switch name {
        case "back": return camera("Simulated Back Camera", .back, .wideAngle)
        case "front": return camera("Simulated Front Camera", .front, .wideAngle)
        case "external": return camera("Simulated External Camera", .unspecified, .external)
        default:
            return DeviceDescription(
                id: id, kind: .microphone, name: "Simulated Microphone", modelID: "Simulated Phone",
                manufacturer: "AVCam", module: .microphone, formats: microphoneFormats, isPhysical: false)
        }
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

    /// Makes the samples of a device in a configuration that was checked.
    static func maker(
        of name: String, _ configuration: SourceConfiguration, phone: SimulatedPhone
    ) -> any SampleMaker {
        if name == SimulatedPhone.microphoneName { return MicrophoneMaker(configuration.format) }
        let fastest = configuration.format.frameDurations[0].lowerBound
        return CameraMaker(
            configuration.format, step: configuration.frameDuration ?? fastest, view: view(of: name),
            timeOfDay: phone.timeOfDay)
    }

    private static func view(of name: String) -> SceneBackground.View {
        let blue = SceneColour(hex: 0x3A6EA5)
        let brown = SceneColour(hex: 0x6B5A45)
        switch name {
        case "front":
            return .init(
                title: "FRONT CAMERA", sky: SceneColour(hex: 0x3F7F78), ground: SceneColour(hex: 0x4B4A5C),
                showsPortrait: true)
        case "external":
            return .init(title: "EXTERNAL CAMERA", sky: SceneColour(hex: 0x6A5A8C), ground: brown, showsPortrait: false)
        default: return .init(title: "BACK CAMERA", sky: blue, ground: brown, showsPortrait: false)
        }
    }

    // MARK: Formats

    private static let cameraFormats: [String: [SourceFormat]] = [
        "back": formats(videoSizes + [Size(width: 4032, height: 3024, framesPerSecond: 30, isPhoto: true)], field: 69),
        "front": formats(videoSizes + [Size(width: 3088, height: 2316, framesPerSecond: 30, isPhoto: true)], field: 61),
        "external": formats(Array(videoSizes.prefix(2)), field: 78),
    ]

    private static let videoSizes = [
        Size(width: 1920, height: 1080, framesPerSecond: 60),
        Size(width: 1280, height: 720, framesPerSecond: 60),
        Size(width: 3840, height: 2160, framesPerSecond: 30),
        Size(width: 1920, height: 1440, framesPerSecond: 30),
        Size(width: 640, height: 480, framesPerSecond: 30),
    ]

    /// Each size in video range and in full range, as a phone lists them.
    private static func formats(_ sizes: [Size], field: Float) -> [SourceFormat] {
        let ranges = [
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "420v"),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, "420f"),
        ]
        var formats: [SourceFormat] = []
        for size in sizes {
            for (pixelFormat, code) in ranges {
                let durations =
                    CMTime(value: 1, timescale: size.framesPerSecond)...CMTime(value: 1, timescale: 1)
                formats.append(
                    SourceFormat(
                        description: .video(
                            pixelFormat: pixelFormat, width: Int(size.width), height: Int(size.height),
                            color: SceneColour.attachments), native: code, frameDurations: [durations],
                        fieldOfView: field, isHighestPhotoQuality: size.isPhoto, index: formats.count))
            }
        }
        return formats
    }

    private static let microphoneFormats = [1, 2].map { channels in
        SourceFormat(
            description: .audio(.linearPCM(sampleRate: Double(sampleRate), channels: channels)), native: "s16",
            index: channels - 1)
    }
}
