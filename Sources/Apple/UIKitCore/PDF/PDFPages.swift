import Foundation
import MissingGraphics

/// The pages of a document that is being drawn. One thread draws it.
final class PDFPages {
    /// The size of a page without bounds of its own.
    let bounds: CGRect
    private let info: [String: String]
    private var finished: [PDFFile.Page] = []
    private var current: (bounds: CGRect, context: CGContext)?

    /// - Parameters:
    ///   - bounds: in points; those of US letter if it is empty.
    ///   - info: by Core Graphics' keys.
    init(bounds: CGRect, info: [AnyHashable: Any]) {
        self.bounds = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds
        var named: [String: String] = [:]
        for (key, name) in Self.names {
            switch info[key] {
            case let text as String: named[name] = text
            case let texts as [String]: named[name] = texts.joined(separator: ", ")
            default: break
            }
        }
        self.info = named
    }

    private static let names = [
        kCGPDFContextTitle: "Title", kCGPDFContextAuthor: "Author", kCGPDFContextSubject: "Subject",
        kCGPDFContextKeywords: "Keywords", kCGPDFContextCreator: "Creator",
    ]

    /// The bounds of the page that is being drawn.
    var pageBounds: CGRect { current?.bounds ?? bounds }

    /// What the page is drawn into; before the first page, one that nobody sees.
    var context: CGContext {
        if let current { return current.context }
        begin(bounds)
        isBlank = true
        return current!.context
    }

    /// Whether the current page was begun only for someone who asked for a context.
    private var isBlank = false

    /// Ends the page before, and begins another one.
    func begin(_ bounds: CGRect) {
        endPage()
        let bounds = bounds.isEmpty ? self.bounds : bounds
        // 216 dots an inch, and never more than what a phone's photo has.
        let area = bounds.width * bounds.height
        let scale = min(3, (16_000_000 / area).squareRoot(), 65_000 / max(bounds.width, bounds.height))
        guard
            let context = CGContext(size: bounds.size, scale: scale, isOpaque: false)
                ?? CGContext(size: CGSize(width: 1, height: 1), scale: 1, isOpaque: false)
        else { return }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        UIGraphicsPushContext(context)
        current = (bounds, context)
    }

    private func endPage() {
        guard let (bounds, context) = current else { return }
        current = nil
        UIGraphicsPopContext()
        defer { isBlank = false }
        // Paper is white where nothing is drawn; so is what JPEG has for it.
        guard !isBlank, let image = context.makeImage(),
            let jpeg = UIImage(cgImage: image).jpegData(compressionQuality: 0.95)
        else { return }
        finished.append(
            PDFFile.Page(size: bounds.size, pixelWidth: context.width, pixelHeight: context.height, jpeg: jpeg))
    }

    /// Ends the last page.
    func end() -> Data {
        endPage()
        return PDFFile.data(of: finished, info: info)
    }
}
