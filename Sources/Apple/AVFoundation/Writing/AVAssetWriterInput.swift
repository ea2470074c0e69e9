import CaptureEngine
import CoreMedia
import Foundation
import Locking
import MovieCoding

/// One track of an ``AVAssetWriter``: takes frames, sound or compressed samples. Source: Apple, AVAssetWriterInput.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// What can be set until writing starts.
    struct Options: @unchecked Sendable {  // metadata items are not changed
        var expectsMediaDataInRealTime = false
        var transform = CGAffineTransform.identity
        var naturalSize = CGSize.zero
        var metadata: [AVMetadataItem] = []
        var mediaTimeScale: CMTimeScale = 0
        var languageCode: String?
        var extendedLanguageTag: String?
        var marksOutputTrackAsEnabled = true
        var preferredVolume: Float = 1
        var performsMultiPassEncoding = false
    }

    struct State {
        weak var writer: AVAssetWriter?
        var isAdded = false
        var index = 0
        var writing: AssetWriting?
        var isFinished = false
        var isReady = false
        var options = Options()
        var request: MediaRequest?
    }

    let state = Mutex(State())

    /// The kind of media that is appended.
    public let mediaType: AVMediaType
    /// How it is encoded; `nil` for samples that are written as they are.
    public let outputSettings: [String: Any]?
    /// The format of what will be appended.
    public let sourceFormatHint: CMFormatDescription?

    /// - Parameters:
    ///   - mediaType: `.video` or `.audio`; `.metadata` for an ``AVAssetWriterInputMetadataAdaptor``, without settings and
    ///     with a format.
    ///   - outputSettings: complete, or `nil`. Pictures: ``AVVideoCodecKey``, ``AVVideoWidthKey``, ``AVVideoHeightKey``.
    ///     Sound: `AVFormatIDKey`, `AVSampleRateKey`, `AVNumberOfChannelsKey`; linear PCM also its four keys.
    ///   - sourceFormatHint: the format of what will be appended, if it is known.
    public init(
        mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
    ) {
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        super.init()
        let method = "*** -[AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:]"
        guard let outputSettings else { return }
        do throws(OutputSettings.Problem) {
            switch mediaType {
            case .video: _ = try OutputSettings.pictures(outputSettings)
            case .audio: _ = try OutputSettings.sound(outputSettings, in: nil)
            default: raiseException("\(method) Output settings are not supported for the media type")
            }
        } catch {
            raiseException("\(method) \(error.words)")
        }
    }

    var isAdded: Bool { state.withLock { $0.isAdded } }

    func attach(to writer: AVAssetWriter, _ index: Int) {
        state.withLock { state in
            state.writer = writer
            state.isAdded = true
            state.index = index
        }
    }

    func begin(_ writing: AssetWriting) {
        state.withLock { $0.writing = writing }
        updateReadiness()
    }

    /// What the engine is to make of the input.
    func track(in fileType: AVFileType) throws -> AssetConfiguration.Track {
        let options = state.withLock { $0.options }
        let timescale = options.mediaTimeScale > 0 ? options.mediaTimeScale : nil
        let coding: AssetConfiguration.Track.Coding
        if let outputSettings {
            if mediaType == .video {
                var pictures = try OutputSettings.pictures(outputSettings)
                if let timescale { pictures.timescale = timescale }
                coding = .pictures(pictures)
            } else {
                coding = .sound(try OutputSettings.sound(outputSettings, in: fileType))
            }
        } else {
            coding = .asTheyAre(sourceFormatHint, timescale: timescale)
        }
        return AssetConfiguration.Track(coding, options.traits)
    }

    // MARK: Appending

    /// Whether the input takes more media now. Observable.
    ///
    /// It turns `false` while the encoder lags behind, and once the input is finished.
    public var isReadyForMoreMediaData: Bool { state.withLock { $0.isReady } }

    /// Recalculates ``isReadyForMoreMediaData``, and asks for more media where the program wants to be asked.
    func updateReadiness() {
        let isDifferent = state.withLock { $0.isReady != $0.hasRoom }
        if isDifferent {
            // Calculated again inside, so that the last of two threads leaves the right value.
            changing(\.isReadyForMoreMediaData) { state.withLock { $0.isReady = $0.hasRoom } }
        }
        askForMedia()
    }

    /// Appends frames, sound or compressed samples, to be written later.
    ///
    /// - Returns: `false` when the writer has failed, or does not write anymore.
    @discardableResult
    public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        append(sampleBuffer, "*** -[AVAssetWriterInput appendSampleBuffer:]", "A sample buffer")
    }

    /// - Parameter gap: a sample that is written before this one, and needs no room of its own.
    func append(_ sample: CMSampleBuffer, after gap: CMSampleBuffer? = nil, _ method: String, _ what: String) -> Bool {
        let (writer, writing, index) = state.withLock { ($0.writer, $0.writing, $0.index) }
        guard let writer, let writing else {
            if let status = writer?.status, status != .unknown { return false }
            raiseException(.internalInconsistency, "\(method) Cannot call method when status is 0")
        }
        guard writer.status == .writing, !writer.state.withLock({ $0.isFinishing }) else { return false }
        guard case .open = writer.state.withLock({ $0.session }) else {
            raiseException(
                .internalInconsistency,
                "\(method) Cannot append sample buffer: Must start a session (using -[AVAssetWriter "
                    + "startSessionAtSourceTime:) first")
        }
        check(sample, method)
        guard state.withLock({ $0.hasRoom }) else {
            // The writer may have failed, or another thread may have ended it, meanwhile.
            guard writer.state.withLock({ $0.status == .writing && !$0.isFinishing }) else { return false }
            raiseException(
                .internalInconsistency, "\(method) \(what) cannot be appended when readyForMoreMediaData is NO.")
        }
        // Without a picture or data it is only a note, such as that of a dropped frame.
        guard sample.imageBuffer != nil || sample.dataBuffer != nil else { return true }
        if let gap { writing.append(gap, to: index) }
        writing.append(sample, to: index)
        updateReadiness()
        return true
    }

    private func check(_ sample: CMSampleBuffer, _ method: String) {
        if let format = sample.formatDescription, format.mediaType.rawValue.letters != mediaType.rawValue {
            raiseException(
                "\(method) Media type of sample buffer must match receiver's media type (\"\(mediaType.rawValue)\")")
        }
        let isCompressed =
            mediaType == .video
            ? sample.imageBuffer == nil && sample.dataBuffer != nil
            : sample.formatDescription.map { $0.mediaSubType.rawValue != kAudioFormatLinearPCM } ?? false
        if outputSettings != nil, isCompressed {
            raiseException("\(method) Input buffer must be in an uncompressed format when outputSettings is not nil")
        }
        if outputSettings == nil, sample.imageBuffer != nil {
            raiseException("\(method) Input buffer must be in a compressed format when outputSettings is nil")
        }
    }

    /// Nothing more will be appended, so that the writer need not wait for it.
    public func markAsFinished() {
        let writer = state.withLock { $0.writer }
        if writer == nil || writer?.status == .unknown {
            raiseException(
                .internalInconsistency,
                "*** -[AVAssetWriterInput markAsFinished] Cannot call method when status is 0")
        }
        let (writing, index) = state.withLock { state in
            state.isFinished = true
            state.request = nil
            return (state.writing, state.index)
        }
        writing?.end(track: index)
        updateReadiness()
    }
}

