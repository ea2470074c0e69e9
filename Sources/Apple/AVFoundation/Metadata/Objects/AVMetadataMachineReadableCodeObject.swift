import CoreImage
import CoreMedia
import Foundation

/// A bar code or two-dimensional code that was found in a frame.
///
/// Source: Apple, AVMetadataMachineReadableCodeObject.
public final class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {  // immutable
    /// Where the code's corners are, in the same coordinates as ``AVMetadataObject/bounds``: four points, from the top
    /// left of the code as it is read, counterclockwise; clockwise when it is seen mirrored.
    public let corners: [CGPoint]

    /// The content of the code; `nil` when it is not text.
    public let stringValue: String?

    /// What Core Image needs to redraw the code, for `CIFilter.barcodeGenerator()`.
    ///
    /// Linux: a `CIQRCodeDescriptor`; `nil` for other kinds of codes, which the reader does not report it for.
    public let descriptor: CIBarcodeDescriptor?

    init(
        _ type: ObjectType, stringValue: String?, descriptor: CIBarcodeDescriptor?, corners: [CGPoint], time: CMTime,
        duration: CMTime, source: AVCaptureDevice
    ) {
        self.corners = corners
        self.stringValue = stringValue
        self.descriptor = descriptor
        super.init(type, bounds: CGRect(around: corners), time: time, duration: duration, source: source)
    }

    override func transformed(by geometry: PreviewGeometry) -> AVMetadataObject {
        AVMetadataMachineReadableCodeObject(
            type, stringValue: stringValue, descriptor: descriptor, corners: corners.map(geometry.layerPoint),
            time: time, duration: duration, source: source)
    }
}

extension CGRect {
    fileprivate init(around points: [CGPoint]) {
        let (x, y) = (points.map(\.x), points.map(\.y))
        let (left, top) = (x.min() ?? 0, y.min() ?? 0)
        self.init(x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
    }
}
