import CaptureEngine
import CoreMedia
import MovieCoding

// Names of presets.

/// The file's own tracks, copied without being encoded again.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// H.264 in the size of the pictures.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264, to be sent over Wi-Fi.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264, to be sent over a phone's network.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// HEVC in the size of the pictures.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264 in at most this size; pictures are never enlarged.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 in at most this size.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 in at most this size.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 in at most this size.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 in at most this size.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC in at most this size.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC in at most this size.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// The sound alone, as AAC in an `m4a` file.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// What a preset means.
struct ExportPreset {
    var codec: CMFormatDescription.MediaSubType? = .h264
    /// The longer and the shorter side at most.
    var size: (long: Double, short: Double)?
    /// Bits a second; `nil` for constant quality.
    var pictureRate: Int?
    var soundRate = 128_000
    var isPassthrough = false

    var hasPictures: Bool { codec != nil || isPassthrough }

    var fileTypes: [AVFileType] { hasPictures ? [.mov, .mp4, .m4v] : [.m4a] }

    /// In the order in which they are offered.
    static let all: [(name: String, preset: ExportPreset)] = [
        (AVAssetExportPresetHighestQuality, ExportPreset()),
        (AVAssetExportPresetMediumQuality, ExportPreset(size: (568, 320), pictureRate: 700_000, soundRate: 64_000)),
        (AVAssetExportPresetLowQuality, ExportPreset(size: (224, 128), pictureRate: 128_000, soundRate: 48_000)),
        (AVAssetExportPreset640x480, ExportPreset(size: (640, 480))),
        (AVAssetExportPreset960x540, ExportPreset(size: (960, 540))),
        (AVAssetExportPreset1280x720, ExportPreset(size: (1280, 720))),
        (AVAssetExportPreset1920x1080, ExportPreset(size: (1920, 1080))),
        (AVAssetExportPreset3840x2160, ExportPreset(size: (3840, 2160))),
        (AVAssetExportPresetHEVCHighestQuality, ExportPreset(codec: .hevc)),
        (AVAssetExportPresetHEVC1920x1080, ExportPreset(codec: .hevc, size: (1920, 1080))),
        (AVAssetExportPresetHEVC3840x2160, ExportPreset(codec: .hevc, size: (3840, 2160))),
        (AVAssetExportPresetAppleM4A, ExportPreset(codec: nil)),
        (AVAssetExportPresetPassthrough, ExportPreset(codec: nil, isPassthrough: true)),
    ]

    /// The size of the pictures in the file, even and in the same shape.
    func fitted(_ width: Double, _ height: Double) -> CMVideoDimensions {
        var scale = 1.0
        if let size {
            scale = min(1, size.long / max(width, height), size.short / min(width, height))
        }
        func side(_ length: Double) -> Int32 { Int32(clamping: max(2, Int((length * scale / 2).rounded()) * 2)) }
        return CMVideoDimensions(width: side(width), height: side(height))
    }
}
