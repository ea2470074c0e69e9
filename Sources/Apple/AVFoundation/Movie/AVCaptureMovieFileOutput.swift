import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// Records QuickTime movies.
///
/// The file is playable at any time during the recording: a crash loses at most ``movieFragmentInterval``.
/// Source: Apple, AVCaptureMovieFileOutput.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {  // the state is in Mutexes
    struct Settings: @unchecked Sendable {  // holds property lists, never changed
        /// Half a second, where Apple uses ten: a crash then loses less than a second, including the encoder's delay.
        var fragmentInterval = CMTime(value: 1, timescale: 2)
        var video: [ObjectIdentifier: [String: Any]] = [:]
        var metadata: [AVMetadataItem]?
        /// The connections whose changes of orientation are recorded.
        var recordsTurns: Set<ObjectIdentifier> = []
        var switching = SwitchingForRecording()
        var replacesFile = false
    }

    let settings = Mutex(Settings())

    /// An output without limits that records nothing yet.
    public override init() {}

    override var acceptedMediaTypes: [AVMediaType] { [.video, .audio, .metadata] }

    /// How often what was recorded is written to the file so that it can be played up to there; with `.invalid`, as
    /// rarely as memory allows.
    ///
    /// Linux: half a second by default.
    public var movieFragmentInterval: CMTime {
        get { settings.withLock { $0.fragmentInterval } }
        set { settings.withLock { $0.fragmentInterval = newValue } }
    }

    /// The codecs that ``setOutputSettings(_:for:)`` takes, for the camera that is connected.
    ///
    /// Linux: HEVC takes several times as long as H.264; frames are dropped if the processor does not keep up.
    public var availableVideoCodecTypes: [AVVideoCodecType] {
        guard let format = connection(with: .video)?.inputPorts.first?.formatDescription?.mediaSubType.rawValue else {
            return [.plainMovies]
        }
        let codecs = AVVideoCodecType.movieCodecs(for: format)
        return codecs.isEmpty ? [.plainMovies] : codecs
    }

    /// The keys that ``setOutputSettings(_:for:)`` takes for a connection: none for sound.
    public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
        connection.mediaType == .video ? [AVVideoCodecKey, AVVideoCompressionPropertiesKey] : []
    }

    /// Sets how a connection's media is compressed: ``AVVideoCodecKey``, and in ``AVVideoCompressionPropertiesKey`` the
    /// ``AVVideoAverageBitRateKey`` and ``AVVideoExpectedSourceFrameRateKey``. `nil` returns to the default. It applies
    /// to recordings that begin later.
    public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        let method = "*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:]"
        guard connections.contains(where: { $0 === connection }) else {
            raiseException("\(method) The connection does not belong to the receiver")
        }
        let supported = supportedOutputSettingsKeys(for: connection)
        for key in outputSettings?.keys.sorted() ?? [] where !supported.contains(key) {
            raiseException("\(method) \(key) is not supported - use -supportedOutputSettingsKeysForConnection:")
        }
        if let codec = outputSettings?[AVVideoCodecKey] {
            let type = Self.codecType(codec)
            guard let type, availableVideoCodecTypes.contains(type) else {
                let name = type?.rawValue ?? "\(codec)"
                raiseException("\(method) \(name) is not supported - use -availableVideoCodecTypes")
            }
        }
        settings.withLock { $0.video[ObjectIdentifier(connection)] = outputSettings }
    }

    /// How a connection's media is compressed: by default with H.264, and with HEVC for 10-bit frames.
    public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        guard connection.mediaType == .video else { return [:] }
        let chosen = settings.withLock { $0 }.video[ObjectIdentifier(connection)]
        return [AVVideoCodecKey: Self.defaultCodec(for: connection)].merging(chosen ?? [:]) { $1 }
    }

    private static func defaultCodec(for connection: AVCaptureConnection) -> AVVideoCodecType {
        let format = connection.inputPorts.first?.formatDescription?.mediaSubType.rawValue
        return format.flatMap(MovieCodec.all.best(for:)).map(AVVideoCodecType.init) ?? .plainMovies
    }

    private static func codecType(_ value: Any) -> AVVideoCodecType? {
        value as? AVVideoCodecType ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
    }

    // MARK: Recording

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        active.withLock { $0?.recording }
    }

    /// Begins a movie with all enabled connections.
    override func record(to url: URL, _ delegate: any AVCaptureFileOutputRecordingDelegate) {
        let method = "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]"
        guard url.isFileURL else { raiseException("\(method) \(url) is not a file URL") }
        let wanted = self.connections.filter(\.isWanted)
        let connections = wanted.contains { $0.mediaType != .metadata } ? wanted : lostConnections
        if connections.allSatisfy({ $0.mediaType == .metadata }) {
            raiseException("\(method) No active/enabled connections")
        }
        let new = Active(
            recording: makeRecording(to: url, connections), url: url, delegate: delegate, connections: connections)
        if let refusal = refusal(url, connections) ?? begin(new) {
            let error = report(refusal, Recording.Progress(), new.url)
            delegateQueue.async { [self] in
                new.delegate.fileOutput(self, didFinishRecordingTo: new.url, from: new.connections, error: error)
            }
        }
    }

    private func refusal(_ url: URL, _ connections: [AVCaptureConnection]) -> CaptureError? {
        let devices = connections.compactMap { $0.inputPorts.first?.device }
        if let gone = devices.first(where: { !$0.isConnected && $0.mediaType == .video }) {
            return CaptureError(.deviceDisconnected, "\(gone.localizedName) was unplugged", device: gone.id)
        }
        if session?.isRunning != true {
            return CaptureError(.sessionNotRunning, "The capture session is not running: start it before a recording")
        }
        if !replacesExistingFile, FileManager.default.fileExists(atPath: url.path) {
            return CaptureError(.fileExists, "\(url.path) already exists: remove it or choose another name")
        }
        return nil
    }

    /// - Returns: why the recording cannot begin.
    private func begin(_ new: Active) -> CaptureError? {
        // Checked first, so that observers are not notified when the recording is refused.
        guard !isRecording, changing(\.isRecording, { claim(new) }) else {
            return CaptureError(.alreadyRecording, "A recording is already in progress: stop it before the next one")
        }
        restrictSwitching(of: new.connections)
        new.recording.start()
        session?.routesChanged()
        endWithoutFrames()
        return nil
    }

    private func claim(_ new: Active) -> Bool {
        let delays = new.connections.compactMap { $0.inputPorts.first?.device?.surroundings.delaySleep() }
        return active.withLock { active in
            guard active == nil else { return false }
            active = new
            active?.sleepDelays = delays
            return true
        }
    }

    /// A recording that began just after the last frame would wait forever.
    private func endWithoutFrames() {
        let isLive =
            session?.isRunning == true && connections.contains { $0.mediaType != .metadata && $0.isActive }
        if !isLive { active.withLock { $0 }?.recording.stopWaiting() }
    }

    override func sessionDidChange() {
        endWithoutFrames()
        // So that the first recording begins at once.
        if session?.isRunning == true { MovieFile.loadEncoders() }
        let present = Set(connections.map(ObjectIdentifier.init))
        settings.withLock { settings in
            settings.video = settings.video.filter { present.contains($0.key) }
            settings.recordsTurns.formIntersection(present)
        }
    }

    private func makeRecording(to url: URL, _ connections: [AVCaptureConnection]) -> Recording {
        Recording(
            movieConfiguration(url, connections), limits: recordingLimits,
            makeWriter: { (configuration) throws(CaptureError) in try MovieFile(configuration) },
            onStart: { [weak self] time in self?.recordingStarted(at: time) },
            onEvent: { [weak self] event in self?.recordingPassed(event) },
            onFinish: { [self] error in recordingFinished(error) })
    }

    private func movieConfiguration(_ url: URL, _ connections: [AVCaptureConnection]) -> MovieConfiguration {
        let video = connections.first { $0.mediaType == .video }
        let audio = connections.first { $0.mediaType == .audio }
        var configuration = MovieConfiguration(
            url: url, video: video.flatMap(videoConfiguration),
            audio: audio?.inputPorts.first.flatMap(\.formatDescription).map(MovieConfiguration.Audio.init(format:)),
            fragmentInterval: movieFragmentInterval)
        configuration.replacesFile = replacesExistingFile
        configuration.timedMetadata = Self.metadataPorts(connections).compactMap(\.formatDescription)
        configuration.metadata = MovieMetadata.merge(
            MovieMetadata.items(device: video?.inputPorts.first?.device), with: metadata ?? [])
        return configuration
    }

    /// The ports whose groups become tracks, in the order of the tracks.
    private static func metadataPorts(_ connections: [AVCaptureConnection]) -> [AVCaptureInput.Port] {
        connections.filter { $0.mediaType == .metadata }.compactMap(\.inputPorts.first)
    }

    /// Takes what a metadata input was given, if a recording is under way.
    func record(_ bytes: [UInt8], at time: CMTime, isGap: Bool, from port: AVCaptureInput.Port) {
        guard let active = active.withLock({ $0 }),
            let track = Self.metadataPorts(active.connections).firstIndex(where: { $0 === port })
        else { return }
        active.recording.add(TimedMetadata(track: track, bytes: bytes, time: time, isGap: isGap))
    }

    private func videoConfiguration(_ connection: AVCaptureConnection) -> MovieConfiguration.Video? {
        guard let device = connection.inputPorts.first?.device else { return nil }
        let source = device.sourceConfiguration
        let settings = outputSettings(for: connection)
        let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any]
        let state = connection.state.withLock { $0 }
        var video = MovieConfiguration.Video(source: device.id, format: source.format.description)
        if let codec = settings[AVVideoCodecKey].flatMap(Self.codecType) { video.codec = codec.mediaSubType }
        video.recordsTurns = recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for: connection)
        if let duration = source.frameDuration?.seconds, duration > 0 { video.expectedFrameRate = 1 / duration }
        if let rate = properties?[AVVideoExpectedSourceFrameRateKey] as? NSNumber {
            video.expectedFrameRate = rate.doubleValue
        }
        video.bitRate = (properties?[AVVideoAverageBitRateKey] as? NSNumber)?.intValue
        video.rotation = Int(state.rotationAngle)
        video.isMirrored = state.isMirrored
        return video
    }

    private func recordingStarted(at time: CMTime) {
        guard let active = active.withLock({ $0 }) else { return }
        delegateQueue.async { [self] in
            active.delegate.fileOutput(
                self, didStartRecordingTo: active.url, startPTS: time, from: active.connections)
        }
    }

    private func recordingPassed(_ event: Recording.Event) {
        guard let active = active.withLock({ $0 }) else { return }
        delegateQueue.async { [self] in
            switch event {
            case .paused: active.delegate.fileOutput(self, didPauseRecordingTo: active.url, from: active.connections)
            case .resumed: active.delegate.fileOutput(self, didResumeRecordingTo: active.url, from: active.connections)
            }
        }
    }

    private func recordingFinished(_ error: CaptureError?) {
        let ended = changing(\.isRecording) {
            active.withLock { active in
                defer { active = nil }
                return active
            }
        }
        guard let ended else { return }
        releaseSwitching(of: ended.connections)
        let progress = ended.recording.progress
        lastProgress.withLock { $0 = progress }
        session?.routesChanged()
        let reported = error.map { report($0, progress, ended.url) }
        delegateQueue.async { [self] in
            defer { withExtendedLifetime(ended.sleepDelays) {} }
            ended.delegate.fileOutput(
                self, didFinishRecordingTo: ended.url, from: ended.connections, error: reported)
        }
    }

    private func report(_ error: CaptureError, _ progress: Recording.Progress, _ url: URL) -> AVError {
        // On a disk that was full from the start there is no file, even though frames were counted.
        let isPlayable = progress.frames > 0 && FileManager.default.fileExists(atPath: url.path)
        return AVError(
            error, in: world,
            userInfo: [
                AVErrorRecordingSuccessfullyFinishedKey: isPlayable,
                AVErrorTimeKey: progress.duration,
                AVErrorFileSizeKey: progress.fileSize,
            ])
    }
}
