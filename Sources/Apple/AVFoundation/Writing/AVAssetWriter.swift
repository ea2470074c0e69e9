import CaptureEngine
import Foundation
import Locking
import MovieCoding
import UniformTypeIdentifiers

/// Writes media into a file: frames and sound, which its inputs encode, or samples as they are.
///
/// A thread of the writer's own encodes and writes. Source: Apple, AVAssetWriter.
open class AVAssetWriter: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// How far a writer is. Source: Apple, AVAssetWriter.Status.
    public enum Status: Int, Sendable {
        /// Writing has not started.
        case unknown = 0
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// See ``AVAssetWriter/error``. Linux: what was written until then stays, and is playable.
        case failed = 3
        /// The file was removed.
        case cancelled = 4
    }

    enum Session {
        case none, open
        case ended(CMTime)
    }

    struct State: @unchecked Sendable {  // metadata items are not changed
        var status = Status.unknown
        var error: AVError?
        var inputs: [AVAssetWriterInput] = []
        var writing: AssetWriting?
        var session = Session.none
        var isFinishing = false
        /// Called when the file is closed.
        var handlers: [@Sendable () -> Void] = []
        var isClosed = false
        /// The machine sleeps once the file is complete.
        var sleepDelays: [SurroundingsObservation] = []
        var options = Options()
    }

    /// What can be set until writing starts.
    struct Options {
        var metadata: [AVMetadataItem] = []
        var fragmentInterval = CMTime.invalid
        var movieTimeScale: CMTimeScale = 0
        var optimizesForNetworkUse = false
        var temporaryDirectory: URL?
        var replacesFile = false
        var segments = SegmentOptions()
    }

    let state = Mutex(State())
    /// Handlers and segments come from here, in their order, so that none holds up the writer's thread.
    let queue = DispatchQueue(label: "AVAssetWriter")

    /// Where the file will be. Linux: `/dev/null` for a writer that hands out segments, which writes no file.
    public let outputURL: URL
    /// Whether what is written goes to the delegate.
    let makesSegments: Bool
    /// The kind of file.
    public let outputFileType: AVFileType

    /// A writer for a file that does not exist yet.
    ///
    /// - Throws: ``AVError`` `fileFormatNotRecognized` for a kind of file that is not among the supported ones. Linux:
    ///   movies (`mov`, `mp4`, `m4v`), AAC (`m4a`), linear PCM (`wav`, `caf`).
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else {
            raiseException("*** -[AVAssetWriter initWithURL:fileType:error:] \(outputURL) is not a file URL")
        }
        guard AVFileType.written[outputFileType] != nil else {
            throw AVError(
                .fileFormatNotRecognized,
                userInfo: [NSLocalizedDescriptionKey: "Files of the type \(outputFileType.rawValue) cannot be written"])
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        makesSegments = false
        super.init()
        MovieFile.loadEncoders()
    }

    /// A writer that hands out segments of a movie to its ``delegate``, and writes no file.
    ///
    /// Set ``outputFileTypeProfile`` before writing starts.
    ///
    /// - Parameter outputContentType: `mpeg4Movie`, or another of the MPEG-4 files that can be written.
    public init(contentType outputContentType: UTType) {
        let fileType = AVFileType(outputContentType.identifier)
        guard case .mpeg4 = AVFileType.written[fileType] else {
            raiseException(
                "*** -[AVAssetWriter initWithContentType:] Segments of the type \(outputContentType.identifier) cannot be"
                    + " written; use \(UTType.mpeg4Movie.identifier)")
        }
        outputURL = URL(fileURLWithPath: "/dev/null")
        outputFileType = fileType
        makesSegments = true
        super.init()
        MovieFile.loadEncoders()
    }

    /// The same as ``init(outputURL:fileType:)``.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    deinit { state.withLock { $0.writing }?.abandon() }

    /// How far the writer is. Observable.
    public var status: Status { state.withLock { $0.status } }

    /// Why the writer failed; `nil` unless ``status`` is `failed`.
    public var error: (any Error)? { state.withLock { $0.error } }

    // MARK: Inputs

    /// The kinds of media that such a file can hold.
    public var availableMediaTypes: [AVMediaType] { outputFileType.writtenMediaTypes }

    /// The inputs that were added.
    public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

    /// Whether such a file can hold media with these settings; `nil` for media as it comes.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard outputFileType.writtenMediaTypes.contains(mediaType) else { return false }
        guard let outputSettings else { return true }
        if mediaType == .metadata { return false }
        do throws(OutputSettings.Problem) {
            if mediaType == .video {
                return outputFileType.canHold(try OutputSettings.pictures(outputSettings).codec.rawValue)
            }
            _ = try OutputSettings.sound(outputSettings, in: outputFileType)
        } catch {
            return false
        }
        return outputFileType.canHold(
            OutputSettings.number(outputSettings[AVFormatIDKey]).flatMap(FourCharCode.init(exactly:)) ?? 0,
            isBigEndian: OutputSettings.number(outputSettings[AVLinearPCMIsBigEndianKey]) == 1)
    }

    /// Whether an input can be added: writing has not started, it belongs to no writer, and such a file can hold what it
    /// makes.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && !input.isAdded && !(hasOneTrack && !inputs.isEmpty) && canHold(input)
    }

    private var hasOneTrack: Bool {
        outputFileType.hasOneTrack || makesSegments && outputFileTypeProfile == .mpeg4CMAFCompliant
    }

    private func canHold(_ input: AVAssetWriterInput) -> Bool {
        guard canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType) else { return false }
        guard input.outputSettings == nil, let hint = input.sourceFormatHint else { return true }
        return outputFileType.canHold(hint.mediaSubType.rawValue)
    }

    /// Adds an input, before writing starts.
    ///
    /// Linux: an input for which there is no encoder is accepted; ``startWriting()`` then fails.
    public func add(_ input: AVAssetWriterInput) {
        let method = "*** -[AVAssetWriter addInput:]"
        requireStatus(.unknown, method)
        if input.isAdded { raiseException("\(method) The input has already been added to an asset writer") }
        guard availableMediaTypes.contains(input.mediaType), !(hasOneTrack && !inputs.isEmpty) else {
            raiseException(
                "\(method) In order to add a media type \(input.mediaType.rawValue) use -canAddInput: first")
        }
        let index = state.withLock { state in
            state.inputs.append(input)
            return state.inputs.count - 1
        }
        input.attach(to: self, index)
    }

    func requireStatus(_ wanted: Status, _ method: String) {
        let status = self.status
        if status != wanted {
            raiseException(.internalInconsistency, "\(method) Cannot call method when status is \(status.rawValue)")
        }
    }

    // MARK: Writing

    /// Starts to write: creates the file and sets the encoders up.
    ///
    /// - Returns: whether the writer is ready; otherwise its ``status`` is `failed`, for example because the file exists.
    ///
    /// Linux: the file gets its name with the first media in it.
    @discardableResult
    public func startWriting() -> Bool {
        requireStatus(.unknown, "*** -[AVAssetWriter startWriting]")
        checkSegmentOptions("*** -[AVAssetWriter startWriting]")
        do {
            let events = AssetWriting.Events(
                onRoom: { [weak self] in self?.input($0)?.updateReadiness() },
                onFailure: { [weak self] in self?.fail($0) })
            let writing = try AssetWriting(configuration(), events)
            changing(\.status) {
                // What is captured is complete before the machine sleeps; what is converted goes on afterwards.
                let isLive = inputs.contains(where: \.expectsMediaDataInRealTime)
                let delays = isLive ? CaptureWorld.current.surroundings.map { $0.delaySleep() } : []
                state.withLock { state in
                    state.writing = writing
                    state.status = .writing
                    state.sleepDelays = delays
                }
            }
            for input in inputs { input.begin(writing) }
            return true
        } catch {
            close(with: error as? CaptureError ?? CaptureError(.fileUnwritable, "\(error)"))
            return false
        }
    }

    private func input(_ index: Int) -> AVAssetWriterInput? { state.withLock { $0.inputs[index] } }

    private func configuration() throws -> AssetConfiguration {
        var configuration = AssetConfiguration(
            url: outputURL, fileType: AVFileType.written[outputFileType] ?? .quickTime)
        let options = state.withLock { $0.options }
        configuration.fragmentInterval = options.fragmentInterval
        configuration.replacesFile = options.replacesFile
        configuration.putsIndexFirst = options.optimizesForNetworkUse
        configuration.segmentation = makesSegments ? segmentation(options.segments) : nil
        configuration.timescale = options.movieTimeScale > 0 ? options.movieTimeScale : nil
        configuration.metadata = options.metadata.compactMap(MetadataNames.movieItem)
        configuration.tracks = try inputs.map { input in
            guard canHold(input) else {
                throw CaptureError(
                    .encoderNotFound, "A file of the type \(outputFileType.rawValue) cannot have such a track here")
            }
            return try input.track(in: outputFileType)
        }
        return configuration
    }

    /// Begins the session: a sample of this time is the first that is played. It comes after ``startWriting()`` and before
    /// the first sample; there is one session.
    public func startSession(atSourceTime startTime: CMTime) {
        let method = "*** -[AVAssetWriter startSessionAtSourceTime:]"
        if status == .failed || status == .cancelled { return }
        requireStatus(.writing, method)
        guard startTime.isNumeric else { raiseException("\(method) invalid parameter: startTime must be numeric") }
        let isFirst = state.withLock { state in
            guard case .none = state.session else { return false }
            state.session = .open
            return true
        }
        if !isFirst { raiseException(.internalInconsistency, "\(method) Cannot start a session twice") }
        state.withLock { $0.writing }?.start(at: startTime)
    }

    /// Ends the session: what is later is in the file, but not played. Without it, all samples are played.
    public func endSession(atSourceTime endTime: CMTime) {
        let method = "*** -[AVAssetWriter endSessionAtSourceTime:]"
        if status == .failed || status == .cancelled { return }
        requireStatus(.writing, method)
        guard endTime.isNumeric else { raiseException("\(method) invalid parameter: endTime must be numeric") }
        let isOpen = state.withLock { state in
            guard case .open = state.session else { return false }
            state.session = .ended(endTime)
            return true
        }
        if !isOpen { raiseException(.internalInconsistency, "\(method) No session is in progress") }
    }

    /// Completes the file; the handler is called when ``status`` says how that went.
    @preconcurrency public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        let method = "*** -[AVAssetWriter finishWritingWithCompletionHandler:]"
        if status == .unknown || status == .cancelled || status == .completed { requireStatus(.writing, method) }
        enum Step { case wait, call, finish(AssetWriting, CMTime?) }
        let step = state.withLock { state -> Step in
            if state.isClosed { return .call }
            state.handlers.append(handler)
            guard !state.isFinishing, let writing = state.writing else { return .wait }
            state.isFinishing = true
            guard case .ended(let time) = state.session else { return .finish(writing, nil) }
            return .finish(writing, time)
        }
        switch step {
        case .wait: break
        case .call: queue.async { handler() }
        case .finish(let writing, let time):
            for input in inputs { input.updateReadiness() }
            writing.finish(at: time) { [self] in close(with: $0) }
        }
    }

    /// Completes the file; ``status`` then says how that went.
    public func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    /// Stops, and removes the file. Does nothing when the writer has failed or completed.
    public func cancelWriting() {
        let writing = changing(\.status) {
            state.withLock { state -> AssetWriting? in
                guard state.status == .writing || state.status == .unknown, !state.isFinishing else { return nil }
                state.status = .cancelled
                state.isClosed = true
                state.sleepDelays = []
                return state.writing
            }
        }
        writing?.cancel()
        for input in inputs { input.updateReadiness() }
    }

    /// On the writer's thread: closes the file with what is in it.
    private func fail(_ failure: CaptureError) {
        let writing = state.withLock { state -> AssetWriting? in
            guard state.status == .writing, !state.isFinishing else { return nil }
            state.isFinishing = true
            return state.writing
        }
        guard let writing else {
            state.withLock { $0.error = $0.error ?? AVError(failure, in: .current) }
            return
        }
        changing(\.status) {
            state.withLock { state in
                state.status = .failed
                state.error = AVError(failure, in: .current)
            }
        }
        for input in inputs { input.updateReadiness() }
        writing.finish(at: nil) { [self] _ in close(with: failure) }
    }

    /// - Parameter failure: the last one; an earlier one counts more.
    private func close(with failure: CaptureError?) {
        let handlers = changing(\.status) {
            state.withLock { state in
                if let failure, state.error == nil { state.error = AVError(failure, in: .current) }
                if state.status != .cancelled { state.status = state.error == nil ? .completed : .failed }
                state.isClosed = true
                state.sleepDelays = []
                defer { state.handlers = [] }
                return state.handlers
            }
        }
        for handler in handlers { queue.async(execute: handler) }
    }
}

