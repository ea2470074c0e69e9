import Foundation

/// The settings of a photo for its movie.
struct LivePhotoValues: Sendable {
    /// `nil` for a photo without a movie.
    var movieFileURL: URL?
    /// `nil` leaves the codec to the output.
    var videoCodec: AVVideoCodecType?
    var metadata: [AVMetadataItem]?
}
