import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// Reads the media of an asset: decoded, or as it is stored. Source: Apple, AVAssetReader.
///
/// Linux: an output decodes when it is asked for a sample, on the thread that asks. Each output reads the file by itself,
/// so that none has to wait for the others.
open class AVAssetReader: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// How far a reader is. Source: Apple, AVAssetReader.Status.
    public enum Status: Int, Sendable {
        case unknown = 0
        case reading = 1
        /// All samples were read.
        case completed = 2
        /// See ``AVAssetReader/error``.
        case failed = 3
        case cancelled = 4
    }

    private struct State {
        var status = Status.unknown
        var error: AVError?
        var outputs: [AVAssetReaderOutput] = []
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }

    private let state = Mutex(State())

    public let asset: AVAsset

    /// - Throws: ``AVError`` with a sentence that names the file, if it cannot be read.
    public init(asset: AVAsset) throws {
        self.asset = asset
        super.init()
        let contents = try asset.contents()
        if contents.tracks.contains(where: { $0.facts.isProtected }) { throw AVError(.contentIsProtected) }
    }

    /// How far the reader is.
    public var status: Status { state.withLock { $0.status } }
    /// Why reading failed; `nil` unless ``status`` is `failed`.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// What is read, on the asset's timeline; all of it by default. Set it before reading starts.
    public var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            requireStatus("*** -[AVAssetReader setTimeRange:]")
            state.withLock { $0.timeRange = newValue }
        }
    }

    // MARK: Outputs

    public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// Whether an output can be added: reading has not started, it belongs to no reader, its tracks are of the asset, and
    /// what it wants can be made.
    public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        status == .unknown && !output.isAdded && output.canRead(asset)
    }

    public func add(_ output: AVAssetReaderOutput) {
        let method = "*** -[AVAssetReader addOutput:]"
        requireStatus(method)
        if output.isAdded { raiseException("\(method) Cannot add an output that has already been added to a reader") }
        guard output.canRead(asset) else {
            raiseException("\(method) The output cannot be added to this reader; use -canAddOutput: first")
        }
        output.attach(to: self)
        state.withLock { $0.outputs.append(output) }
    }

    private func requireStatus(_ method: String) {
        let status = self.status
        if status != .unknown {
            raiseException(.internalInconsistency, "\(method) cannot be called after reading has started")
        }
    }

    // MARK: Reading

    /// Prepares the outputs.
    ///
    /// - Returns: whether samples can be read; otherwise ``error`` says why not.
    @discardableResult
    public func startReading() -> Bool {
        let method = "*** -[AVAssetReader startReading]"
        requireStatus(method)
        let range = timeRange
        guard range.isValid, !range.isIndefinite else { raiseException("\(method) invalid parameter: timeRange") }
        state.withLock { $0.status = .reading }
        for output in outputs { output.begin(range) }
        if outputs.isEmpty { state.withLock { $0.status = .completed } }
        return status != .failed
    }

    /// Stops reading. What is being decoded is finished first.
    public func cancelReading() {
        state.withLock { if $0.status == .reading || $0.status == .unknown { $0.status = .cancelled } }
        for output in outputs { output.stop() }
    }

    func fail(_ error: CaptureError) {
        state.withLock { state in
            guard state.status == .reading else { return }
            state.status = .failed
            state.error = AVError(reading: error)
        }
    }

    /// An output has given its last sample.
    func outputEnded() {
        guard outputs.allSatisfy(\.isAtEnd) else { return }
        state.withLock { if $0.status == .reading { $0.status = .completed } }
    }
}
