import Foundation
import PixelCoding
import ZXing

/// Looks for something in pictures. Source: Apple, CIDetector.
///
/// Linux: for QR codes; needs libzxing2.
open class CIDetector: NSObject, @unchecked Sendable {  // constant; a context may be used from any thread
    /// - Parameters:
    ///   - type: what to look for.
    ///   - context: computes the pictures; `nil` for one of its own.
    ///   - options: Linux: ignored; a picture is always searched thoroughly.
    /// - Returns: `nil` for what cannot be found here.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        guard type == CIDetectorTypeQRCode, CodeReader.problem == nil else { return nil }
        self.context = context ?? CIContext()
    }

    private let context: CIContext

    open func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// - options: Linux: ignored; codes are found however they are turned.
    open func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] {
        let extent = image.extent.integral
        guard let picture = context.createCGImage(image, from: extent, format: .L8, colorSpace: nil),
            let data = picture.dataProvider?.data
        else { return [] }
        let codes = data.withUnsafeBytes { bytes in
            bytes.baseAddress.map { base in
                CodeFinder.codes(
                    in: base, width: picture.width, height: picture.height, bytesPerRow: picture.bytesPerRow, of: [.qr])
            } ?? []
        }
        return codes.map { code in
            CIQRCodeFeature(
                code.text, descriptor: code.qr.map { CIQRCodeDescriptor($0) },
                code.corners.map {
                    CGPoint(x: extent.minX + $0.x * extent.width, y: extent.maxY - $0.y * extent.height)
                })
        }
    }
}

/// QR codes.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// How thorough to be: ``CIDetectorAccuracyLow`` or ``CIDetectorAccuracyHigh``.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// How the picture is to be turned upright: a number, as EXIF's.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// ``CIFeature/type`` of a QR code.
public let CIFeatureTypeQRCode = "QRCode"

/// Something that was found in a picture. Source: Apple, CIFeature.
open class CIFeature: NSObject, @unchecked Sendable {  // constant
    /// What it is.
    public let type: String
    /// Around it, in the picture's coordinates.
    public let bounds: CGRect

    init(_ type: String, bounds: CGRect) { (self.type, self.bounds) = (type, bounds) }
}

/// A QR code. Source: Apple, CIQRCodeFeature.
open class CIQRCodeFeature: CIFeature, @unchecked Sendable {  // constant
    /// Its text; `nil` if its contents are not text.
    public let messageString: String?
    /// What it consists of; `nil` if that cannot be read as clearly as the text.
    public let symbolDescriptor: CIQRCodeDescriptor?
    /// Corners in the code's own orientation, in the picture's coordinates.
    public let topLeft: CGPoint
    public let topRight: CGPoint
    public let bottomLeft: CGPoint
    public let bottomRight: CGPoint

    /// - Parameter corners: top left, bottom left, bottom right and top right.
    init(_ text: String?, descriptor: CIQRCodeDescriptor?, _ corners: [CGPoint]) {
        messageString = text
        symbolDescriptor = descriptor
        (topLeft, bottomLeft, bottomRight, topRight) = (corners[0], corners[1], corners[2], corners[3])
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, low) = (xs.min() ?? 0, ys.min() ?? 0)
        super.init(
            CIFeatureTypeQRCode,
            bounds: CGRect(x: left, y: low, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - low))
    }
}
