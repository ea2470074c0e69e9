import FFmpeg

/// What movies and photos that are coded in HEVC have in common.
package enum X265 {
    /// The encoder as FFmpeg names it.
    package static let name = "libx265"

    /// - Parameter parameters: x265's own, `key=value`.
    package static func options(_ parameters: [String] = []) -> [String: String] {
        [
            "preset": "ultrafast", "tune": "zerolatency", "forced-idr": "1",
            "x265-params": (["annexb=0", "log-level=none"] + parameters).joined(separator: ":"),
        ]
    }

    /// VPS, SPS and PPS, each without its length; libx265 adds a message about itself, which is left out.
    package static func parameterSets(_ encoder: VideoEncoder) throws(FFmpegError) -> [[UInt8]] {
        try encoder.headerUnits().filter { (32...34).contains($0[0] >> 1 & 0x3f) }
    }
}
