import Foundation

extension AVCapturePhotoSettings {
    /// Where the movie of a Live Photo goes: a file that is not there yet. `nil`, at first, takes a still photo.
    ///
    /// The output's ``AVCapturePhotoOutput/isLivePhotoCaptureEnabled`` must be set.
    /// Source: Apple, AVCapturePhotoSettings.livePhotoMovieFileURL.
    public var livePhotoMovieFileURL: URL? {
        get { values.withLock { $0.livePhoto.movieFileURL } }
        set { values.withLock { $0.livePhoto.movieFileURL = newValue } }
    }

    /// The codec of the movie's pictures: one of ``AVCapturePhotoOutput/availableLivePhotoVideoCodecTypes``, at first
    /// the first of them.
    ///
    /// Linux: what comes before the press is already encoded, so a movie in another codec than the one before begins
    /// with the press, unless ``AVCapturePhotoOutput/setPreparedPhotoSettingsArray(_:completionHandler:)`` has asked
    /// for it before. Source: Apple, AVCapturePhotoSettings.livePhotoVideoCodecType.
    public var livePhotoVideoCodecType: AVVideoCodecType {
        get { values.withLock { $0.livePhoto.videoCodec } ?? .h264 }
        set { values.withLock { $0.livePhoto.videoCodec = newValue } }
    }

    /// What the movie shall say of itself beside what the camera says.
    /// Source: Apple, AVCapturePhotoSettings.livePhotoMovieMetadata.
    public var livePhotoMovieMetadata: [AVMetadataItem]? {
        get { values.withLock { $0.livePhoto.metadata } }
        set { values.withLock { $0.livePhoto.metadata = newValue } }
    }
}
