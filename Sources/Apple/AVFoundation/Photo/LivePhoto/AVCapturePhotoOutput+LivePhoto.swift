import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// The state of a photo output's Live Photos.
struct LivePhotoState {
    var isEnabled = false
    var isSuspended = false
    var preservesSuspension = false
    /// The last value that observers were notified of.
    var wasSupported = false
    var wasRunning = false
}

extension AVCapturePhotoOutput {
    /// Whether Live Photos can be taken now: the session has the `.photo` preset or a format that the program chose, a
    /// camera, and no movie output.
    ///
    /// When it becomes `false`, so does ``isLivePhotoCaptureEnabled``. Observable.
    public var isLivePhotoCaptureSupported: Bool {
        guard let session, [.photo, .inputPriority].contains(session.sessionPreset), livePhotoCamera != nil else {
            return false
        }
        return !session.outputs.contains { $0 is AVCaptureMovieFileOutput }
    }

    /// Whether the output continuously records what may become the movie of a Live Photo; `false` by default.
    ///
    /// Setting it connects the output to the session's microphone, or disconnects it.
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

    /// Whether recording for Live Photos is suspended while Live Photo capture stays enabled; `false` by default.
    ///
    /// Setting it to `true` ends the movies under way at that moment; photos that are taken meanwhile have no movie.
    /// Movies after a suspension contain nothing from before its end. It returns to `false` when the session stops, see
    /// ``preservesLivePhotoCaptureSuspendedOnSessionStop``.
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

    /// Whether ``isLivePhotoCaptureSuspended`` keeps its value when the session stops; `false` by default.
    public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
        get { livePhoto.withLock { $0.preservesSuspension } }
        set { livePhoto.withLock { $0.preservesSuspension = newValue } }
    }

    /// Whether movies are trimmed where the camera moves too much.
    ///
    /// Linux: always `false`, as nothing measures how a camera moves; setting it to `true` stops the process.
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
    public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] {
        guard isLivePhotoCaptureSupported, let camera = livePhotoCamera else { return [] }
        return AVVideoCodecType.movieCodecs(for: camera.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    private var livePhotoCamera: AVCaptureDevice? {
        connections.first { $0.mediaType == .video }?.inputPorts.first?.device
    }

    // MARK: The session

    /// Whether the output takes sound, for Live Photos.
    var wantsSound: Bool { isLivePhotoCaptureEnabled }

    /// The sink for frames: that of photos, and with Live Photos their recorder too.
    func sink(beside frames: any FrameSink) -> any FrameSink {
        isLivePhotoCaptureEnabled ? SinkGroup([frames, livePhotoRecorder]) : frames
    }

    /// Called after the output's connections or the session's state have changed.
    func updateLivePhoto() {
        let isSupported = isLivePhotoCaptureSupported
        let isRunning = session?.isRunning == true
        let (wasSupported, hasStopped) = livePhoto.withLock { state in
            defer { state.wasRunning = isRunning }
            return (state.wasSupported, state.wasRunning && !isRunning && !state.preservesSuspension)
        }
        if wasSupported != isSupported {
            // The property itself has already changed; observers are notified now.
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

    /// Switches the recorder to the codec of a coming Live Photo.
    func prepareLivePhoto(_ settings: AVCapturePhotoSettings) {
        guard settings.livePhotoMovieFileURL != nil, isLivePhotoCaptureEnabled, !isLivePhotoCaptureSuspended else {
            return
        }
        livePhotoRecorder.setCodec(
            settings.livePhotoVideoCodecType.mediaSubType, at: world.clock.now)
    }
}
