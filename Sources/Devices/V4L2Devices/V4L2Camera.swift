import CaptureEngine
import DriverFrames
import Foundation
import LinuxVideo
import Locking

/// What lists its pixel formats, sizes and durations: a device, or a fake one.
protocol ListingDevice: ControlledDevice {
    var capability: VideoCapability { get }

    func pixelFormats() -> [FourCC]
    func firstPixelFormat<Found>(_ body: (FourCC) -> Found?) -> Found?
    func sizes(of pixelFormat: FourCC) -> [VideoFrameSize]
    func intervals(of pixelFormat: FourCC, width: Int, height: Int) -> [VideoFrameInterval]
    func format() throws(Errno) -> VideoFormat
    func tryFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat
    func interval() throws(Errno) -> VideoFraction
}

extension VideoDevice: ListingDevice {}

/// What is known about one camera, and how it is described to the engine.
///
/// To know that a node is a camera takes a few questions. Its formats may take a thousand, so they wait until somebody
/// needs them.
struct V4L2Camera: Sendable {
    /// Whether it has a format with color.
    let hasColor: Bool
    /// What it sees instead of color, in words; `nil` if it has color.
    private let sight: String?
    private let node: V4L2Node
    private let capability: VideoCapability
    /// V4L2_CAMERA_ORIENTATION_…, if the driver knows.
    private let orientation: Int32?
    private let capabilities: CameraCapabilities
    private let formats: Once<[SourceFormat]>

    /// `nil` if the device delivers no pictures.
    ///
    /// - Parameters:
    ///   - only: the one pixel format wanted, `nil` for all.
    ///   - questions: asks for the formats when they are needed.
    ///   - reopen: opens the device again for that; `nil` if it is gone.
    init?(
        node: V4L2Node, device: some ListingDevice, only: FourCC?, questions: NodeQuestions = NodeQuestions(),
        reopen: @escaping @Sendable () -> (any ListingDevice)?
    ) {
        guard NodeRole(device.capability) == .camera, let sample = V4L2Mode.sample(of: device, only: only) else {
            return nil
        }
        let capability = device.capability
        let current = try? device.format()
        // PipeWire's replacement for V4L2 (pw-v4l2 0.3.65) loses its stream when the format changes.
        let canSwitch = capability.driver != "PipeWire"
        hasColor = sample.encoding.hasColor
        sight = hasColor ? nil : sample.encoding.layout == .depth ? "depth" : "monochrome"
        self.node = node
        self.capability = capability
        orientation = device.control(V4L2ControlID.cameraOrientation)
        capabilities = V4L2Controls(device).capabilities
        formats = Once {
            let answer = questions.ask(node.path) { () -> (modes: [V4L2Mode], colors: [FourCC: VideoFormat]) in
                guard let again = reopen() else { return ([], [:]) }
                let modes = V4L2Mode.modes(of: again, only: only)
                let colors = canSwitch ? V4L2Mode.colors(of: modes, on: again, except: current?.pixelFormat) : [:]
                return (modes, colors)
            }
            // A camera that has just been unplugged, or that hangs, still has the format that it was found with.
            let modes = answer?.modes ?? []
            return V4L2FormatList(
                modes.isEmpty ? [sample] : modes, current: current, tried: answer?.colors ?? [:], canSwitch: canSwitch
            ).formats
        }
    }

    /// - Parameter path: the name by which the camera was requested; `nil` uses its node. A USB camera has its stable
    ///   name in any case, so that it is one device however it was asked for.
    func description(named path: String?) -> DeviceDescription {
        let name = Self.plainName(capability.card) + (sight.map { " (\($0))" } ?? "")
        var device = DeviceDescription(
            id: DeviceID(scheme: "v4l2", name: node.stableName ?? path ?? node.path), kind: .camera, name: name,
            modelID: modelID, manufacturer: node.usb?.manufacturer ?? "", position: position, module: module,
            formats: [], isPhysical: true)
        device.soundCard = node.usb?.soundCard
        device.formatList = formats
        device.node = node.path
        if !hasColor { device.traits.insert(.lacksColor) }
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

    /// A readable name. USB cameras often repeat theirs: "HD Webcam: HD Webcam".
    static func plainName(_ card: String) -> String {
        let parts = card.components(separatedBy: ": ")
        if parts.count == 2, parts[0].hasPrefix(parts[1]) || parts[1].hasPrefix(parts[0]) || parts[1].isEmpty {
            return parts[0]
        }
        return card
    }
}
