import LinuxVideo

/// What a video node is for. Most machines have more nodes than cameras.
enum NodeRole: Hashable {
    case camera
    /// It delivers no stream of pictures: metadata, teletext, a display's output.
    case noPictures
    /// A loopback device that no program feeds yet; it becomes a camera when one does.
    case waiting
    /// The input or output of a codec or a scaler.
    case converter
    /// One stage of a camera that only works as a whole, with software such as libcamera in charge of it.
    case stage

    /// Drivers of stages that do not say so themselves, by the beginnings of their names.
    private static let stageDrivers = [
        "bcm2835-isp", "intel-ipu", "ipu3-", "isys", "mtk-cam", "pispbe", "qcom-camss", "rkcif", "rkisp", "rp1-cfe",
    ]

    private static let loopbackDriver = "v4l2 loopback"

    init(_ capability: VideoCapability) {
        let flags = capability.flags
        let captures = !flags.isDisjoint(with: [.capture, .multiplanarCapture])
        // A loopback device is both the program's output and a camera, unless it was told to hide the output.
        let isLoopback = flags.isSuperset(of: [.capture, .output])
        if !flags.isDisjoint(with: [.memoryToMemory, .multiplanarMemoryToMemory]) {
            self = .converter
        } else if !captures, flags.contains(.output), capability.driver == Self.loopbackDriver {
            self = .waiting
        } else if !captures || !flags.contains(.streaming) {
            self = .noPictures
        } else if !isLoopback, !flags.isDisjoint(with: [.output, .multiplanarOutput]) {
            // Codecs of the time before memory-to-memory had a flag.
            self = .converter
        } else if flags.contains(.mediaController) || Self.stageDrivers.contains(where: capability.driver.hasPrefix) {
            self = .stage
        } else {
            self = .camera
        }
    }

    /// Why a node of this role is not offered as a camera; `nil` for a camera.
    var reason: String? {
        switch self {
        case .camera: nil
        case .noPictures: "delivers no pictures"
        case .waiting: "delivers no pictures until a program feeds it"
        case .converter: "converts pictures for other programs"
        case .stage: "is one stage of a camera that needs libcamera"
        }
    }
}
