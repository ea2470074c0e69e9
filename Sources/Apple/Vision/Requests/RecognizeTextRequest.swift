import Foundation

/// Reads printed text: a line is an observation.
///
/// Linux: needs the packages of ``VNRecognizeTextRequest``; without them it fails with
/// ``VisionError/unsupportedRequest(_:)``.
/// Source: Apple, RecognizeTextRequest.
public struct RecognizeTextRequest: ImageProcessingRequest, OlderSearch {
    public typealias Result = [RecognizedTextObservation]

    /// Source: Apple, RecognizeTextRequest.Revision. Linux: there is one algorithm.
    public enum Revision: Hashable, Sendable, Codable, CaseIterable {
        case revision3
    }

    /// How a text is read. Source: Apple, RecognizeTextRequest.RecognitionLevel.
    ///
    /// Linux: `fast` looks at a smaller picture, in which small letters cannot be read.
    public enum RecognitionLevel: Hashable, Sendable, Codable, CaseIterable {
        case accurate
        case fast
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    public var recognitionLevel = RecognitionLevel.accurate
    /// The first one counts most. English by default.
    public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
    /// Whether known words are preferred.
    public var usesLanguageCorrection = true
    /// Whether the text may be in any of the installed languages, beside ``recognitionLanguages``.
    public var automaticallyDetectsLanguage = false
    /// Linux: without effect; Tesseract has the words of its languages only.
    public var customWords: [String] = []
    /// The least height of a line, as a part of the height of the region of interest; smaller ones are left out.
    public var minimumTextHeightFraction: Float = 1 / 32

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The languages whose data is installed.
    public var supportedRecognitionLanguages: [Locale.Language] {
        TextLanguage.installed.map(Locale.Language.init(identifier:))
    }

    public var descriptor: RequestDescriptor { .recognizeTextRequest(revision) }

    public var description: String { "RecognizeTextRequest \(revision)" }

    func search(_ picture: RequestPicture) throws -> Result {
        let request = VNRecognizeTextRequest()
        request.regionOfInterest = regionOfInterest.cgRect
        request.recognitionLevel = recognitionLevel == .fast ? .fast : .accurate
        request.recognitionLanguages = recognitionLanguages.map(\.maximalIdentifier)
        request.usesLanguageCorrection = usesLanguageCorrection
        request.automaticallyDetectsLanguage = automaticallyDetectsLanguage
        request.customWords = customWords
        request.minimumTextHeight = minimumTextHeightFraction
        let found = try request.search(picture, for: VNRecognizedTextObservation.self)
        return found.map { RecognizedTextObservation($0, descriptor) }
    }
}