// MARK: Options

extension AVAssetWriter {
    func set<Value>(_ option: WritableKeyPath<Options, Value>, _ value: Value, _ name: String) {
        requireStatus(.unknown, "*** -[AVAssetWriter set\(name):]")
        nonisolated(unsafe) let (option, value) = (option, value)  // a key path without captures, and a plain value
        state.withLock { $0.options[keyPath: option] = value }
    }

    /// The file's metadata. Set it before writing starts.
    public var metadata: [AVMetadataItem] {
        get { state.withLock { $0.options.metadata } }
        set { set(\.metadata, newValue, "Metadata") }
    }

    /// How often what came is written so that the file can be played up to there, should the process die; `.invalid` by
    /// default, for as rarely as memory allows.
    public var movieFragmentInterval: CMTime {
        get { state.withLock { $0.options.fragmentInterval } }
        set { set(\.fragmentInterval, newValue, "MovieFragmentInterval") }
    }

    /// Units per second of a movie's time; 0 by default, for one in which no time is rounded.
    public var movieTimeScale: CMTimeScale {
        get { state.withLock { $0.options.movieTimeScale } }
        set { set(\.movieTimeScale, newValue, "MovieTimeScale") }
    }

    /// Whether the index of a movie comes before the media, so that it can be played while it is loaded. The finished file
    /// is copied for that.
    public var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.options.optimizesForNetworkUse } }
        set { set(\.optimizesForNetworkUse, newValue, "ShouldOptimizeForNetworkUse") }
    }

    /// Where temporary files may be. Linux: stored, not used; the only one, for
    /// ``shouldOptimizeForNetworkUse``, is beside the file that it replaces.
    public var directoryForTemporaryFiles: URL? {
        get { state.withLock { $0.options.temporaryDirectory } }
        set { set(\.temporaryDirectory, newValue, "DirectoryForTemporaryFiles") }
    }
}
