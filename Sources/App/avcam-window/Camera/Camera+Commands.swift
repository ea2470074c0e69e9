import AVCamCore

/// What one press, key or menu entry means for the camera.
extension Camera {
    /// Takes a photo, or starts or ends a recording, as the mode has it.
    func capture() async {
        switch captureMode {
        case .photo: await capturePhoto()
        case .video: await toggleRecording()
        }
    }

    /// Makes the picture lighter or darker.
    func changeExposure(by stops: Float) {
        Task { await setExposureBias(cameraSettings.exposureBias + stops) }
    }

    /// Takes the first format of movies that `isWanted`, with the frame rate that is nearest to the one in use.
    func chooseVideo(_ isWanted: (VideoFormat) -> Bool) {
        let rate = videoFormatInUse?.frameRate ?? 30
        videoFormat =
            capabilities.videoFormats.filter(isWanted)
            .min { abs($0.frameRate - rate) < abs($1.frameRate - rate) } ?? videoFormat
    }
}
