import CoreMedia
import Foundation
import Tesseract

/// A text that was read. Source: Apple, VNRecognizedText.
public final class VNRecognizedText: NSObject, Sendable {
    public let string: String

    /// From 0 to 1.
    public let confidence: VNConfidence

    /// The places of the text's parts, in the region of interest with its origin at the lower left.
    private let places: [(range: Range<String.Index>, box: CGRect)]

    init(_ line: TextReader.Line, of size: CGSize) {
        var text = ""
        var ranges: [(Range<Int>, CGRect)] = []
        for symbol in line.symbols {
            if symbol.beginsWord, !text.isEmpty { text += " " }
            let start = text.utf8.count
            text += symbol.text
            let box = CGRect(
                x: symbol.box.minX / size.width, y: 1 - symbol.box.maxY / size.height,
                width: symbol.box.width / size.width, height: symbol.box.height / size.height)
            ranges.append((start..<text.utf8.count, box))
        }
        // Indices are only good in the text that they were made of.
        let whole = text
        places = ranges.map { range, box in
            let start = whole.utf8.index(whole.startIndex, offsetBy: range.lowerBound)
            return (start..<whole.utf8.index(start, offsetBy: range.count), box)
        }
        string = whole
        confidence = VNConfidence(line.confidence)
    }

    /// The place of a part of the text.
    ///
    /// - Returns: an upright rectangle around the letters; `nil` for an empty part, or one of spaces.
    public func boundingBox(for range: Range<String.Index>) throws -> VNRectangleObservation? {
        let boxes = places.filter { $0.range.overlaps(range) }.map(\.box)
        guard let first = boxes.first else { return nil }
        let box = boxes.dropFirst().reduce(first) { $0.union($1) }
        return VNRectangleObservation(corners: box.corners, confidence: confidence, timeRange: .zero)
    }

    /// The places of the characters, from first to last.
    var characters: [CGRect] { places.map(\.box) }

    /// Around all of it.
    var bounds: CGRect { places.dropFirst().reduce(places.first?.box ?? .zero) { $0.union($1.box) } }
}

/// A line of text. Source: Apple, VNRecognizedTextObservation.
public final class VNRecognizedTextObservation: VNRectangleObservation, @unchecked Sendable {  // immutable
    private let text: VNRecognizedText

    init(_ line: TextReader.Line, of size: CGSize, timeRange: CMTimeRange) {
        text = VNRecognizedText(line, of: size)
        super.init(corners: text.bounds.corners, confidence: text.confidence, timeRange: timeRange)
    }

    /// The places of the characters, from first to last.
    var characters: [VNRectangleObservation] {
        text.characters.map { box in
            VNRectangleObservation(corners: box.corners, confidence: confidence, timeRange: timeRange)
        }
    }

    /// What the text may be, the most likely first.
    ///
    /// Linux: Tesseract has one reading of a line.
    /// - Parameter maxCandidateCount: up to 10.
    public func topCandidates(_ maxCandidateCount: Int) -> [VNRecognizedText] { maxCandidateCount > 0 ? [text] : [] }
}

extension CGRect {
    /// Top left, top right, bottom right and bottom left, with the origin at the lower left.
    fileprivate var corners: [CGPoint] {
        [
            CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: minY),
        ]
    }
}
