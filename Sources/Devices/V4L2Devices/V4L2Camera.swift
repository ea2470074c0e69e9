import CaptureEngine
import Foundation
import LinuxVideo

/// What lists its pixel formats, sizes and durations: a device, or a fake one.
protocol ListingDevice: ControlledDevice {
    var capability: VideoCapability { get }

    func pixelFormats() -> [FourCC]
    func sizes(of pixelFormat: FourCC) -> [VideoFrameSize]
    func intervals(of pixelFormat: FourCC, width: Int, height: Int) -> [VideoFrameInterval]
    func format() throws(Errno) -> VideoFormat
    func tryFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat
    func interval() throws(Errno) -> VideoFraction
}

extension VideoDevice: ListingDevice {}

/// What is known about one camera, and how it is described to the engine.
struct V4L2Camera {
    private let node: V4L2Node
    private let capability: VideoCapability
    private let modes: [V4L2Mode]
    /// The current color settings; they decide whether formats will be full range.
    private let current: VideoFormat?
    /// V4L2_CAMERA_ORIENTATION_…, if the driver knows.
    private let orientation: Int32?

    private let capabilities: CameraCapabilities

    /// `nil` if the device delivers no pictures.
    ///
    /// - Parameter only: the one pixel format wanted, `nil` for all.
    init?(node: V4L2Node, device: some ListingDevice, only: FourCC?) {
        guard device.capability.isCamera else { return nil }
        modes = V4L2Mode.modes(of: device, only: only)
        if modes.isEmpty { return nil }
        self.node = node
        capability = device.capability
        current = try? device.format()
        orientation = device.control(V4L2ControlID.cameraOrientation)
        capabilities = V4L2Controls(device).capabilities
        if formats.isEmpty { return nil }
    }

    var hasColor: Bool { modes.contains { $0.encoding.hasColor } }

    /// - Parameter name: the name by which the camera was requested; `nil` uses its node.
    func description(named name: String?) -> DeviceDescription {
        var device = DeviceDescription(
            id: DeviceID(scheme: "v4l2", name: name ?? node.path), kind: .camera, name: Self.plainName(capability.card),
            modelID: modelID, manufacturer: node.usb?.manufacturer ?? "", position: position, module: module,
            formats: formats, companion: node.usb?.soundCard.map { DeviceID(scheme: "alsa", name: "hw:\($0),0") },
            isPhysical: true)
        device.capabilities = capabilities
        return device
    }

    private var modelID: String {
        guard let usb = node.usb else { return capability.driver }
        return "UVC Camera (\(usb.vendor):\(usb.product))"
    }

    /// Source: V4L2 specification, V4L2_CID_CAMERA_ORIENTATION: 0 front, 1 back, 2 external.
    private var position: DeviceDescription.Position {
        switch orientation {
        case 0: .front
        case 1: .back
        case 2: .unspecified
        // A camera that is built into a computer faces the user.
        default: node.usb?.isFixed == true ? .front : .unspecified
        }
    }

    private var module: DeviceDescription.Module {
        position == .unspecified ? .external : .wideAngle
    }

    private var formats: [SourceFormat] {
        let largest = modes.map { $0.width * $0.height }.max()
        return modes.enumerated().compactMap { index, mode in
            guard let description = self.description(of: mode) else { return nil }
            var format = SourceFormat(
                description: description, native: mode.encoding.fourCC.description,
                frameDurations: mode.frameDurations, photoDimensions: canSwitch ? sizes(above: mode) : [],
                isHighestPhotoQuality: mode.width * mode.height == largest, index: index)
            format.rawPixelFormats = rawPixelFormats(beside: mode)
            if mode.encoding.layout == .depth { format.depthPixelFormats = [kCVPixelFormatType_DepthFloat32] }
            return format
        }
    }

    /// PipeWire's replacement for V4L2 (pw-v4l2 0.3.65) loses its stream when the format changes.
    private var canSwitch: Bool { capability.driver != "PipeWire" }

    /// The larger sizes in color, smallest first.
    private func sizes(above mode: V4L2Mode) -> [CMVideoDimensions] {
        var areas: Set<Int> = [mode.width * mode.height]
        return modes.filter { $0.encoding.hasColor && $0.width * $0.height > mode.width * mode.height }
            .sorted { $0.width * $0.height < $1.width * $1.height }
            .filter { areas.insert($0.width * $0.height).inserted }
            .map { CMVideoDimensions(width: Int32($0.width), height: Int32($0.height)) }
    }

    /// The available mosaics: the mode's own, and those that the camera can switch to.
    private func rawPixelFormats(beside mode: V4L2Mode) -> [OSType] {
        let all = canSwitch ? [mode] + modes : [mode]
        var formats: [OSType] = []
        for format in all.compactMap(\.encoding.rawPixelFormat) where !formats.contains(format) {
            formats.append(format)
        }
        return formats
    }

    private func description(of mode: V4L2Mode) -> CMFormatDescription? {
        let colors = V4L2Color(
            current ?? VideoFormat(pixelFormat: mode.encoding.fourCC, width: mode.width, height: mode.height),
            layout: mode.encoding.layout)
        return try? CMFormatDescription(
            videoCodecType: .init(rawValue: colors.pixelFormat), width: mode.width, height: mode.height,
            extensions: .init(base: colors.attachments))
    }

    /// A readable name. USB cameras often repeat theirs: "HD Webcam: HD Webcam".
    static func plainName(_ card: String) -> String {
        let parts = card.components(separatedBy: ": ")
        if parts.count == 2, parts[0].hasPrefix(parts[1]) || parts[1].hasPrefix(parts[0]) || parts[1].isEmpty {
            return parts[0]
        }
        return card
    }
}
