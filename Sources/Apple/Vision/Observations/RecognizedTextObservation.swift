import CoreMedia
import Foundation

/// A text that was read. Source: Apple, RecognizedText.
public struct RecognizedText: Sendable {
    private let older: VNRecognizedText
    private let request: RequestDescriptor?

    init(_ older: VNRecognizedText, _ request: RequestDescriptor?) {
        self.older = older
        self.request = request
    }

    public var string: String { older.string }

    /// From 0 to 1.
    public var confidence: Float { older.confidence }

    /// The place of a part of the text; `nil` for an empty part, or one of spaces.
    public func boundingBox(for range: Range<String.Index>) -> RectangleObservation? {
        (try? older.boundingBox(for: range)).map { RectangleObservation($0, request) }
    }
}

/// A line of text. Source: Apple, RecognizedTextObservation.
public struct RecognizedTextObservation: VisionObservation, QuadrilateralProviding {
    private let facts: ObservationFacts
    private let corners: Corners
    private let older: VNRecognizedTextObservation
    public let originatingRequestDescriptor: RequestDescriptor?

    /// What an older request found.
    public init(_ observation: VNRecognizedTextObservation) { self.init(observation, nil) }

    init(_ older: VNRecognizedTextObservation, _ request: RequestDescriptor?) {
        facts = ObservationFacts(older)
        corners = Corners(older)
        self.older = older
        originatingRequestDescriptor = request
    }

    public var uuid: UUID { facts.uuid }
    public var confidence: Float { facts.confidence }
    public var timeRange: CMTimeRange? { facts.timeRange }
    public var boundingBox: NormalizedRect { facts.box }

    public var topLeft: NormalizedPoint { corners.topLeft }
    public var topRight: NormalizedPoint { corners.topRight }
    public var bottomRight: NormalizedPoint { corners.bottomRight }
    public var bottomLeft: NormalizedPoint { corners.bottomLeft }

    /// The most likely text.
    public var transcript: String { older.topCandidates(1).first?.string ?? "" }

    /// What the text may be, the most likely first. Linux: Tesseract has one reading of a line.
    ///
    /// - Parameter maxCandidateCount: up to 10.
    public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
        older.topCandidates(maxCandidateCount).map { RecognizedText($0, originatingRequestDescriptor) }
    }

    public var description: String { "“\(transcript)” in \(boundingBox), confidence \(confidence)" }
}
