import Foundation
import Locking
import PixelCoding
import Tesseract

/// How a text is read. Source: Apple, VNRequestTextRecognitionLevel.
///
/// Linux: `fast` looks at a smaller picture, in which small letters cannot be read.
public enum VNRequestTextRecognitionLevel: Int, Sendable {
    case accurate
    case fast
}

/// Reads printed text: a line is an observation.
///
/// Linux: by Tesseract. It needs the package libtesseract5 and one for each language, such as tesseract-ocr-eng; without
/// them it fails with ``VNErrorCode/unsupportedRequest``. Handwriting and text that is not level are seldom read. One
/// request at a time reads; a large picture takes seconds.
/// Source: Apple, VNRecognizeTextRequest.
public final class VNRecognizeTextRequest: VNImageBasedRequest {
    public var recognitionLevel = VNRequestTextRecognitionLevel.accurate

    /// As language tags, such as `en-US`; the first one counts most. English by default.
    public var recognitionLanguages = ["en-US"]

    /// Whether known words are preferred.
    public var usesLanguageCorrection = true

    /// Whether the text may be in any of the installed languages, beside ``recognitionLanguages``.
    public var automaticallyDetectsLanguage = false

    /// Linux: without effect; Tesseract has the words of its languages only.
    public var customWords: [String] = []

    /// The least height of a line, as a part of the height of the region of interest; smaller ones are left out.
    public var minimumTextHeight: Float = 1 / 32

    public var results: [VNRecognizedTextObservation]? { found as? [VNRecognizedTextObservation] }

    /// The languages whose data is installed.
    public func supportedRecognitionLanguages() throws -> [String] { TextLanguage.installed }

    /// The languages whose data is installed.
    public class func supportedRecognitionLanguages(
        for recognitionLevel: VNRequestTextRecognitionLevel, revision requestRevision: Int
    ) throws -> [String] { TextLanguage.installed }

    override class var latestRevision: Int { VNRecognizeTextRequestRevision3 }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        guard (0...1).contains(minimumTextHeight) else {
            throw NSError.vision(.invalidArgument, "The minimum text height \(minimumTextHeight) is not from 0 to 1")
        }
        let gray = try picture.gray(longestSide: recognitionLevel == .fast ? 1_280 : 3_200, region)
        let others = automaticallyDetectsLanguage ? TextLanguage.installed : []
        let languages = try TextLanguage.names(of: recognitionLanguages + others)
        let lines: [TextReader.Line]
        do throws(TesseractError) {
            lines = try SharedTextReader.lines(in: gray, languages, usesDictionary: usesLanguageCorrection)
        } catch {
            switch error.code {
            case .missing: throw NSError.vision(.unsupportedRequest, error.description)
            case .failed: throw NSError.vision(.operationFailed, error.description)
            }
        }
        let size = CGSize(width: gray.width, height: gray.height)
        return lines.map { VNRecognizedTextObservation($0, of: size, timeRange: picture.timeRange) }
            .filter { $0.boundingBox.height >= CGFloat(minimumTextHeight) }
    }
}

/// Language tags and Tesseract's names.
enum TextLanguage {
    private static let pairs = [
        ("ar-SA", "ara"), ("cs-CZ", "ces"), ("da-DK", "dan"), ("de-DE", "deu"), ("en-US", "eng"), ("es-ES", "spa"),
        ("fr-FR", "fra"), ("it-IT", "ita"), ("ja-JP", "jpn"), ("ko-KR", "kor"), ("nl-NL", "nld"), ("no-NO", "nor"),
        ("pl-PL", "pol"), ("pt-BR", "por"), ("ro-RO", "ron"), ("ru-RU", "rus"), ("sv-SE", "swe"), ("th-TH", "tha"),
        ("tr-TR", "tur"), ("uk-UA", "ukr"), ("vi-VT", "vie"), ("zh-Hans", "chi_sim"), ("zh-Hant", "chi_tra"),
    ]

    static var installed: [String] {
        let names = TextReader.installedLanguages
        return pairs.filter { names.contains($0.1) }.map(\.0)
    }

    /// - Returns: Tesseract's names of the languages, each once.
    /// - Throws: `NSError` `invalidArgument` for a language that it does not have.
    static func names(of tags: [String]) throws -> [String] {
        var names: [String] = []
        for tag in tags.isEmpty ? ["en-US"] : tags {
            guard let name = name(of: tag) else {
                let known = pairs.map(\.0).joined(separator: ", ")
                throw NSError.vision(.invalidArgument, "Text in \(tag) cannot be read; there are \(known)")
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Of the tag itself, or of another one of the same language.
    private static func name(of tag: String) -> String? {
        if let exact = pairs.first(where: { tag == $0.0 }) { return exact.1 }
        let language = Locale.Language(identifier: tag)
        switch language.languageCode?.identifier {
        case "zh": return language.maximalIdentifier.contains("Hant") ? "chi_tra" : "chi_sim"
        case "nb", "nn": return "nor"
        case let code?: return pairs.first { $0.0.hasPrefix(code + "-") }?.1
        case nil: return nil
        }
    }
}

/// The reader of the last request: to load the data of a language takes longer than to read a line.
private enum SharedTextReader {
    private struct Loaded {
        var languages: [String]
        var usesDictionary: Bool
        var reader: TextReader
    }

    private static let last = Mutex<Loaded?>(nil)

    static func lines(
        in gray: GrayPicture, _ languages: [String], usesDictionary: Bool
    ) throws(TesseractError) -> [TextReader.Line] {
        try last.withLock { last throws(TesseractError) in
            let reader: TextReader
            if let known = last, known.languages == languages, known.usesDictionary == usesDictionary {
                reader = known.reader
            } else {
                reader = try TextReader(languages: languages, usesDictionary: usesDictionary)
                last = Loaded(languages: languages, usesDictionary: usesDictionary, reader: reader)
            }
            return try reader.lines(in: gray.samples, width: gray.width, height: gray.height)
        }
    }
}
