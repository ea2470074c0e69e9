import CaptureEngine
import CoreMedia
import FFmpeg

/// One way of coding a movie's pictures: everything that differs from codec to codec.
///
/// To add one, write a value in a file of its own beside this one, and an entry in ``all``. It is about writing movies
/// only: a movie that is read back can be anybody's, and FFmpeg finds the decoder by the sample description's name.
package struct MovieCodec: Sendable {
    /// The type of the entry in the sample description table; the codec's name in Apple's API too.
    package let type: CMFormatDescription.MediaSubType
    /// The name for people, in at most 31 bytes; it is stored in the file.
    let name: String
    /// The encoder as FFmpeg names it.
    let encoder: String
    /// What the encoder takes.
    let layouts: Set<PictureLayout>
    /// The type of the box that sets a decoder up, as in ``decoderConfiguration``: `avcC`. Other containers have what is
    /// in it, without a name. `nil` if a decoder needs none.
    var configurationBox: String?
    /// What VideoToolbox's names of its profiles begin with: `H264`; `nil` if it has none.
    var profileFamily: String?
    /// The encoder's names of profiles, by VideoToolbox's; empty where the profile follows from the pictures.
    var profiles: [String: String] = [:]
    /// The encoder's names of entropy coders, by VideoToolbox's.
    var entropyCoders: [String: String] = [:]
    /// The encoder's own options, from the other settings and the work that a picture is worth.
    let options: @Sendable (VideoEncoder.Settings, EncoderPace) -> [String: String]
    /// The boxes of the sample description that set a decoder up.
    let decoderConfiguration: @Sendable (VideoEncoder) throws(FFmpegError) -> [UInt8]

    /// What movies can be recorded in; the first plays everywhere.
    package static let all: [MovieCodec] = [.h264, .hevc]

    /// Whether movies can be made of frames of a pixel format.
    package func canEncode(_ pixelFormat: OSType) -> Bool { EncoderInput.plan(pixelFormat, self) != nil }

    /// Whether frames of a pixel format keep all of their bits.
    func keepsDepth(of pixelFormat: OSType) -> Bool {
        guard let plan = EncoderInput.plan(pixelFormat, self) else { return false }
        return plan.layout.bitDepth == EncoderInput.bitDepth(of: pixelFormat)
    }
}

extension [MovieCodec] {
    /// Those that take frames of a pixel format, in the same order.
    package func encoding(_ pixelFormat: OSType) -> [MovieCodec] { filter { $0.canEncode(pixelFormat) } }

    /// The first that keeps all bits of such frames; else the first that takes them.
    package func best(for pixelFormat: OSType) -> MovieCodec? {
        first { $0.keepsDepth(of: pixelFormat) } ?? first { $0.canEncode(pixelFormat) }
    }

    /// - Throws: ``CaptureError`` `formatUnsupported` when none of them has that type.
    func codec(_ type: CMFormatDescription.MediaSubType) throws(CaptureError) -> MovieCodec {
        guard let codec = first(where: { $0.type == type }) else {
            throw CaptureError(.formatUnsupported, "movies cannot be recorded in the codec '\(type.rawValue.letters)'")
        }
        return codec
    }
}
