import Foundation
import MissingGraphics

/// The metadata of a document. Source: Apple, UIGraphicsPDFRendererFormat.
open class UIGraphicsPDFRendererFormat: NSObject {
    /// By `kCGPDFContextTitle` and similar keys. Linux: title, author, subject, keywords and creator; no passwords.
    open var documentInfo: [String: Any] = [:]

    public required override init() {}

    open class func `default`() -> Self { self.init() }

    open class func preferred() -> Self { self.init() }
}

/// The pages that a renderer's closure draws. Source: Apple, UIGraphicsPDFRendererContext.
open class UIGraphicsPDFRendererContext: NSObject {
    public let format: UIGraphicsPDFRendererFormat
    private let pages: PDFPages

    init(_ pages: PDFPages, _ format: UIGraphicsPDFRendererFormat) {
        self.pages = pages
        self.format = format
    }

    /// In points, y down. Linux: each page has its own.
    public var cgContext: CGContext { pages.context }

    /// Those of the page.
    public var pdfContextBounds: CGRect { pages.pageBounds }

    /// Begins a page with the renderer's bounds.
    open func beginPage() { pages.begin(pages.bounds) }

    /// - Parameters:
    ///   - bounds: the renderer's if they are empty.
    ///   - pageInfo: boxes of the page. Linux: without effect.
    open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) { pages.begin(bounds) }

    open func fill(_ rect: CGRect) { cgContext.fill(rect) }

    open func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5)) }

    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes PDF documents by drawing. Source: Apple, UIGraphicsPDFRenderer.
///
/// Linux: a page is a picture with 216 dots an inch, or fewer if it is large; its text cannot be selected.
open class UIGraphicsPDFRenderer: NSObject {
    private let bounds: CGRect
    public let format: UIGraphicsPDFRendererFormat

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsPDFRendererFormat()) }

    /// - Parameters:
    ///   - bounds: of a page, in points: 72 of them are an inch.
    ///   - format: what the document says about itself.
    public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
        self.bounds = bounds
        self.format = format
    }

    /// - Parameter actions: begins each page, and draws it.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let pages = PDFPages(bounds: bounds, info: format.documentInfo)
        actions(UIGraphicsPDFRendererContext(pages, format))
        return pages.end()
    }

    /// - Throws: the error of writing the file, which is there only if it is complete.
    open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
        try pdfData(actions: actions).write(to: url, options: .atomic)
    }
}
