import AVFoundation

/// A captured photo that is not saved yet. It becomes one asset of the library.
package struct Photo: Sendable {
    /// The complete file of the picture, or of the raw data when only that was requested.
    package let data: Data
    /// What the data is, and the raw data beside it.
    package let format: PhotoFormat
    /// The file of the raw data beside the picture, when both were requested.
    package let rawData: Data?
    /// The movie of a Live Photo, in a temporary file that the caller must move or remove.
    package var livePhotoMovieURL: URL?
    /// Why a Live Photo has a picture but no movie.
    package var livePhotoProblem: (any Error)?
    /// Whether it is a proxy, to be saved as `.photoProxy`. The library makes the final photo later.
    package let isProxy: Bool
    /// In pixels, as stored.
    package let dimensions: CMVideoDimensions
    /// When the frame was captured, on the host clock.
    package let timestamp: CMTime
    /// How far the colors are those of the flash's light, from 0 to 1; `nil` for a photo without constant color.
    package let constantColorConfidence: Float?
}

/// A Live Photo whose movie has failed, and which then could not be saved either.
struct UnsavedLivePhoto: Error {
    let movieFailure: any Error
    /// Why it could not be saved.
    let failure: any Error
}
