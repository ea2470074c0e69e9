import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// Writes an asset into a file, encoded as a preset says. Source: Apple, AVAssetExportSession.
///
/// The file has its name once it is complete: an export that fails, is cancelled or dies leaves none.
open class AVAssetExportSession: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// How far a session is. Source: Apple, AVAssetExportSession.Status.
    public enum Status: Int, Sendable {
        case unknown = 0
        case waiting = 1
        case exporting = 2
        case completed = 3
        /// See ``AVAssetExportSession/error``.
        case failed = 4
        case cancelled = 5
    }

    /// What ``states(updateInterval:)`` says. Source: Apple, AVAssetExportSession.State.
    public enum State: Sendable {
        case pending
        case waiting
        case exporting(progress: Progress)
    }

    struct Values {
        var status = Status.unknown
        var error: AVError?
        var url: URL?
        var fileType: AVFileType?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var metadata: [AVMetadataItem]?
        var filter: AVMetadataItemFilter?
        var lengthLimit: Int64 = 0
        var pitch = AVAudioTimePitchAlgorithm.spectral
        var composition: AVVideoComposition?
        var mix: AVAudioMix?
        var optimizesForNetworkUse = false
        var export: AssetExport?
        var isCancelled = false
    }

    let values = Mutex(Values())
    let preset: ExportPreset

    public let presetName: String
    public let asset: AVAsset

    /// - Returns: `nil` for a preset that is not known.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset.all.first(where: { $0.name == presetName })?.preset else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    // MARK: Presets

    open class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

    /// The presets for which an asset has the media.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        let hasPictures = asset.tracks(withMediaType: .video).contains(where: \.isDecodable)
        let hasSound = asset.tracks(withMediaType: .audio).contains(where: \.isDecodable)
        return ExportPreset.all.filter { _, preset in
            preset.isPassthrough ? hasPictures || hasSound : preset.codec != nil ? hasPictures : hasSound
        }.map(\.name)
    }

    /// Whether a preset fits an asset and a kind of file.
    open class func compatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
    ) async -> Bool {
        _ = try? await asset.load(.tracks)
        guard exportPresets(compatibleWith: asset).contains(presetName),
            let preset = ExportPreset.all.first(where: { $0.name == presetName })?.preset
        else { return false }
        return outputFileType.map(preset.fileTypes.contains) ?? true
    }

    /// The kinds of files that the preset can make.
    open var supportedFileTypes: [AVFileType] { preset.fileTypes }

    // MARK: Settings

    /// Where the file will be. There must be none yet.
    open var outputURL: URL? {
        get { values.withLock { $0.url } }
        set { values.withLock { $0.url = newValue } }
    }

    /// One of ``supportedFileTypes``.
    open var outputFileType: AVFileType? {
        get { values.withLock { $0.fileType } }
        set {
            if let newValue, !supportedFileTypes.contains(newValue) {
                raiseException("*** -[AVAssetExportSession setOutputFileType:] Invalid output file type")
            }
            values.withLock { $0.fileType = newValue }
        }
    }

    /// What is exported, on the asset's timeline; all of it by default.
    open var timeRange: CMTimeRange {
        get { values.withLock { $0.timeRange } }
        set { values.withLock { $0.timeRange = newValue } }
    }

    /// The file's metadata; `nil` for that of the asset.
    open var metadata: [AVMetadataItem]? {
        get { values.withLock { $0.metadata } }
        set { values.withLock { $0.metadata = newValue } }
    }

    /// Which of the asset's metadata goes into the file; `nil`, the default, for all of it. What ``metadata`` sets is
    /// not filtered.
    open var metadataItemFilter: AVMetadataItemFilter? {
        get { values.withLock { $0.filter } }
        set { values.withLock { $0.filter = newValue } }
    }

    /// How many bytes the file should have at most; 0, the default, for no limit. The export ends early where the file
    /// would become larger; ``status`` is `completed` then, too.
    ///
    /// Linux: by what the pictures and the sound take and an estimate of the index, which is a little too high. A file
    /// has one sample even if that is too large.
    open var fileLengthLimit: Int64 {
        get { values.withLock { $0.lengthLimit } }
        set { values.withLock { $0.lengthLimit = newValue } }
    }

    /// How the pictures of several tracks become one; without it, the first video track is exported.
    open var videoComposition: AVVideoComposition? {
        get { values.withLock { $0.composition } }
        set {
            newValue?.requireValid("*** -[AVAssetExportSession setVideoComposition:]")
            values.withLock { $0.composition = newValue?.copy() as? AVVideoComposition }
        }
    }

    /// How loud the sound of each track is.
    open var audioMix: AVAudioMix? {
        get { values.withLock { $0.mix } }
        set { values.withLock { $0.mix = newValue?.copy() as? AVAudioMix } }
    }

    /// What happens to the pitch of sound where the speed of a composition changes, for tracks of which ``audioMix`` does
    /// not say it; `spectral` by default. Without effect on `Passthrough`, which changes no sound.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { values.withLock { $0.pitch } }
        set {
            newValue.requireKnown("*** -[AVAssetExportSession setAudioTimePitchAlgorithm:]")
            values.withLock { $0.pitch = newValue }
        }
    }

    /// Whether the index of the movie comes before the media.
    open var shouldOptimizeForNetworkUse: Bool {
        get { values.withLock { $0.optimizesForNetworkUse } }
        set { values.withLock { $0.optimizesForNetworkUse = newValue } }
    }

    // MARK: Exporting

    public var status: Status { values.withLock { $0.status } }
    /// Why the export failed; `nil` unless ``status`` is `failed` or `cancelled`.
    public var error: (any Error)? { values.withLock { $0.error } }

    /// From 0 to 1.
    public var progress: Float {
        let (status, export) = values.withLock { ($0.status, $0.export) }
        return status == .completed ? 1 : Float(export?.progress ?? 0)
    }

    /// Exports, and calls the handler on another thread when ``status`` says how that went.
    @preconcurrency open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let method = "*** -[AVAssetExportSession exportAsynchronouslyWithCompletionHandler:]"
        let (url, fileType) = values.withLock { ($0.url, $0.fileType) }
        guard let url, url.isFileURL else { raiseException("\(method) cannot export without a file outputURL") }
        guard let fileType else { raiseException("\(method) cannot export without an outputFileType") }
        let isFirst = values.withLock { values in
            guard values.status == .unknown else { return false }
            values.status = .waiting
            return true
        }
        if !isFirst { raiseException(.internalInconsistency, "\(method) cannot be called more than once") }
        Thread.start(named: "export session") { [self] in
            do throws(AVError) {
                try export(to: url, fileType)
                values.withLock { $0.status = .completed }
            } catch {
                values.withLock { values in
                    values.status = values.isCancelled ? .cancelled : .failed
                    values.error = values.isCancelled ? AVError(.operationCancelled) : error
                }
            }
            values.withLock { $0.export = nil }
            handler()
        }
    }

    /// Exports, and returns when ``status`` says how that went.
    open func export() async {
        await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
    }

    /// Exports to a file.
    ///
    /// - Throws: ``AVError``, or `CancellationError` when the task is cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        outputURL = url
        outputFileType = fileType
        await withTaskCancellationHandler {
            await export()
        } onCancel: {
            cancelExport()
        }
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    /// How far the export is, at most so many seconds apart; it ends with the export.
    public func states(
        updateInterval interval: TimeInterval = .infinity
    ) -> some Sendable & AsyncSequence<State, Never> {
        AsyncStream { continuation in
            let task = Task {
                // So that a program can await the states before it starts the export.
                let step = interval.isFinite ? Swift.max(interval, 0.01) : 0.1
                let sum = Progress(totalUnitCount: 1000)
                var last: Status?
                while !Task.isCancelled {
                    let status = self.status
                    switch status {
                    case .unknown: if last != status { continuation.yield(.pending) }
                    case .waiting: if last != status { continuation.yield(.waiting) }
                    case .exporting:
                        sum.completedUnitCount = Int64(progress * 1000)
                        if interval.isFinite || last != status { continuation.yield(.exporting(progress: sum)) }
                    case .completed, .failed, .cancelled:
                        continuation.finish()
                        return
                    }
                    last = status
                    try? await Task.sleep(for: .seconds(step))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Gives up; the handler is called, and there is no file.
    open func cancelExport() {
        let export = values.withLock { values -> AssetExport? in
            guard values.status == .waiting || values.status == .exporting || values.status == .unknown else {
                return nil
            }
            values.isCancelled = true
            return values.export
        }
        export?.cancel()
    }
}
