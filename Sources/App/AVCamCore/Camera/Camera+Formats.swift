/// Formats that a window shows all the time, because they are remembered from launch to launch. Their files are larger,
/// or cannot be used everywhere.
extension Camera {
    /// The format of photos, if it has the sensor's data and the camera can deliver it.
    package var rawFormatInUse: PhotoFormat? {
        let format = photoFeatures.format
        guard captureMode == .photo, format.hasRaw, capabilities.photoFormats.contains(format) else { return nil }
        return format
    }

    /// The size and frame rate of movies, if a person has chosen others than most movies have.
    package var chosenVideoFormatInUse: VideoFormat? {
        guard captureMode == .video, !isQuickTaking, videoFormat != nil, let format = videoFormatInUse, format != .usual
        else { return nil }
        return format
    }

    /// Whether movies have the size that most have, so that only the frame rate can be unusual.
    package var hasUsualVideoSize: Bool { videoFormatInUse?.size == VideoFormat.usual.size }
}