extension AVAssetWriterInput.State {
    /// Whether the queue takes a sample now.
    fileprivate var hasRoom: Bool {
        guard let writing, let writer, !isFinished else { return false }
        let isWriting = writer.state.withLock { $0.status == .writing && !$0.isFinishing }
        return isWriting && writing.hasRoom(forTrack: index)
    }
}

extension AVAssetWriterInput.Options {
    fileprivate var traits: AssetConfiguration.Track.Traits {
        var traits = AssetConfiguration.Track.Traits()
        let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        if transform != .identity, numbers.allSatisfy({ !$0.isNaN }) {
            func fixed(_ value: CGFloat, _ bits: Int) -> Int32 {
                Int32(Swift.min(Swift.max((value * CGFloat(1 << bits)).rounded(), -0x8000_0000), 0x7fff_ffff))
            }
            traits.matrix = [
                fixed(transform.a, 16), fixed(transform.b, 16), 0, fixed(transform.c, 16), fixed(transform.d, 16), 0,
                fixed(transform.tx, 16), fixed(transform.ty, 16), 1 << 30,
            ]
        }
        // More does not fit into the file.
        let sizes = 1..<CGFloat(1 << 16)
        if sizes.contains(naturalSize.width), sizes.contains(naturalSize.height) {
            traits.size = (Int(naturalSize.width), Int(naturalSize.height))
        }
        traits.isEnabled = marksOutputTrackAsEnabled
        traits.volume = Double(max(0, min(1, preferredVolume)))
        traits.language = languageCode
        traits.metadata = metadata.compactMap(MetadataNames.movieItem)
        return traits
    }
}
