internal import CLinuxVideo

/// What a video node reports about itself.
///
/// Source: V4L2 specification, VIDIOC_QUERYCAP.
package struct VideoCapability: Hashable, Sendable {
    /// What this node can do, not the whole device.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        package static let capture = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_CAPTURE))
        package static let multiplanarCapture = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE))
        package static let output = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_OUTPUT))
        package static let multiplanarOutput = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_OUTPUT_MPLANE))
        package static let memoryToMemory = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_M2M))
        package static let multiplanarMemoryToMemory = Flags(rawValue: UInt32(V4L2_CAP_VIDEO_M2M_MPLANE))
        package static let metadataCapture = Flags(rawValue: UInt32(V4L2_CAP_META_CAPTURE))
        /// Its pipeline has to be set up through the media controller before it delivers anything.
        package static let mediaController = Flags(rawValue: UInt32(V4L2_CAP_IO_MC))
        package static let streaming = Flags(rawValue: UInt32(V4L2_CAP_STREAMING))
    }

    package var driver: String
    /// The device's human-readable name.
    package var card: String
    /// Where it is plugged in: `usb-0000:00:14.0-1`, `platform:vivid-000`.
    package var bus: String
    package var flags: Flags

    package init(driver: String, card: String, bus: String, flags: Flags) {
        self.driver = driver
        self.card = card
        self.bus = bus
        self.flags = flags
    }

    init(_ raw: linux_video_capability) {
        self.init(
            driver: withUnsafeBytes(of: raw.driver, Self.text), card: withUnsafeBytes(of: raw.card, Self.text),
            bus: withUnsafeBytes(of: raw.bus, Self.text), flags: Flags(rawValue: raw.capabilities))
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
