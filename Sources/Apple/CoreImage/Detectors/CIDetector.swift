import Foundation
import OpenCV
import PixelCoding
import ZXing

/// Looks for something in pictures. Source: Apple, CIDetector.
///
/// Linux: codes need libzxing2, faces libopencv-objdetect406 and opencv-data, rectangles libopencv-objdetect406, text
/// libtesseract5 and the data of a language, such as tesseract-ocr-eng.
open class CIDetector: NSObject, @unchecked Sendable {  // constant; a search has a lock where it needs one
    /// - Parameters:
    ///   - type: what to look for.
    ///   - context: computes the pictures; `nil` for one of its own.
    ///   - options: ``CIDetectorAccuracy``, ``CIDetectorTracking``, ``CIDetectorMinFeatureSize``,
    ///     ``CIDetectorMaxFeatureCount``. Linux: ``CIDetectorNumberOfAngles`` is ignored; the others are for
    ///     ``features(in:options:)``.
    /// - Returns: `nil` for what cannot be found here.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        guard let search = Self.search(for: type, DetectorOptions(options)) else { return nil }
        self.search = search
        self.context = context ?? CIContext()
    }

    private let search: any DetectorSearch
    private let context: CIContext

    /// - Returns: `nil` for a type that is unknown, or whose library is not installed.
    private static func search(for type: String, _ options: DetectorOptions) -> (any DetectorSearch)? {
        switch type {
        case CIDetectorTypeFace: FaceFinder.isAvailable ? FaceSearch(options) : nil
        case CIDetectorTypeRectangle: OpenCVLibrary.isInstalled ? RectangleSearch(options) : nil
        case CIDetectorTypeQRCode: CodeReader.problem == nil ? CodeSearch() : nil
        case CIDetectorTypeText: TextSearch(options)
        default: nil
        }
    }

    open func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// - options: ``CIDetectorImageOrientation``, with which faces, rectangles and text are looked for; codes are found
    ///   however they are turned. ``CIDetectorAspectRatio`` and ``CIDetectorReturnSubFeatures``. Linux:
    ///   ``CIDetectorFocalLength``, ``CIDetectorEyeBlink`` and ``CIDetectorSmile`` are ignored.
    open func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] {
        let options = DetectorOptions(options)
        guard
            let picture = SearchedImage(
                image, context, orientation: options.orientation, longestSide: search.longestSide)
        else { return [] }
        return search.features(in: picture, options)
    }
}

/// Faces, as ``CIFaceFeature``.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// Rectangles seen from any side, as ``CIRectangleFeature``.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// QR codes, as ``CIQRCodeFeature``.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// Lines of text, as ``CITextFeature``.
public let CIDetectorTypeText = "CIDetectorTypeText"
