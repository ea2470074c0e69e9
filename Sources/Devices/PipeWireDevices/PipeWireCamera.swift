import CaptureEngine
import CoreMedia
import DriverFrames
import LinuxVideo
import Locking
import PipeWire

/// What the daemon has said about one camera.
struct PipeWireCamera: Sendable {
    let node: PipeWireNode
    /// The node's name, and if another camera had that already, its serial number.
    let name: String
    /// Which way it looks: "front", "back", "external".
    var location: String?
    var choices: [PipeWireChoice] = []
    /// Whether the daemon has said everything about it.
    var isDescribed = false

    init(_ node: PipeWireNode, name: String) {
        self.node = node
        self.name = name
    }

    /// Whether it is offered: a camera, and not one that the kernel's interface already offers. A shared screen
    /// is not a camera.
    ///
    /// - Parameters:
    ///   - hasNode: whether this program can see a device node.
    ///   - hasWebcam: whether this program can see the device node of a webcam, see ``webcam(ofLibcamera:)``.
    func isOffered(hasNode: (String) -> Bool, hasWebcam: (String) -> Bool = { _ in false }) -> Bool {
        guard isCamera else { return false }
        guard let path = node.path else { return true }
        if path.hasPrefix("v4l2:") { return !hasNode(String(path.dropFirst("v4l2:".count))) }
        return Self.webcam(ofLibcamera: path).map(hasWebcam) != true
    }

    private var isCamera: Bool { node.role.map { $0 == "Camera" } ?? true }

    /// Whether it stands for a camera of the kernel.
    ///
    /// - Parameters:
    ///   - path: its device node, without symbolic links.
    ///   - webcam: the node's ports and so on, see ``KernelWebcams/name(ofNode:)``; `nil` if it is no webcam's.
    func isKernelCamera(at path: String, webcam: String? = nil) -> Bool {
        guard isCamera, let own = node.path else { return false }
        return own == "v4l2:\(path)" || webcam != nil && Self.webcam(ofLibcamera: own) == webcam
    }

    /// The ports, interface, vendor and product of a webcam that libcamera has, as in `7:1.0-0c45:6d1f`; `nil` for any
    /// other camera. Its name ends with them: `libcamera:\_SB_.PC00.XHCI.RHUB.HS07-7:1.0-0c45:6d1f`.
    ///
    /// Source: libcamera, PipelineHandlerUVC::generateId.
    static func webcam(ofLibcamera path: String) -> String? {
        guard path.hasPrefix("libcamera:"),
            let match = path.firstMatch(of: /([0-9.]+:[0-9]+\.[0-9]+)-([0-9a-f]{4}:[0-9a-f]{4})$/)
        else { return nil }
        return "\(match.1)-\(match.2)"
    }

    var position: DeviceDescription.Position {
        switch location {
        case "front": .front
        case "back": .back
        default: .unspecified
        }
    }

    var formats: Once<[SourceFormat]> {
        Once { [choices] in V4L2FormatList(Self.modes(choices), current: nil, canSwitch: false).formats }
    }

    /// Whether the camera says how many pictures of a format it can give in a second. Of one that does not, none may be
    /// asked for.
    func hasRates(of pixelFormat: UInt32) -> Bool {
        choices.contains { $0.pixelFormats.contains(pixelFormat) && !$0.rates.intervals.isEmpty }
    }

    /// The modes that this program can turn into pictures, best first.
    static func modes(_ choices: [PipeWireChoice]) -> [V4L2Mode] {
        var modes: [V4L2Mode] = []
        for choice in choices {
            let durations = V4L2Mode.frameDurations(choice.rates.intervals, fallback: nil)
            for encoding in choice.pixelFormats.compactMap({ V4L2Encoding(FourCC(code: $0)) }) {
                for (width, height) in V4L2Mode.plainSizes(choice.sizes.frameSizes, current: nil) {
                    let mode = V4L2Mode(
                        encoding: encoding, width: width, height: height, frameDurations: durations)
                    if !modes.contains(mode) { modes.append(mode) }
                }
            }
        }
        return V4L2Mode.sorted(modes)
    }
}

extension PipeWireChoice.Values {
    fileprivate var frameSizes: [VideoFrameSize] {
        switch self {
        case .list(let sizes): sizes.map { .discrete(width: $0.first, height: $0.second) }
        case .range(let least, let most):
            least.first <= most.first && least.second <= most.second
                ? [
                    .range(
                        width: least.first...most.first, widthStep: 1, height: least.second...most.second,
                        heightStep: 1)
                ] : []
        }
    }

    /// Durations of the rates. Rates of zero, less than a frame in ten seconds, and invalid ones are left out.
    fileprivate var intervals: [VideoFrameInterval] {
        func duration(_ rate: PipeWireChoice.Pair) -> VideoFraction? {
            guard rate.first > 0, rate.second > 0, rate.second <= 10 * rate.first else { return nil }
            return VideoFraction(UInt32(clamping: rate.second), UInt32(clamping: rate.first))
        }
        switch self {
        case .list(let rates): return rates.compactMap(duration).map { .discrete($0) }
        case .range(let lowest, let highest):
            guard let shortest = duration(highest) else { return [] }
            // Down to one frame a second: a lowest rate of 0 has no duration.
            let longest = duration(lowest) ?? VideoFraction(1, 1)
            return CMTime(longest) < CMTime(shortest)
                ? [.discrete(shortest)] : [.range(shortest: shortest, longest: longest)]
        }
    }
}
