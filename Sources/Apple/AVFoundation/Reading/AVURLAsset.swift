import Foundation

/// Whether times are to be exact, a `Bool`. Linux: they always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The media of a file. Source: Apple, AVURLAsset.
///
/// Linux: of a local file, of any kind that FFmpeg reads.
open class AVURLAsset: AVAsset, @unchecked Sendable {  // constant
    /// Where the file is.
    public let url: URL

    /// An asset of a file; `options` are without effect here.
    public init(url: URL, options: [String: Any]? = nil) {
        self.url = url
        super.init(file: AssetFileContents(url))
    }

    /// The kinds of files that can be read, as far as they have a type here.
    open class func audiovisualTypes() -> [AVFileType] {
        [.mov, .mp4, .m4v, .m4a, .mobile3GPP, .wav, .caf, .mp3, .aiff]
    }

    /// Whether files of a kind can be read: `video/mp4`, `video/quicktime; codecs="avc1"`.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let type = extendedMIMEType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return ["video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/mpeg", "audio/wav"].contains(type)
    }
}
