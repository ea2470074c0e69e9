import CaptureEngine
import CoreVideo
import Foundation
import MissingFoundation
import MovieCoding

/// Makes the frames of a composition: an object of the program's own class.
///
/// Its class derives from `NSObject` and has `init()`, with which one object is made for each reader, player, export and image
/// generator. Requests come one at a time; the next one waits for the answer.
/// Source: Apple, AVVideoCompositing.
public protocol AVVideoCompositing: NSObjectProtocol {
    /// How the tracks' pictures are wanted. Linux: `kCVPixelBufferPixelFormatTypeKey` counts, the first one of a list; without
    /// it, or with `nil`, pictures are as they are decoded.
    var sourcePixelBufferAttributes: [String: Any]? { get }

    /// The attributes of the frames that ``AVVideoCompositionRenderContext/newPixelBuffer()`` makes. Linux: as above, without it
    /// BGRA.
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { get }

    /// Called once, before the first request.
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

    /// Makes a frame, at once or later, and ends the request with it.
    func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

    /// Linux: never called; there is one request at a time.
    func cancelAllPendingVideoCompositionRequests()

    /// Linux: without effect.
    var supportsWideColorSourceFrames: Bool { get }

    /// Linux: without effect.
    var supportsHDRSourceFrames: Bool { get }
}

extension AVVideoCompositing {
    public func cancelAllPendingVideoCompositionRequests() {}
    public var supportsWideColorSourceFrames: Bool { false }
    public var supportsHDRSourceFrames: Bool { false }
}

/// The shape of a pixel. Source: Apple, AVPixelAspectRatio.
public struct AVPixelAspectRatio: Hashable, Sendable {
    public var horizontalSpacing: Int
    public var verticalSpacing: Int

    public init(horizontalSpacing: Int, verticalSpacing: Int) {
        (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
    }
}

/// The frames that a compositor makes. Source: Apple, AVVideoCompositionRenderContext.
open class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {  // constant
    /// In pixels.
    public let size: CGSize
    /// How much larger that is than the composition's size.
    public let renderScale: Float
    /// From points of the composition to pixels.
    public let renderTransform: CGAffineTransform
    /// Linux: always square pixels.
    public let pixelAspectRatio = AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
    public let videoComposition: AVVideoComposition
    private let pool: CVPixelBufferPool?

    init(_ composition: AVVideoComposition, _ size: CMVideoDimensions, _ pixelFormat: OSType) {
        self.size = CGSize(width: Int(size.width), height: Int(size.height))
        renderScale = composition.renderScale
        renderTransform = CGAffineTransform(
            scaleX: CGFloat(composition.renderScale), y: CGFloat(composition.renderScale))
        videoComposition = composition
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: pixelFormat, kCVPixelBufferWidthKey: Int(size.width),
            kCVPixelBufferHeightKey: Int(size.height),
        ]
        var pool: CVPixelBufferPool?
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        self.pool = pool
    }

    /// An empty frame, with any content; `nil` without memory, or for a pixel format that there is not.
    open func newPixelBuffer() -> CVPixelBuffer? {
        var made: CVPixelBuffer?
        if let pool { _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) }
        return made
    }
}

/// One frame that a compositor is to make. Any thread may end it.
///
/// Source: Apple, AVAsynchronousVideoCompositionRequest.
open class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
    // constant, but for a Monitor
    public let renderContext: AVVideoCompositionRenderContext
    /// When the frame is shown.
    public let compositionTime: CMTime
    public let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
    private let sources: [CMPersistentTrackID: CVPixelBuffer]
    private let answer: FrameAnswer<CVPixelBuffer>

    init(
        _ context: AVVideoCompositionRenderContext, _ time: CMTime,
        _ instruction: any AVVideoCompositionInstructionProtocol, _ sources: [CMPersistentTrackID: CVPixelBuffer],
        _ answer: FrameAnswer<CVPixelBuffer>
    ) {
        (renderContext, compositionTime, videoCompositionInstruction) = (context, time, instruction)
        (self.sources, self.answer) = (sources, answer)
    }

    deinit {
        answer.give(.failure(CaptureError(.encodeFailed, "a compositor let go of a frame without an answer")))
    }

    /// The tracks that have a picture at that time.
    open var sourceTrackIDs: [NSNumber] { sources.keys.sorted().map { NSNumber(value: $0) } }

    /// A track's picture, not turned by its transform; `nil` where there is none.
    open func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? { sources[trackID] }

    /// Ends the request with a frame of the context's size.
    open func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
        answer.give(.success(composedVideoFrame))
    }

    /// Ends the request without a frame: reading, exporting or playing fails.
    open func finish(with error: any Error) { answer.give(.failure(error)) }

    /// Ends a request that is not needed anymore.
    open func finishCancelledRequest() {
        answer.give(.failure(CaptureError(.interrupted, "a compositor cancelled a frame that was still wanted")))
    }

    /// The request itself: it can be answered once.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A compositor at work for one reader, player, export or image generator.
final class RunningCompositor: @unchecked Sendable {  // the object is the program's, called by one thread
    private let object: any AVVideoCompositing
    private let context: AVVideoCompositionRenderContext
    private var hasBegun = false

    init(_ type: any AVVideoCompositing.Type, _ composition: AVVideoComposition, _ size: CMVideoDimensions) {
        guard let object = Self.make(type) else {
            raiseException(
                "*** -[AVMutableVideoComposition setCustomVideoCompositorClass:] \(type) does not derive from NSObject")
        }
        self.object = object
        let wanted = Self.pixelFormat(object.requiredPixelBufferAttributesForRenderContext)
        context = AVVideoCompositionRenderContext(composition, size, wanted ?? kCVPixelFormatType_32BGRA)
    }

    /// Has the initializer of NSObject, whose place in the table of its class a subclass's own has.
    ///
    /// Swift calls the initializer of a class that is known only at run time if that initializer is `required`.
    /// NSObject's is not, but a subclass's can be, and it is in the same place.
    private class WithRequiredInitializer: NSObject {
        required override init() { super.init() }
    }

    /// With another class, the compiler does not take the first one's initializer for the only one.
    private final class Other: WithRequiredInitializer {}

    private static func make(_ type: any AVVideoCompositing.Type) -> (any AVVideoCompositing)? {
        guard let type = type as? NSObject.Type else { return nil }
        let object: NSObject = unsafeBitCast(type, to: WithRequiredInitializer.Type.self).init()
        return object as? any AVVideoCompositing
    }

    /// The pixel format in which sources are wanted.
    var sourceFormat: OSType? { object.sourcePixelBufferAttributes.flatMap(Self.pixelFormat) }

    /// One, or the first of a list.
    private static func pixelFormat(_ attributes: [String: Any]) -> OSType? {
        let value = attributes[kCVPixelBufferPixelFormatTypeKey as String]
        return OutputSettings.number((value as? [Any])?.first ?? value).flatMap { OSType(exactly: $0) }
    }

    func frame(
        at time: CMTime, _ instruction: any AVVideoCompositionInstructionProtocol,
        _ sources: [CMPersistentTrackID: CVPixelBuffer]
    ) throws(CaptureError) -> CVPixelBuffer {
        if !hasBegun { object.renderContextChanged(context) }
        hasBegun = true
        let answer = FrameAnswer<CVPixelBuffer>()
        object.startRequest(AVAsynchronousVideoCompositionRequest(context, time, instruction, sources, answer))
        return try answer.wait(for: "the compositor \(type(of: object))")
    }
}
