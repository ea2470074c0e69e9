import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// What a photo output keeps for Live Photos.
struct LivePhotoState {
    var isEnabled = false
    var isSuspended = false
    var preservesSuspension = false
    /// What observers were told last.
    var wasSupported = false
    var wasRunning = false
}

extension AVCapturePhotoOutput {
    /// Whether Live Photos can be taken now: the session has the `.photo` preset, or a format that the program chose,
    /// and a camera, and no movie output.
    ///
    /// When it becomes `false`, ``isLivePhotoCaptureEnabled`` does too. Observable.
    /// Source: Apple, AVCapturePhotoOutput.isLivePhotoCaptureSupported.
    public var isLivePhotoCaptureSupported: Bool {
        guard let session, [.photo, .inputPriority].contains(session.sessionPreset), livePhotoCamera != nil else {
            return false
        }
        return !session.outputs.contains { $0 is AVCaptureMovieFileOutput }
    }

    /// Whether the output records all the time what may become the movie of a Live Photo; `false` at first.
    ///
    /// Setting it connects the output with the session's microphone, or disconnects it.
    /// Source: Apple, AVCapturePhotoOutput.isLivePhotoCaptureEnabled.
    public var isLivePhotoCaptureEnabled: Bool {
        get { livePhoto.withLock { $0.isEnabled } }
        set {
            if newValue, !isLivePhotoCaptureSupported {
                raiseException(
                    "*** -[AVCapturePhotoOutput setLivePhotoCaptureEnabled:] Live Photo capture is not supported - "
                        + "use -isLivePhotoCaptureSupported")
            }
            guard newValue != isLivePhotoCaptureEnabled else { return }
            setLivePhotoCapture(enabled: newValue)
            if newValue { session?.connectImplicitly() }
            session?.configurationChanged()
        }
    }

    /// Whether nothing is recorded for the moment, though Live Photo capture is enabled; `false` at first.
    ///
    /// Setting it ends movies under way at the present; a Live Photo that is taken meanwhile is a photo without a
    /// movie. After it was unset movies hold nothing from before. It returns to `false` when the session stops, see
    /// ``preservesLivePhotoCaptureSuspendedOnSessionStop``.
    /// Source: Apple, AVCapturePhotoOutput.isLivePhotoCaptureSuspended.
    public var isLivePhotoCaptureSuspended: Bool {
        get { livePhoto.withLock { $0.isSuspended } }
        set {
            if newValue, !isLivePhotoCaptureEnabled {
                raiseException(
                    "*** -[AVCapturePhotoOutput setLivePhotoCaptureSuspended:] Live Photo capture is not enabled")
            }
            guard newValue != isLivePhotoCaptureSuspended else { return }
            changing(\.isLivePhotoCaptureSuspended) { livePhoto.withLock { $0.isSuspended = newValue } }
            runLivePhotoRecorder()
        }
    }

