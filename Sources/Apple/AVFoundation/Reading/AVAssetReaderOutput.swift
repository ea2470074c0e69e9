import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// A part of an ``AVAssetReader`` that gives samples. Source: Apple, AVAssetReaderOutput.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {  // the state is locked
    // Touched with `lock` held; the reader in it is used by one thread at a time for that.
    private final class State: @unchecked Sendable {
        weak var reader: AVAssetReader?
        var isAdded = false
        var samples: (any SampleReading)?
        var isAtEnd = false
        var alwaysCopies = true
        var randomAccess = false
        /// What is still to be read.
        var ranges: [CMTimeRange] = []
        var isFinal = false
    }

    private let lock = Mutex(State())

    override init() {}

    /// The kind of media.
    open var mediaType: AVMediaType { .video }

    /// Whether samples may be changed by whoever gets them. Linux: they always may.
    open var alwaysCopiesSampleData: Bool {
        get { lock.withLock { $0.alwaysCopies } }
        set {
            requireNotStarted("setAlwaysCopiesSampleData:")
            lock.withLock { $0.alwaysCopies = newValue }
        }
    }

    /// Whether other ranges can be read after the first; `false` by default. Set it before reading starts.
    open var supportsRandomAccess: Bool {
        get { lock.withLock { $0.randomAccess } }
        set {
            requireNotStarted("setSupportsRandomAccess:")
            lock.withLock { $0.randomAccess = newValue }
        }
    }

    /// The next sample; `nil` at the end, or when the reader has failed or was cancelled: its status says which.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        let reader = lock.withLock { $0.reader }
        guard let reader, reader.status != .unknown else {
            raiseException(
                .internalInconsistency,
                "*** -[\(name) copyNextSampleBuffer] cannot copy next sample buffer before adding this output to an"
                    + " instance of AVAssetReader (using -addOutput:) and calling -startReading on that asset reader")
        }
        guard reader.status == .reading else { return nil }
        let result = lock.withLock { state in Result { () throws(CaptureError) in try next(state) } }
        if reader.status == .cancelled {
            stop()
            return nil
        }
        switch result {
        case .success(let sample?): return sample
        case .success(nil): reader.outputEnded()
        case .failure(let error): reader.fail(error)
        }
        return nil
    }

    private func next(_ state: State) throws(CaptureError) -> CMSampleBuffer? {
        while true {
            if state.samples == nil {
                guard !state.ranges.isEmpty else { return nil }
                state.samples = try samples(in: state.ranges.removeFirst())
            }
            if let sample = try state.samples?.next() { return sample }
            state.samples = nil
            guard state.ranges.isEmpty else { continue }
            // With random access, the program may come back.
            if !state.randomAccess || state.isFinal { state.isAtEnd = true }
            return nil
        }
    }

    /// Reads other ranges, after the end of the ones before; needs ``supportsRandomAccess``.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        reset(timeRanges.map(\.timeRangeValue))
    }

    private func reset(_ ranges: [CMTimeRange]) {
        let method = "*** -[\(name) resetForReadingTimeRanges:]"
        guard supportsRandomAccess else {
            raiseException(.internalInconsistency, "\(method) cannot be called when supportsRandomAccess is NO")
        }
        lock.withLock { state in
            state.samples = nil
            state.ranges = ranges
        }
    }

    /// Says that no other ranges will be read, so that the reader can complete.
    open func markConfigurationAsFinal() {
        let reader = lock.withLock { state in
            state.isFinal = true
            if state.samples == nil, state.ranges.isEmpty { state.isAtEnd = true }
            return state.reader
        }
        reader?.outputEnded()
    }

    // MARK: For the reader

    var name: String { "\(type(of: self))" }

    /// What gives the samples of a range.
    func samples(in range: CMTimeRange) throws(CaptureError) -> any SampleReading {
        throw CaptureError(.formatUnsupported, "\(name) reads nothing")
    }

    /// Whether the asset has what is read.
    func canRead(_ asset: AVAsset) -> Bool { false }

    var isAdded: Bool { lock.withLock { $0.isAdded } }
    var isAtEnd: Bool { lock.withLock { $0.isAtEnd } }

    func attach(to reader: AVAssetReader) {
        lock.withLock { state in
            state.reader = reader
            state.isAdded = true
        }
    }

    func begin(_ range: CMTimeRange) { lock.withLock { $0.ranges = [range] } }

    /// Gives up the file and the decoder. A thread that is making a sample does so afterwards: a program's filter may be
    /// running in it, and may be waiting for the caller.
    func stop() {
        _ = lock.withLockIfAvailable { state in
            state.samples = nil
            state.ranges = []
        }
    }

    func requireNotStarted(_ method: String) {
        let reader = lock.withLock { $0.reader }
        if let reader, reader.status != .unknown {
            raiseException(
                .internalInconsistency, "*** -[\(name) \(method)] cannot be called after reading has started")
        }
    }
}

