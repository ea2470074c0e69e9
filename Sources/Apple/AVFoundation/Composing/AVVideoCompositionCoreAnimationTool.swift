import CaptureEngine
import Conformances
import CoreImage
import CoreVideo
import Foundation
import QuartzCore

/// The time at which an animation begins with the movie; 0 would stand for "now".
/// Source: Apple, AVCoreAnimationBeginTimeAtZero.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Puts layers and their animations over the frames of a movie that is read or exported.
///
/// An animation's time is the movie's: it has to begin at a time above 0, such as ``AVCoreAnimationBeginTimeAtZero``, and
/// must not be removed when it is over. Y points up, unless a layer's geometry is flipped.
///
/// Linux: layers are drawn by the processor for each frame, as they are then; a tree must not change while it is exported.
/// No shadows, blurs and blend modes; text needs UIKit. Players ignore the tool, as Apple's do.
///
/// Source: Apple, AVVideoCompositionCoreAnimationTool.
open class AVVideoCompositionCoreAnimationTool: NSObject, @unchecked Sendable {  // nothing in it changes
    private let videoLayers: [CALayer]
    private let animationLayer: CALayer
    private let text: (any LayerTextPainter.Type)?
    private let context = CIContext()

    /// - Parameters:
    ///   - videoLayer: shows the movie's frames; in the tree of `animationLayer`, or that layer itself.
    ///   - animationLayer: what is drawn, in a rectangle as large as the composition's `renderSize`.
    public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
        self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
    }

    /// The same with several layers that show the movie's frames.
    public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
        (self.videoLayers, self.animationLayer) = (videoLayers, animationLayer)
        text =
            Conformances.types(of: (any LayerTextPainter).self)
            .lazy.compactMap { $0 as? any LayerTextPainter.Type }.first
    }

    /// - Parameters:
    ///   - frame: BGRA.
    ///   - size: of the composition, in points.
    func apply(to frame: CVPixelBuffer, at time: CMTime, size: CGSize) throws(CaptureError) -> CVPixelBuffer {
        let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
        let area = CGRect(x: 0, y: 0, width: width, height: height)
        var made: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let made, let picture = context.createCGImage(CIImage(cvPixelBuffer: frame), from: area) else {
            throw CaptureError(.encodeFailed, "there is no memory for animated frames")
        }
        CVBufferPropagateAttachments(frame, made)
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        guard
            let canvas = CGContext(
                data: CVPixelBufferGetBaseAddress(made), width: width, height: height, bitsPerComponent: 8,
                bytesPerRow: CVPixelBufferGetBytesPerRow(made), space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        else { throw CaptureError(.encodeFailed, "animated frames cannot be drawn") }
        canvas.setFillColor(.black)
        canvas.fill(area)
        canvas.scaleBy(x: CGFloat(width) / size.width, y: CGFloat(height) / size.height)
        let frames = Dictionary(videoLayers.map { (ObjectIdentifier($0), picture) }) { $1 }
        LayerTreePainter(time: time.seconds, text: text, contents: frames).paint(animationLayer, in: canvas)
        return made
    }
}
