import AVFoundation

/// The camera's format: the preset's, unless it lacks something that is wanted.
extension CaptureSetup {
    /// Sets the camera's format. The session must have the preset by then.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)`` for slow motion or 10 bits that the camera lacks; `AVError` when
    ///   another program configures the camera.
    func chooseFormat() throws {
        switch mode {
        case .photo: try choosePhotoFormat()
        case .video where movieSpeed == .slowMotion: try chooseSlowMotionFormat()
        case .video: try chooseMovieFormat()
        }
    }

    private func choosePhotoFormat() throws {
        let format = features.maxSize.flatMap { FormatChoice.format(of: camera, photosWithin: $0) }
        try setFormat(format ?? camera.activeFormat)
    }

    private func chooseSlowMotionFormat() throws {
        let size = PictureSize(camera.activeFormat.formatDescription.dimensions)
        let wish = videoFormat ?? VideoFormat(size: size, frameRate: FormatChoice.slowMotionRate)
        guard let format = FormatChoice.slowMotion(of: camera, near: wish) else {
            throw CameraError.featureNotSupported(
                Message(
                    translatable("%s has no slow motion, which takes more than 60 frames a second."), camera.uniqueID))
        }
        try setFormat(nearestTo: format)
    }

    private func chooseMovieFormat() throws {
        if let videoFormat {
            try setFormat(nearestTo: videoFormat)
        } else {
            try setFormat(camera.activeFormat)
        }
        guard recordsTenBits else { return }
        guard let format = FormatChoice.tenBitVariant(of: camera) else {
            if isLenient { return }
            throw CameraError.featureNotSupported(
                Message(translatable("%s has no 10-bit video in this size; turn HDR off."), camera.uniqueID))
        }
        if videoFormat == nil { try setFormat(format) }
    }

    private func setFormat(nearestTo wish: VideoFormat) throws {
        guard let nearest = FormatChoice.nearest(to: wish, of: camera),
            let (format, duration) = FormatChoice.format(of: camera, for: nearest, hasTenBits: recordsTenBits)
        else { return }
        try setFormat(format, frameDuration: duration)
    }

    /// - Parameter frameDuration: `.invalid` uses the format's own.
    private func setFormat(_ format: AVCaptureDevice.Format, frameDuration: CMTime = .invalid) throws {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        if format !== camera.activeFormat { camera.activeFormat = format }
        camera.activeVideoMinFrameDuration = frameDuration
        camera.activeVideoMaxFrameDuration = frameDuration
    }
}
