import CaptureEngine
import Foundation
import Locking
import MediaCoding

/// Records QuickTime movies.
///
/// A file is playable at any moment of its making: a crash costs at most ``movieFragmentInterval``.
/// Source: Apple, AVCaptureMovieFileOutput.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {  // the state is in Mutexes
    private struct Settings: @unchecked Sendable {  // holds property lists, never changed
        /// Half a second, where Apple has ten: a crash costs less than a second then, the encoder's lag included.
        var fragmentInterval = CMTime(value: 1, timescale: 2)
        var video: [ObjectIdentifier: [String: Any]] = [:]
    }

    private let settings = Mutex(Settings())

    public override init() {}

    override var acceptedMediaTypes: [AVMediaType] { [.video, .audio] }

    /// How often the file is brought up to date on the disk; `.invalid` leaves that to the end.
    ///
    /// Linux: half a second at first. Source: Apple, AVCaptureMovieFileOutput.movieFragmentInterval.
    public var movieFragmentInterval: CMTime {
        get { settings.withLock { $0.fragmentInterval } }
        set { settings.withLock { $0.fragmentInterval = newValue } }
    }

    /// The codecs that ``setOutputSettings(_:for:)`` takes.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [.h264] }

    /// The keys that ``setOutputSettings(_:for:)`` takes for a connection.
    public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
        connection.mediaType == .video ? [AVVideoCodecKey, AVVideoCompressionPropertiesKey] : []
    }

    /// Sets how a connection's media is compressed: ``AVVideoCodecKey``, and in ``AVVideoCompressionPropertiesKey``
    /// the ``AVVideoAverageBitRateKey`` and ``AVVideoExpectedSourceFrameRateKey``. `nil` returns to the default.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.setOutputSettings(_:for:).
    public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        let method = "*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:]"
        guard connections.contains(where: { $0 === connection }) else {
            raiseException("\(method) The connection does not belong to the receiver")
        }
        let supported = supportedOutputSettingsKeys(for: connection)
        for key in outputSettings?.keys.sorted() ?? [] where !supported.contains(key) {
            raiseException("\(method) \(key) is not supported - use -supportedOutputSettingsKeysForConnection:")
        }
        if let codec = outputSettings?[AVVideoCodecKey], let type = Self.codecType(codec),
            !availableVideoCodecTypes.contains(type)
        {
            raiseException("\(method) \(type.rawValue) is not supported - use -availableVideoCodecTypes")
        }
        settings.withLock { $0.video[ObjectIdentifier(connection)] = outputSettings }
    }

    /// How a connection's media is compressed.
    public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        guard connection.mediaType == .video else { return [:] }
        let chosen = settings.withLock { $0 }.video[ObjectIdentifier(connection)]
        return [AVVideoCodecKey: AVVideoCodecType.h264].merging(chosen ?? [:]) { $1 }
    }

    private static func codecType(_ value: Any) -> AVVideoCodecType? {
        value as? AVVideoCodecType ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
    }

    // MARK: Recording

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        active.withLock { $0?.recording }
    }

    public override func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        let method = "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]"
        guard outputFileURL.isFileURL else { raiseException("\(method) \(outputFileURL) is not a file URL") }
        let connections = self.connections.filter(\.isWanted)
        if connections.isEmpty {
            raiseException("\(method) No active/enabled connections")
        }
        let new = Active(
            recording: makeRecording(to: outputFileURL, connections), url: outputFileURL, delegate: delegate,
            connections: connections)
        if let refusal = refusal(outputFileURL, connections) ?? begin(new) {
            let error = Self.report(refusal, Recording.Progress(), new.url)
            delegateQueue.async { [self] in
                new.delegate.fileOutput(self, didFinishRecordingTo: new.url, from: new.connections, error: error)
            }
        }
    }

    private func refusal(_ url: URL, _ connections: [AVCaptureConnection]) -> CaptureError? {
        let devices = connections.compactMap(\.inputPorts.first).map(\.device)
        if let gone = devices.first(where: { !$0.isConnected && $0.mediaType == .video }) {
            return CaptureError(.deviceDisconnected, "\(gone.localizedName) was unplugged", device: gone.id)
        }
        if session?.isRunning != true {
            return CaptureError(.interrupted, "The capture session is not running: start it before a recording")
        }
        if FileManager.default.fileExists(atPath: url.path) {
            return CaptureError(.fileExists, "\(url.path) exists already: remove it or choose another name")
        }
        return nil
    }

    /// - Returns: why the recording cannot begin.
    private func begin(_ new: Active) -> CaptureError? {
        let isFirst = changing(\.isRecording) {
            active.withLock { active in
                if active != nil { return false }
                active = new
                return true
            }
        }
        if !isFirst {
            return CaptureError(.interrupted, "A recording is already in progress: stop it before the next one")
        }
        new.recording.start()
        session?.routesChanged()
        endWithoutFrames()
        return nil
    }

    /// A recording that began just after the last frame would wait for ever.
    private func endWithoutFrames() {
        let isLive = session?.isRunning == true && connections.contains(where: \.isActive)
        if !isLive { active.withLock { $0 }?.recording.stopWaiting() }
    }

    override func sessionDidChange() {
        endWithoutFrames()
        // So that the first recording begins at once.
        if session?.isRunning == true { MovieFile.loadEncoders() }
        let present = Set(connections.map(ObjectIdentifier.init))
        settings.withLock { settings in settings.video = settings.video.filter { present.contains($0.key) } }
    }

    private func makeRecording(to url: URL, _ connections: [AVCaptureConnection]) -> Recording {
        Recording(
            movieConfiguration(url, connections), limits: recordingLimits,
            makeWriter: { (configuration) throws(CaptureError) in try MovieFile(configuration) },
            onStart: { [weak self] time in self?.recordingStarted(at: time) },
            onFinish: { [self] error in recordingFinished(error) })
    }

    private func movieConfiguration(_ url: URL, _ connections: [AVCaptureConnection]) -> MovieConfiguration {
        let video = connections.first { $0.mediaType == .video }
        let audio = connections.first { $0.mediaType == .audio }
        var configuration = MovieConfiguration(
            url: url, video: video.flatMap(videoConfiguration),
            audio: audio?.inputPorts.first.flatMap(\.formatDescription).map(MovieConfiguration.Audio.init(format:)),
            fragmentInterval: movieFragmentInterval)
        configuration.metadata = MovieMetadata.items(device: video?.inputPorts.first?.device)
        return configuration
    }

    private func videoConfiguration(_ connection: AVCaptureConnection) -> MovieConfiguration.Video? {
        guard let device = connection.inputPorts.first?.device else { return nil }
        let source = device.sourceConfiguration
        let properties = outputSettings(for: connection)[AVVideoCompressionPropertiesKey] as? [String: Any]
        let state = connection.state.withLock { $0 }
        var video = MovieConfiguration.Video(source: device.id, format: source.format.description)
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
            active.delegate.fileOutput(self, didStartRecordingTo: active.url, from: active.connections)
            active.delegate.fileOutput(
                self, didStartRecordingTo: active.url, startPTS: time, from: active.connections)
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
        let progress = ended.recording.progress
        lastProgress.withLock { $0 = progress }
        session?.routesChanged()
        let reported = error.map { Self.report($0, progress, ended.url) }
        delegateQueue.async { [self] in
            ended.delegate.fileOutput(
                self, didFinishRecordingTo: ended.url, from: ended.connections, error: reported)
        }
    }

    private static func report(_ error: CaptureError, _ progress: Recording.Progress, _ url: URL) -> AVError {
        // A disk that was full from the start leaves no file, though frames were taken.
        let isPlayable = progress.frames > 0 && FileManager.default.fileExists(atPath: url.path)
        return AVError(
            error,
            userInfo: [
                AVErrorRecordingSuccessfullyFinishedKey: isPlayable,
                AVErrorTimeKey: progress.duration,
                AVErrorFileSizeKey: progress.fileSize,
            ])
    }
}
