import Foundation
import MovieCoding

extension AVAssetWriter {
    /// What concerns segments. Set it before writing starts.
    struct SegmentOptions {
        var profile: AVFileTypeProfile?
        var interval = CMTime.invalid
        var start = CMTime.invalid
        var firstNumber = 1
        weak var delegate: (any AVAssetWriterDelegate)?
    }

    /// Gets the segments of a writer that was made with ``init(contentType:)``.
    public weak var delegate: (any AVAssetWriterDelegate)? {
        get { state.withLock { $0.options.segments.delegate } }
        set { set(\.segments.delegate, newValue, "Delegate") }
    }

    /// Which rules segments follow; `nil` by default, and needed for segments.
    ///
    /// Linux: stored, without effect for a writer with a URL.
    public var outputFileTypeProfile: AVFileTypeProfile? {
        get { state.withLock { $0.options.segments.profile } }
        set { set(\.segments.profile, newValue, "OutputFileTypeProfile") }
    }

    /// How long a segment is at least; it ends with the first key frame after that, and pictures that are encoded have one
    /// there. `.indefinite` for segments that end when ``flushSegment()`` is called. `.invalid` by default.
    ///
    /// Linux: `.invalid` means six seconds.
    public var preferredOutputSegmentInterval: CMTime {
        get { state.withLock { $0.options.segments.interval } }
        set { set(\.segments.interval, newValue, "PreferredOutputSegmentInterval") }
    }

    /// Where the first segment begins, on the samples' clock; needed with a numeric ``preferredOutputSegmentInterval``.
    public var initialSegmentStartTime: CMTime {
        get { state.withLock { $0.options.segments.start } }
        set { set(\.segments.start, newValue, "InitialSegmentStartTime") }
    }

    /// The number of the first fragment, for a movie that continues another one; 1 by default.
    public var initialMovieFragmentSequenceNumber: Int {
        get { state.withLock { $0.options.segments.firstNumber } }
        set { set(\.segments.firstNumber, newValue, "InitialMovieFragmentSequenceNumber") }
    }

    /// Ends a segment with what was appended until now. ``preferredOutputSegmentInterval`` must be `.indefinite`.
    ///
    /// Without output settings, the next picture must be a key frame. Linux: with them it becomes one; the segment is
    /// handed out when it comes, or at the end.
    public func flushSegment() {
        let method = "*** -[AVAssetWriter flushSegment]"
        if status == .failed || status == .cancelled { return }
        requireStatus(.writing, method)
        guard makesSegments, preferredOutputSegmentInterval.isIndefinite else {
            raiseException(
                .internalInconsistency,
                "\(method) Cannot call method when preferredOutputSegmentInterval is not indefinite")
        }
        state.withLock { $0.writing }?.beginSegment()
    }

    func checkSegmentOptions(_ method: String) {
        guard makesSegments else { return }
        let options = state.withLock { $0.options.segments }
        if options.profile == nil {
            raiseException("\(method) outputFileTypeProfile must be set to output segment data")
        }
        if options.delegate == nil { raiseException("\(method) delegate must be set to output segment data") }
        if options.profile == .mpeg4CMAFCompliant && inputs.count > 1 {
            raiseException("\(method) outputFileTypeProfile mpeg4CMAFCompliant allows one input only")
        }
        guard options.interval.isNumeric else { return }
        if options.interval <= .zero { raiseException("\(method) preferredOutputSegmentInterval must be positive") }
        if !options.start.isNumeric {
            raiseException(
                "\(method) initialSegmentStartTime must be numeric when preferredOutputSegmentInterval is numeric")
        }
    }

    func segmentation(_ options: SegmentOptions) -> MovieSegmentation {
        let usual = CMTime(value: 6, timescale: 1)
        return MovieSegmentation(
            interval: options.interval.isIndefinite ? nil : options.interval.isNumeric ? options.interval : usual,
            start: options.interval.isNumeric ? options.start : nil, brands: options.profile?.brands ?? [],
            firstNumber: UInt32(clamping: options.firstNumber)
        ) { [weak self] segment in
            guard let self else { return }
            queue.async { self.deliver(segment) }
        }
    }

    private func deliver(_ segment: MovieSegment) {
        // A cancelled writer is done.
        guard status != .cancelled else { return }
        delegate?.assetWriter(
            self, didOutputSegmentData: segment.data, segmentType: segment.isHead ? .initialization : .separable,
            segmentReport: segment.isHead ? nil : AVAssetSegmentReport(segment))
    }
}

/// Gets the segments of a movie as they are made.
///
/// The methods are called one at a time, in order, on a queue of the writer's own; before the handler of
/// ``AVAssetWriter/finishWriting(completionHandler:)``. Implement one of them.
/// Source: Apple, AVAssetWriterDelegate.
public protocol AVAssetWriterDelegate: NSObjectProtocol {
    /// - Parameters:
    ///   - writer: whose movie it is.
    ///   - segmentData: the whole segment.
    ///   - segmentType: the first is the `initialization` segment, which a player needs for all others.
    ///   - segmentReport: what is in it; `nil` for the first.
    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?)

    /// The same without a report; called where the other one is not implemented.
    func assetWriter(_ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
    public func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }

    public func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
    ) {}
}

/// Rules for the segments of an MPEG-4 movie. Source: Apple, AVFileTypeProfile.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// As Apple's HTTP Live Streaming takes them, with any number of tracks.
    public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
    /// MPEG's Common Media Application Format, with one track.
    public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")

    /// Sources: ISO/IEC 14496-12, Annex E; ISO/IEC 23000-19, 7.2; RFC 8216, 3.3.
    var brands: [String] {
        self == .mpeg4CMAFCompliant ? ["iso6", "isom", "mp41", "cmfc"] : ["iso6", "isom", "mp42", "hlsf"]
    }
}
