import AVFoundation
import CoreImage
import Foundation
import Locking
import UIKit
import Vision

/// A page in a picture.
enum DocumentPage {
    /// From the upper left, clockwise, as Vision has them; in a region of interest if the request has one.
    typealias Corners = [CGPoint]

    /// Pages are longer than wide, and seen at an angle; a receipt is five times as long.
    static func request() -> VNDetectRectanglesRequest {
        let request = VNDetectRectanglesRequest()
        request.minimumAspectRatio = 0.2
        request.minimumSize = 0.25
        request.quadratureTolerance = 30
        return request
    }

    static func corners(_ request: VNDetectRectanglesRequest) -> Corners? {
        request.results?.first.map { [$0.topLeft, $0.topRight, $0.bottomRight, $0.bottomLeft] }
    }

    /// Cuts the page out of a photo, as if it were seen from above.
    ///
    /// - Returns: the whole photo if there is no page in it.
    /// - Throws: `NSError` of Vision or `AVError`.
    static func cut(from photo: UIImage) throws -> UIImage {
        guard let stored = CIImage(image: photo) else { throw AVError(.unknown) }
        let upright = stored.oriented(CGImagePropertyOrientation(photo.imageOrientation))
        let request = request()
        try VNImageRequestHandler(ciImage: upright).perform([request])
        let extent = upright.extent
        let places = corners(request).map { corners in
            corners.map { CGPoint(x: extent.minX + $0.x * extent.width, y: extent.minY + $0.y * extent.height) }
        }
        let page = places.flatMap { flat(upright, $0) } ?? upright
        guard let pixels = CIContext().createCGImage(page, from: page.extent) else { throw AVError(.unknown) }
        return UIImage(cgImage: pixels)
    }

    private static func flat(_ image: CIImage, _ corners: Corners) -> CIImage? {
        let filter = CIFilter.perspectiveCorrection()
        filter.inputImage = image
        (filter.topLeft, filter.topRight) = (corners[0], corners[1])
        (filter.bottomRight, filter.bottomLeft) = (corners[2], corners[3])
        return filter.outputImage.flatMap { $0.extent.isEmpty ? nil : $0 }
    }
}

extension CGImagePropertyOrientation {
    fileprivate init(_ orientation: UIImage.Orientation) {
        self =
            switch orientation {
            case .up: .up
            case .down: .down
            case .left: .left
            case .right: .right
            case .upMirrored: .upMirrored
            case .downMirrored: .downMirrored
            case .leftMirrored: .leftMirrored
            case .rightMirrored: .rightMirrored
            }
    }
}

/// Looks for a page in the frames of a camera.
final class PageSearch: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let turns = Mutex(0)
    private let found: @Sendable ([CGPoint]?) -> Void

    /// - Parameter found: called with the corners in device points, or `nil`, on any thread after each search.
    init(found: @escaping @Sendable ([CGPoint]?) -> Void) { self.found = found }

    /// Clockwise, until a frame is upright.
    var quarterTurns: Int {
        get { turns.withLock { $0 } }
        set { turns.withLock { $0 = newValue } }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { search(sampleBuffer) }

    func search(_ sampleBuffer: CMSampleBuffer) {
        let place = FramePlace(quarterTurns: quarterTurns)
        let request = DocumentPage.request()
        let handler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: place.orientation)
        guard (try? handler.perform([request])) != nil else { return }
        found(DocumentPage.corners(request)?.map(place.devicePoint))
    }
}
