import Foundation
import PixelCoding

/// Finds lines of printed text.
///
/// Linux: by Tesseract, which reads them for that; as ``VNRecognizeTextRequest``, with the same packages and errors.
/// Source: Apple, VNDetectTextRectanglesRequest.
public final class VNDetectTextRectanglesRequest: VNImageBasedRequest {
    /// Whether each line has the places of its characters, in ``VNTextObservation/characterBoxes``.
    public var reportCharacterBoxes = false

    public var results: [VNTextObservation]? { found as? [VNTextObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        let reading = VNRecognizeTextRequest()
        reading.minimumTextHeight = 0
        reading.usesLanguageCorrection = false
        return try reading.find(in: picture, region: region).compactMap { observation in
            guard let line = observation as? VNRecognizedTextObservation else { return nil }
            return VNTextObservation(line, hasCharacters: reportCharacterBoxes)
        }
    }
}

/// The place of a line of text. Source: Apple, VNTextObservation.
public final class VNTextObservation: VNRectangleObservation, @unchecked Sendable {  // immutable
    /// From the first character to the last; `nil` unless ``VNDetectTextRectanglesRequest/reportCharacterBoxes`` was set.
    public let characterBoxes: [VNRectangleObservation]?

    init(_ line: VNRecognizedTextObservation, hasCharacters: Bool) {
        characterBoxes = hasCharacters ? line.characters : nil
        super.init(
            corners: [line.topLeft, line.topRight, line.bottomRight, line.bottomLeft], confidence: line.confidence,
            timeRange: line.timeRange)
    }
}