/// Reads one track. Source: Apple, AVAssetReaderTrackOutput.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {  // set before reading starts
    public let track: AVAssetTrack
    /// What is made of the samples; `nil` for the samples as they are stored.
    public let outputSettings: [String: Any]?
    private let output: TrackReader.Output
    private var pitch = AVAudioTimePitchAlgorithm.spectral

    /// - Parameters:
    ///   - track: a track of the reader's asset.
    ///   - outputSettings: `nil` for compressed samples. For pictures: `kCVPixelBufferPixelFormatTypeKey`, and
    ///     `kCVPixelBufferWidthKey` with `kCVPixelBufferHeightKey` for another size. For sound: `AVFormatIDKey` is
    ///     `kAudioFormatLinearPCM`; what is missing is as stored, with 16 bits.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        self.outputSettings = outputSettings
        do throws(OutputSettings.Problem) {
            output = try ReaderSettings.output(outputSettings, track.facts)
        } catch {
            raiseException("*** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] \(error.words)")
        }
        super.init()
    }

    open override var mediaType: AVMediaType { track.mediaType }

    /// What happens to the pitch of sound where the speed of a composition changes; `spectral` by default. Sound that is
    /// read as it is stored is not changed.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitch }
        set {
            requireNotStarted("setAudioTimePitchAlgorithm:")
            newValue.requireKnown("*** -[AVAssetReaderTrackOutput setAudioTimePitchAlgorithm:]")
            pitch = newValue
        }
    }

    override func canRead(_ asset: AVAsset) -> Bool {
        guard asset.track(withTrackID: track.trackID) != nil, asset.tracks.contains(where: { $0.isSame(as: track) })
        else { return false }
        if case .pictures(let format?, _) = output { return TrackReader.pixelFormats.contains(format) }
        return true
    }

    override func samples(in range: CMTimeRange) throws(CaptureError) -> any SampleReading {
        try TrackReader(track.facts.segments, output, range: range, keepsPitch: pitch.keepsPitch)
    }
}

extension AVAssetTrack {
    /// Whether it is the same, or the same track of another asset of the same file.
    fileprivate func isSame(as track: AVAssetTrack) -> Bool {
        if self === track { return true }
        guard let own = facts.segments.first?.source, let other = track.facts.segments.first?.source else {
            return false
        }
        return trackID == track.trackID && own.path == other.path && own.stream == other.stream
    }
}

/// What the settings of an output ask for.
enum ReaderSettings {
    static func output(
        _ settings: [String: Any]?, _ track: MovieFacts.Track
    ) throws(OutputSettings.Problem) -> TrackReader.Output {
        guard let settings else { return .stored }
        switch track.kind {
        case .pictures: return try pictures(settings)
        case .sound:
            return .sound(try sound(settings, track.formats.first?.audioStreamBasicDescription))
        case .other: throw .init(words: "outputSettings must be nil for the media type of the track")
        }
    }

    static func pictures(_ settings: [String: Any]) throws(OutputSettings.Problem) -> TrackReader.Output {
        if settings[AVVideoCodecKey] != nil {
            throw .init(words: "outputSettings must not contain AVVideoCodecKey: only uncompressed output is supported")
        }
        // A list of formats means the first that can be made.
        var format = OutputSettings.number(settings[kCVPixelBufferPixelFormatTypeKey]).flatMap(OSType.init(exactly:))
        if let list = settings[kCVPixelBufferPixelFormatTypeKey] as? [Any] {
            let formats = list.compactMap { OutputSettings.number($0).flatMap(OSType.init(exactly:)) }
            format = formats.first(where: TrackReader.pixelFormats.contains) ?? formats.first
        }
        guard let width = OutputSettings.count(settings[kCVPixelBufferWidthKey]),
            let height = OutputSettings.count(settings[kCVPixelBufferHeightKey]), width > 1, height > 1
        else { return .pictures(format, size: nil) }
        let size = CMVideoDimensions(width: Int32(clamping: width / 2 * 2), height: Int32(clamping: height / 2 * 2))
        return .pictures(format, size: size)
    }

    static func sound(
        _ settings: [String: Any], _ stored: AudioStreamBasicDescription?
    ) throws(OutputSettings.Problem) -> AudioStreamBasicDescription {
        guard OutputSettings.number(settings[AVFormatIDKey]) == Double(kAudioFormatLinearPCM) else {
            throw .init(words: "AVFormatIDKey must be kAudioFormatLinearPCM")
        }
        var complete = settings
        complete[AVSampleRateKey] = settings[AVSampleRateKey] ?? stored?.mSampleRate ?? 44_100
        complete[AVNumberOfChannelsKey] = settings[AVNumberOfChannelsKey] ?? stored?.mChannelsPerFrame ?? 2
        complete[AVLinearPCMBitDepthKey] =
            settings[AVLinearPCMBitDepthKey] ?? (OutputSettings.number(settings[AVLinearPCMIsFloatKey]) == 1 ? 32 : 16)
        for key in [AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved]
        where settings[key] == nil { complete[key] = false }
        complete[AVChannelLayoutKey] = settings[AVChannelLayoutKey] ?? Data()
        guard case .linearPCM(let format?) = try OutputSettings.sound(complete, in: nil).kind else {
            throw .init(words: "Audio output settings have a value that is not valid")
        }
        return format
    }
}
