import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// Makes pictures of an asset's video. Source: Apple, AVAssetImageGenerator.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {  // the state is in a Mutex
    /// How the making of a picture ended. Source: Apple, AVAssetImageGenerator.Result.
    public enum Result: Int, Sendable {
        case succeeded = 0
        case failed = 1
        case cancelled = 2
    }

    /// Called for each picture: the wanted time, the picture, its own time, how it went, and why not.
    public typealias CompletionHandler =
        @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

    private struct State {
        var appliesTransform = false
        var maximumSize = CGSize.zero
        var before = CMTime.positiveInfinity
        var after = CMTime.positiveInfinity
        var composition: AVVideoComposition?
        var dynamicRange = DynamicRangePolicy.forceSDR
        /// Rises with each cancellation.
        var generation = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "AVAssetImageGenerator", qos: .userInitiated)

    public let asset: AVAsset

    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Whether pictures are turned as the track says; `false` by default.
    open var appliesPreferredTrackTransform: Bool {
        get { state.withLock { $0.appliesTransform } }
        set { state.withLock { $0.appliesTransform = newValue } }
    }

    /// The size in pixels into which pictures are fitted, which are never enlarged; one side can be 0 to leave it open.
    open var maximumSize: CGSize {
        get { state.withLock { $0.maximumSize } }
        set { state.withLock { $0.maximumSize = newValue } }
    }

    /// How much earlier than asked for a picture may be. Linux: pictures are always exact, which both allow.
    open var requestedTimeToleranceBefore: CMTime {
        get { state.withLock { $0.before } }
        set { state.withLock { $0.before = newValue } }
    }

    /// How much later than asked for a picture may be.
    open var requestedTimeToleranceAfter: CMTime {
        get { state.withLock { $0.after } }
        set { state.withLock { $0.after = newValue } }
    }

    /// What the pictures are composed by, instead of being those of the first track.
    open var videoComposition: AVVideoComposition? {
        get { state.withLock { $0.composition } }
        set { state.withLock { $0.composition = newValue?.copy() as? AVVideoComposition } }
    }

    /// What becomes of light beyond white. Source: Apple, AVAssetImageGenerator.DynamicRangePolicy.
    public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Pictures of HLG and PQ become those of a usual screen.
        public static let forceSDR = DynamicRangePolicy(rawValue: "AVAssetImageGeneratorDynamicRangePolicyForceSDR")
        /// Pictures keep the asset's dynamic range. Linux: without effect, as a `CGImage` has 8 bits.
        public static let matchSource = DynamicRangePolicy(
            rawValue: "AVAssetImageGeneratorDynamicRangePolicyMatchSource")
    }

    /// Linux: kept without effect; see ``DynamicRangePolicy/matchSource``.
    open var dynamicRangePolicy: DynamicRangePolicy {
        get { state.withLock { $0.dynamicRange } }
        set { state.withLock { $0.dynamicRange = newValue } }
    }

    // MARK: Making pictures

    /// The picture at a time, and its own time.
    ///
    /// - Throws: ``AVError`` `noImageAtTime`, or why the asset cannot be read.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try picture(at: requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// The picture at a time, and its own time.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let generation = state.withLock { $0.generation }
        return try await AssetLoading.run { [self] in
            if state.withLock({ $0.generation != generation }) { throw AVError(.operationCancelled) }
            let (image, actual) = try picture(at: time)
            return (image, actual)
        }
    }

    /// Makes the pictures at many times, one after the other.
    open func images(for times: [CMTime]) -> Images { Images(self, times) }

    /// Makes the picture at a time; the handler is called on another thread.
    @preconcurrency open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generateCGImagesAsynchronously(forTimes: [requestedTime]) { _, image, actual, _, error in
            handler(image, actual, error)
        }
    }

    /// Makes the pictures at times that are wrapped in `NSValue`; the handler is called once for each, on another thread.
    @preconcurrency open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue], completionHandler handler: @escaping CompletionHandler
    ) {
        generateCGImagesAsynchronously(forTimes: requestedTimes.map(\.timeValue), completionHandler: handler)
    }

    private func generateCGImagesAsynchronously(
        forTimes times: [CMTime], completionHandler handler: @escaping CompletionHandler
    ) {
        let generation = state.withLock { $0.generation }
        for time in times {
            queue.async { [self] in
                guard state.withLock({ $0.generation == generation }) else {
                    return handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled))
                }
                do {
                    let (image, actual) = try picture(at: time)
                    handler(time, image, actual, .succeeded, nil)
                } catch {
                    handler(time, nil, .invalid, .failed, error)
                }
            }
        }
    }

    /// Cancels what was asked for and has not begun.
    open func cancelAllCGImageGeneration() { state.withLock { $0.generation += 1 } }

    func picture(at time: CMTime) throws(AVError) -> (CGImage, CMTime) {
        let contents = try asset.contents()
        guard
            let track = contents.tracks.first(where: { $0.mediaType == .video && $0.isEnabled })
                ?? contents.tracks.first(where: { $0.mediaType == .video })
        else { throw noImage("\(subject) has no pictures", .noImageAtTime) }
        guard time.isNumeric, time >= .zero, time <= contents.duration else {
            throw noImage("There is no picture at \(time.seconds) s in \(subject)", .noImageAtTime)
        }
        // At its very end, the last picture is still there.
        let last = CMTimeMaximum(.zero, track.timeRange.end - CMTime(value: 1, timescale: 1_000_000))
        let place = CMTimeMinimum(CMTimeMaximum(time, track.timeRange.start), last)
        do throws(CaptureError) {
            let range = CMTimeRange(start: place, duration: CMTime(value: 1, timescale: 1_000_000))
            let samples = try reader(track, range)
            guard let sample = try samples.next(), let buffer = sample.imageBuffer else {
                throw CaptureError(.noData, "There is no picture at \(time.seconds) s in \(subject)")
            }
            guard let image = PhotoImage.image(of: try upright(buffer, track)) else {
                throw CaptureError(.formatUnsupported, "A picture of \(subject) cannot be converted")
            }
            return (image, CMTimeMaximum(.zero, sample.presentationTimeStamp))
        } catch {
            throw error.code == .noData ? noImage(error.message, .noImageAtTime) : AVError(reading: error)
        }
    }

    private func reader(_ track: AVAssetTrack, _ range: CMTimeRange) throws(CaptureError) -> any SampleReading {
        if let composition = videoComposition {
            return try PictureComposer(composition.plan(asset), range: range)
        }
        return try TrackReader(track.facts.segments, .pictures(nil, size: nil), range: range)
    }

    private func upright(_ buffer: CVPixelBuffer, _ track: AVAssetTrack) throws(CaptureError) -> CVPixelBuffer {
        let size = maximumSize
        let turn =
            videoComposition == nil && appliesPreferredTrackTransform ? track.facts.transform : [1, 0, 0, 1, 0, 0]
        // A track can be shown in another shape than that of its pixels.
        let shape = videoComposition == nil ? track.facts.size : nil
        return try PictureTurn(turn, shownSize: shape).apply(
            to: buffer, within: (Double(size.width), Double(size.height)))
    }

    private func noImage(_ sentence: String, _ code: AVError.Code) -> AVError {
        AVError(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    private var subject: String { (asset as? AVURLAsset)?.url.path ?? "the asset" }
}

extension AVAssetImageGenerator {
    /// Pictures at many times. Source: Apple, AVAssetImageGenerator.Images.
    public struct Images: AsyncSequence, Sendable {
        /// One of them, or why it could not be made. Source: Apple, AVAssetImageGenerator.Images.Element.
        public enum Element: Sendable {
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            case failure(requestedTime: CMTime, error: any Error)

            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        /// Makes them one after the other. Source: Apple, AVAssetImageGenerator.Images.Iterator.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let generator: AVAssetImageGenerator
            fileprivate var times: ArraySlice<CMTime>

            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let (image, actual) = try await generator.image(at: time)
                    return .success(requestedTime: time, image: image, actualTime: actual)
                } catch {
                    return .failure(requestedTime: time, error: error)
                }
            }
        }

        private let generator: AVAssetImageGenerator
        private let times: [CMTime]

        init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
            self.generator = generator
            self.times = times
        }

        public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times[...]) }
    }
}
