import Foundation

/// What the settings of a photo say of the movie around it.
struct LivePhotoValues: Sendable {
    /// `nil` is a photo without a movie.
    var movieFileURL: URL?
    /// `nil` leaves the codec to the output.
    var videoCodec: AVVideoCodecType?
    var metadata: [AVMetadataItem]?
}