    /// Whether ``isLivePhotoCaptureSuspended`` outlives the end of the session's run; `false` at first.
    ///
    /// Source: Apple, AVCapturePhotoOutput.preservesLivePhotoCaptureSuspendedOnSessionStop.
    public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
        get { livePhoto.withLock { $0.preservesSuspension } }
        set { livePhoto.withLock { $0.preservesSuspension = newValue } }
    }

    /// Whether movies end where the camera is moved too much.
    ///
    /// Linux: always `false`, as nothing measures how a camera is moved; setting it to `true` stops the process.
    /// Source: Apple, AVCapturePhotoOutput.isLivePhotoAutoTrimmingEnabled.
    public var isLivePhotoAutoTrimmingEnabled: Bool {
        get { false }
        set {
            if newValue {
                raiseException(
                    "*** -[AVCapturePhotoOutput setLivePhotoAutoTrimmingEnabled:] Live Photo auto trimming is not "
                        + "supported")
            }
        }
    }

    /// The codecs that a Live Photo's movie can have, the default first; empty while Live Photos are not supported.
    ///
    /// Source: Apple, AVCapturePhotoOutput.availableLivePhotoVideoCodecTypes.
    public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] {
        guard isLivePhotoCaptureSupported, let camera = livePhotoCamera else { return [] }
        return AVVideoCodecType.movieCodecs(for: camera.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    private var livePhotoCamera: AVCaptureDevice? {
        connections.first { $0.mediaType == .video }?.inputPorts.first?.device
    }

    // MARK: The session

    /// Whether the output takes part of the sound, as Live Photos need it.
    var wantsSound: Bool { isLivePhotoCaptureEnabled }

    /// What takes the pictures: photos, and the recorder of Live Photos while it is wanted.
    func sink(beside frames: any FrameSink) -> any FrameSink {
        isLivePhotoCaptureEnabled ? SinkGroup([frames, livePhotoRecorder]) : frames
    }

    /// Called after the output's connections, or the session's state, changed.
    func updateLivePhoto() {
        let isSupported = isLivePhotoCaptureSupported
        let isRunning = session?.isRunning == true
        let (wasSupported, hasStopped) = livePhoto.withLock { state in
            defer { state.wasRunning = isRunning }
            return (state.wasSupported, state.wasRunning && !isRunning && !state.preservesSuspension)
        }
        if wasSupported != isSupported {
            // The property itself has changed before; the observers learn it now.
            willChangeValue(for: \.isLivePhotoCaptureSupported)
            livePhoto.withLock { $0.wasSupported = isSupported }
            didChangeValue(for: \.isLivePhotoCaptureSupported)
        }
        if hasStopped { isLivePhotoCaptureSuspended = false }
        if !isSupported, isLivePhotoCaptureEnabled {
            setLivePhotoCapture(enabled: false)
            session?.routesChanged()
        }
        if isLivePhotoCaptureEnabled, isRunning { MovieFile.loadEncoders() }
    }

    private func setLivePhotoCapture(enabled isEnabled: Bool) {
        changing(\.isLivePhotoCaptureEnabled) {
            livePhoto.withLock { state in
                state.isEnabled = isEnabled
                if !isEnabled { state.isSuspended = false }
            }
        }
        if !isEnabled { session?.detach { $0.output === self && $0.mediaType == .audio } }
        runLivePhotoRecorder()
    }

    private func runLivePhotoRecorder() {
        let isWanted = livePhoto.withLock { $0.isEnabled && !$0.isSuspended }
        if isWanted {
            livePhotoRecorder.start()
        } else {
            livePhotoRecorder.stop(at: world.clock.now)
        }
    }
}

// MARK: One Live Photo

extension AVCapturePhotoOutput {
    /// What is wrong with settings that ask for a Live Photo.
    func livePhotoProblem(_ settings: AVCapturePhotoSettings) -> String? {
        guard let url = settings.livePhotoMovieFileURL else { return nil }
        if !isLivePhotoCaptureEnabled {
            return "settings.livePhotoMovieFileURL must be nil if self.livePhotoCaptureEnabled is NO"
        }
        if !url.isFileURL { return "settings.livePhotoMovieFileURL must be a file URL" }
        if !availableLivePhotoVideoCodecTypes.contains(settings.livePhotoVideoCodecType) {
            return "settings.livePhotoVideoCodecType must be present in self.availableLivePhotoVideoCodecTypes"
        }
        return nil
    }

    /// The movie part of a photo; `nil` when none is wanted, or while Live Photo capture is suspended.
    ///
    /// - Parameter pressTime: the middle of the movie.
    func makeLivePhoto(
        _ settings: AVCapturePhotoSettings, of device: AVCaptureDevice, orientation: AVCaptureConnection.State,
        pressTime: CMTime
    ) -> LivePhotoPart? {
        guard let url = settings.livePhotoMovieFileURL, isLivePhotoCaptureEnabled, !isLivePhotoCaptureSuspended else {
            return nil
        }
        var request = LivePhotoRequest(pressTime: pressTime, url: url, contentIdentifier: UUID().uuidString)
        request.rotation = Int(orientation.rotationAngle)
        request.isMirrored = orientation.isMirrored
        request.metadata = MovieMetadata.merge(
            MovieMetadata.items(device: device), with: settings.livePhotoMovieMetadata ?? [])
        return LivePhotoPart(
            request, codec: settings.livePhotoVideoCodecType.mediaSubType,
            dimensions: LivePhotoRecorder.dimensions(of: device.activeFormat.formatDescription))
    }

    /// Makes the codec of a coming Live Photo the one that is recorded in.
    func prepareLivePhoto(_ settings: AVCapturePhotoSettings) {
        guard settings.livePhotoMovieFileURL != nil, isLivePhotoCaptureEnabled, !isLivePhotoCaptureSuspended else {
            return
        }
        livePhotoRecorder.setCodec(
            settings.livePhotoVideoCodecType.mediaSubType, at: world.clock.now)
    }
}
