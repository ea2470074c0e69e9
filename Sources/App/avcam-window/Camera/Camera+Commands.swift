import AVCamCore

/// What a press, key or menu entry does with the camera.
extension Camera {
    /// Whether the camera in use faces the person at the screen.
    var isFront: Bool { cameras.contains { $0.id == selectedCameraID && $0.isFront } }

    /// Whether a tap on the picture does something: a person has not set all of it by hand.
    var canSetPoint: Bool {
        capabilities.canFocusAtPoint && manual[.focus] == nil
            || capabilities.canExposeAtPoint && manual[.shutter] == nil
    }

    /// Whether the picture can be made lighter or darker. A manual exposure is as a person has set it.
    var canSetBias: Bool {
        manual[.shutter] == nil && capabilities.exposureBias.lowerBound < capabilities.exposureBias.upperBound
    }

    /// How fast movies play now: a camera may have no slow motion.
    var movieSpeedInUse: MovieSpeed {
        movieSpeed == .slowMotion && !capabilities.hasSlowMotion ? .normal : movieSpeed
    }

    /// The sizes and frame rates that movies can have.
    var movieFormats: [VideoFormat] {
        guard movieSpeedInUse == .slowMotion else { return capabilities.videoFormats }
        return capabilities.videoFormats.filter { MovieSpeed.slowMotionRates.contains($0.frameRate) }
    }

    /// The brackets that the camera can take; the first is none.
    var brackets: [Bracket] {
        [Bracket([])] + Bracket.usual.filter { capabilities.canTake(bracket: $0.exposures) }
    }

    /// The size of photos: the usual one, or the largest that is allowed; `nil` before the camera has told its sizes.
    var photoSize: PictureSize? {
        let sizes = capabilities.photoSizes
        guard let limit = photoFeatures.maxSize else { return capabilities.usualPhotoSize ?? sizes.last }
        return sizes.last { $0.fits(in: limit) } ?? sizes.last
    }

    /// The camera's usual size is not a limit: another camera may have larger ones.
    func choosePhotoSize(_ isWanted: (PictureSize) -> Bool) {
        guard let size = capabilities.photoSizes.first(where: isWanted) else { return }
        photoFeatures.maxSize = size == capabilities.usualPhotoSize ? nil : size
    }

    /// Takes a photo, or starts or stops a recording, depending on the mode.
    func capture() async {
        switch captureMode {
        case .photo: await capturePhoto()
        case .video: await toggleRecording()
        }
    }

    /// Starts after a failure. A camera that runs, but sends no pictures, is closed and opened again; what it has recorded
    /// until then is saved.
    func tryAgain() async {
        guard status == .running else { return await start() }
        if captureActivity.isRecording {
            await toggleRecording()
            // Otherwise it says why there is nothing to save.
            problem = problem ?? Message(translatable("What was recorded is saved."))
        }
        await restart()
    }

    /// Makes the picture lighter or darker.
    func changeExposure(by stops: Float) {
        Task { await setExposureBias(cameraSettings.exposureBias + stops) }
    }

    /// Chooses the first movie format that `isWanted`, with the frame rate nearest to the current one. A
    /// slow-motion rate is not kept for normal movies.
    func chooseVideo(_ isWanted: (VideoFormat) -> Bool) {
        let rate = (movieSpeedInUse == .slowMotion ? videoFormat : videoFormatInUse)?.frameRate ?? 30
        videoFormat =
            capabilities.videoFormats.filter(isWanted)
            .min { abs($0.frameRate - rate) < abs($1.frameRate - rate) } ?? videoFormat
    }
}
