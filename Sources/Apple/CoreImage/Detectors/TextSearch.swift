import Foundation
import Locking
import PixelCoding
import Tesseract

/// Looks for lines of printed text, by reading them.
final class TextSearch: DetectorSearch {
    /// Loaded for the first picture of all detectors; used under the lock only.
    private struct Shared: @unchecked Sendable {
        var reader: TextReader?
    }

    private static let shared = Mutex(Shared())

    let longestSide: Int
    private let language: String

    /// - Returns: `nil` if there is no library, or no data of a language.
    init?(_ options: DetectorOptions) {
        guard let language = Self.language else { return nil }
        self.language = language
        longestSide = options.isThorough ? 3_200 : 1_600
    }

    /// English, which finds the lines of other Latin scripts too, or what is there. `osd` tells directions only.
    private static let language: String? = {
        let installed = TextReader.installedLanguages.filter { $0 != "osd" }
        return installed.contains("eng") ? "eng" : installed.first
    }()

    func features(in picture: SearchedImage, _ options: DetectorOptions) -> [CIFeature] {
        let gray = picture.gray
        return lines(in: gray).map { line in
            func corners(_ box: CGRect) -> FeatureCorners {
                let (width, height) = (CGFloat(gray.width), CGFloat(gray.height))
                return picture.corners(
                    of: CGRect(
                        x: box.minX / width, y: box.minY / height, width: box.width / width,
                        height: box.height / height))
            }
            let boxes = line.symbols.map(\.box)
            let whole = boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
            let parts = options.returnsParts ? boxes.map { CITextFeature(corners($0), parts: nil) } : nil
            return CITextFeature(corners(whole), parts: parts)
        }
    }

    private func lines(in gray: GrayPicture) -> [TextReader.Line] {
        Self.shared.withLock { shared in
            guard let reader = try? shared.reader ?? TextReader(languages: [language], usesDictionary: false) else {
                return []
            }
            shared.reader = reader
            return (try? reader.lines(in: gray.samples, width: gray.width, height: gray.height)) ?? []
        }
    }
}
