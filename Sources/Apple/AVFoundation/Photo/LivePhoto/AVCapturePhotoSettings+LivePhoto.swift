import Foundation

extension AVCapturePhotoSettings {
    /// Where the movie of a Live Photo goes: a file that does not exist yet. `nil`, the default, takes a still photo.
    ///
    /// The output's ``AVCapturePhotoOutput/isLivePhotoCaptureEnabled`` must be set.
    public var livePhotoMovieFileURL: URL? {
        get { values.withLock { $0.livePhoto.movieFileURL } }
        set { values.withLock { $0.livePhoto.movieFileURL = newValue } }
    }

    /// The codec of the movie's pictures: one of ``AVCapturePhotoOutput/availableLivePhotoVideoCodecTypes``, by default
    /// the first of them.
    ///
    /// Linux: what comes before the press is already encoded. A movie in another codec than the previous one therefore
    /// begins with the press, unless ``AVCapturePhotoOutput/setPreparedPhotoSettingsArray(_:completionHandler:)``
    /// announced that codec.
    public var livePhotoVideoCodecType: AVVideoCodecType {
        get { values.withLock { $0.livePhoto.videoCodec } ?? .plainMovies }
        set { values.withLock { $0.livePhoto.videoCodec = newValue } }
    }

    /// Metadata for the movie, in addition to the camera's.
    public var livePhotoMovieMetadata: [AVMetadataItem]? {
        get { values.withLock { $0.livePhoto.metadata } }
        set { values.withLock { $0.livePhoto.metadata = newValue } }
    }
}
