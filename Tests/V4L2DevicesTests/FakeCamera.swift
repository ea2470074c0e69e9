import LinuxVideo
import Locking

@testable import V4L2Devices

/// A camera that is described from lists, as a driver gives them.
struct FakeCamera: ListingDevice {
    /// What it was asked for, in order.
    enum Question: Hashable {
        case pixelFormats, sizes, intervals
        /// One of the list.
        case pixelFormat
        case colors
    }

    var capability = VideoCapability(driver: "uvcvideo", card: "Webcam", bus: "usb-1", flags: [.capture, .streaming])
    /// The driver's order of pixel formats, and what it lists for each.
    var lists: [(fourCC: String, sizes: [VideoFrameSize])] = [("YUYV", [.discrete(width: 640, height: 480)])]
    var durations: [VideoFrameInterval] = [.discrete(VideoFraction(1, 30))]
    var current: VideoFormat?
    /// V4L2_COLORSPACE_… of each pixel format.
    var colorspaces: [String: UInt32] = [:]
    var controls: [UInt32: Int32] = [:]
    let questions = Mutex<[Question]>([])

    func count(_ question: Question) -> Int { questions.withLock { $0.count { $0 == question } } }

    func pixelFormats() -> [FourCC] {
        questions.withLock { $0.append(.pixelFormats) }
        return lists.compactMap { FourCC($0.fourCC) }
    }

    func firstPixelFormat<Found>(_ body: (FourCC) -> Found?) -> Found? {
        for list in lists {
            questions.withLock { $0.append(.pixelFormat) }
            if let found = FourCC(list.fourCC).flatMap(body) { return found }
        }
        return nil
    }

    func sizes(of pixelFormat: FourCC) -> [VideoFrameSize] {
        questions.withLock { $0.append(.sizes) }
        return lists.first { $0.fourCC == pixelFormat.description }?.sizes ?? []
    }

    func intervals(of pixelFormat: FourCC, width: Int, height: Int) -> [VideoFrameInterval] {
        questions.withLock { $0.append(.intervals) }
        return durations
    }

    func format() throws(Errno) -> VideoFormat {
        guard let current else { throw .invalid }
        return current
    }

    /// A driver that knows no other size than the signal's, and no other pixel format than its own, unless it has colors
    /// for them.
    func tryFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat {
        questions.withLock { $0.append(.colors) }
        guard let colorspace = colorspaces[pixelFormat.description] else { return try format() }
        return VideoFormat(pixelFormat: pixelFormat, width: width, height: height, colorspace: colorspace)
    }

    func interval() throws(Errno) -> VideoFraction { throw .invalid }

    func controlRange(_ id: UInt32) -> VideoControl? { nil }
    func control(_ id: UInt32) -> Int32? { controls[id] }
    func setControl(_ id: UInt32, _ value: Int32) throws(Errno) { throw .invalid }
    func watchControl(_ id: UInt32) -> Bool { false }
    func menu(_ id: UInt32) -> [Int32: Int64] { [:] }
}
