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

    override var startMethod: String {
        "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]"
    }

    override var replacesFile: Bool { replacesExistingFile }

    /// All enabled connections.
    override var connectionsToRecord: [AVCaptureConnection] {
        let wanted = connections.filter(\.isWanted)
        return wanted.contains { $0.mediaType != .metadata } ? wanted : lostConnections
    }

    override func recordingBegins(_ connections: [AVCaptureConnection]) { restrictSwitching(of: connections) }

    override func recordingEnded(_ connections: [AVCaptureConnection]) { releaseSwitching(of: connections) }

    override func sessionDidChange() {
        super.sessionDidChange()
        // So that the first recording begins at once.
        if session?.isRunning == true { MovieFile.loadEncoders() }
        let present = Set(connections.map(ObjectIdentifier.init))
        settings.withLock { settings in
            settings.video = settings.video.filter { present.contains($0.key) }
            settings.recordsTurns.formIntersection(present)
        }
    }

    override func configuration(of url: URL, _ connections: [AVCaptureConnection]) -> MovieConfiguration {
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
}
