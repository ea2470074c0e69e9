import AVFoundation

/// A photo as it was captured, not saved yet: what becomes one asset of the library.
package struct Photo: Sendable {
    /// The complete file of the picture that everybody can look at; a DNG file when nothing else was asked for.
    package let data: Data
    /// `.jpg`, `.heic` or `.dng`.
    package let fileType: AVFileType
    /// The DNG file beside the picture, when both were asked for.
    package let rawData: Data?
    /// The movie of a Live Photo, in a temporary file that is the caller's to move or remove.
    package var livePhotoMovieURL: URL?
    /// Why the movie of a Live Photo is missing although the picture is there.
    package var livePhotoProblem: (any Error)?
    /// Whether it is a first version, to be saved as `.photoProxy`: the library makes the final photo later.
    package let isProxy: Bool
    /// In pixels, as it is stored.
    package let dimensions: CMVideoDimensions
    /// When the frame was captured, on the host clock.
    package let timestamp: CMTime
    /// How far the colors are those of the flash's light, 0 to 1; `nil` for a photo without constant color.
    package let constantColorConfidence: Float?
}

extension AVFileType {
    /// What the name of a photo of this type ends with.
    package var fileExtension: String {
        switch self {
        case .heic: "heic"
        case .dng: "dng"
        default: "jpg"
        }
    }
}
