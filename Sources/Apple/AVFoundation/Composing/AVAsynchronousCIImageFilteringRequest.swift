import CaptureEngine
import CoreImage
import CoreVideo
import Foundation
import MissingFoundation

/// One frame that goes through a program's filters. Any thread may end it.
///
/// Source: Apple, AVAsynchronousCIImageFilteringRequest.
open class AVAsynchronousCIImageFilteringRequest: NSObject, NSCopying, @unchecked Sendable {
    // constant, but for a Monitor
    fileprivate typealias Answer = FrameAnswer<(image: CIImage, context: CIContext?)>

    /// The size of the frames that are made, in pixels.
    public let renderSize: CGSize
    /// When the frame is shown.
    public let compositionTime: CMTime
    /// The frame, with its lower left corner at (0, 0).
    public let sourceImage: CIImage
    fileprivate let answer: Answer

    fileprivate init(_ sourceImage: CIImage, _ renderSize: CGSize, _ time: CMTime, _ answer: Answer) {
        (self.sourceImage, self.renderSize, compositionTime, self.answer) = (sourceImage, renderSize, time, answer)
    }

    deinit {
        answer.give(.failure(CaptureError(.encodeFailed, "a filter's handler let go of a frame without an answer")))
    }

    /// Ends the request with a picture; what of it is outside of the frame is cut off, and where it is not, is black.
    ///
    /// - Parameters:
    ///   - filteredImage: computed by the thread that waits for it.
    ///   - context: what renders it; `nil` for one that all frames share.
    open func finish(with filteredImage: CIImage, context: CIContext?) {
        answer.give(.success((filteredImage, context)))
    }

    /// Ends the request without a picture: reading, exporting or playing fails.
    open func finish(with error: any Error) { answer.give(.failure(error)) }

    /// The request itself: it can be answered once.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A program's filters for the frames of a composition.
final class ImageFilter: @unchecked Sendable {  // the handler is the program's, as at Apple called on several threads
    private let applier: (AVAsynchronousCIImageFilteringRequest) -> Void
    private let context = CIContext()

    init(_ applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void) { self.applier = applier }

    /// - Parameter frame: BGRA.
    /// - Throws: `encodeFailed`, with the program's error as its cause.
    func apply(to frame: CVPixelBuffer, at time: CMTime) throws(CaptureError) -> CVPixelBuffer {
        let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
        let answer = AVAsynchronousCIImageFilteringRequest.Answer()
        applier(
            AVAsynchronousCIImageFilteringRequest(
                CIImage(cvPixelBuffer: frame), CGSize(width: width, height: height), time, answer))
        let (image, own) = try answer.wait(for: "a filter")
        var made: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let made else { throw CaptureError(.encodeFailed, "there is no memory for filtered frames") }
        CVBufferPropagateAttachments(frame, made)
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        let background = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: bounds)
        (own ?? context).render(image.composited(over: background), to: made)
        return made
    }
}
