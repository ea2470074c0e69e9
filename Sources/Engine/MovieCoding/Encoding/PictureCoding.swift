import CaptureEngine
import CoreMedia
import FFmpeg
import PixelCoding

/// How pictures are coded.
package struct PictureCoding: Sendable {
    /// How a picture is fitted into another size. Source: Apple, AVVideoScalingModeKey.
    package enum Scaling: Sendable {
        /// The picture keeps its shape and is never enlarged: the new size shrinks to it.
        case fit
        /// The picture is stretched.
        case resize
        /// The picture keeps its shape, with black beside it.
        case aspectFit
        /// The picture keeps its shape and is cropped.
        case aspectFill
    }

    /// Code points of ITU-T H.273 for pictures that do not name their own.
    package struct Color: Sendable {
        package var primaries: Int?
        package var transfer: Int?
        package var matrix: Int?

        package init(primaries: Int? = nil, transfer: Int? = nil, matrix: Int? = nil) {
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
        }

        /// By the names that attachments of frames have; those that are unknown are left out.
        package init(primaries: String?, transfer: String?, matrix: String?) {
            self.init(
                primaries: PictureColor.code(primaries: primaries), transfer: PictureColor.code(transfer: transfer),
                matrix: PictureColor.code(matrix: matrix))
        }
    }

    package var codec = CMFormatDescription.MediaSubType.h264
    /// `nil` for that of the pictures.
    package var size: CMVideoDimensions?
    package var scaling = Scaling.resize
    package var color = Color()
    package var shape = PictureShape()
    /// The expected frame rate; real durations are written in any case.
    package var frameRate = 30.0
    /// Average bits per second; `nil` means constant quality.
    package var bitRate: Int?
    /// What no stretch of the stream may exceed; `nil` means no limit.
    package var rateLimit: VideoEncoder.Settings.RateLimit?
    /// 0 (smallest) to 1 (best), without a bit rate.
    package var quality: Double?
    /// The codec's names; `nil` leaves them to the encoder.
    package var profile: String?
    package var level: String?
    /// H.264's entropy coder, by x264's name: `cavlc` or `cabac`; `nil` leaves it to the profile.
    package var entropyCoder: String?
    /// A key frame comes after so many frames, or so many seconds, whichever is first.
    package var keyFrameInterval: Int?
    package var keyFrameSeconds = 1.0
    /// Whether frames may be stored in another order than shown.
    package var reordersFrames = false
    /// Whether a picture's packet may come with later pictures, so that an encoder can work on several at once.
    package var allowsDelay = true
    /// Units of time a second.
    package var timescale: Int32 = 90_000
    package var rotation = 0
    package var isMirrored = false
    /// Whether later pictures may have another size or pixel format than the first; they are then converted.
    package var acceptsChanges = false

    package init() {}

    /// Takes VideoToolbox's name of an entropy mode.
    ///
    /// - Returns: whether the codec has it.
    package mutating func setEntropyMode(_ name: String) -> Bool {
        guard let coder = MovieCodec.all.first(where: { $0.type == codec })?.entropyCoders[name] else { return false }
        entropyCoder = coder
        return true
    }

    /// Takes profile and level by VideoToolbox's name, such as `H264_High_4_0`. HEVC's profile follows from the frames'
    /// bits.
    ///
    /// - Returns: whether it is a name for the codec.
    package mutating func setProfileLevel(_ name: String) -> Bool {
        let parts = name.split(separator: "_").map(String.init)
        guard let codec = MovieCodec.all.first(where: { $0.type == codec }), let family = codec.profileFamily,
            parts.first == family, parts.count >= 3
        else { return false }
        guard !codec.profiles.isEmpty else { return true }
        profile = codec.profiles[parts[1]]
        level = parts.count == 4 && Int(parts[2]) != nil ? "\(parts[2]).\(parts[3])" : nil
        if profile == "baseline" { reordersFrames = false }
        return true
    }
}
