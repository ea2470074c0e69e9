import Foundation
import MissingGraphics

// Documents drawn by functions. Source: Apple, UIKit, UIGraphicsBeginPDFContextToData and its companions.
// Linux: as `UIGraphicsPDFRenderer`, each page is a picture with a context of its own.

/// The documents that a thread is drawing, and where each one goes.
private final class PDFStack {
    private static let ofThread = ThreadLocal("UIGraphicsPDFStack") { PDFStack() }

    static var current: PDFStack { ofThread.current }

    var documents: [(pages: PDFPages, finish: (Data) -> Void)] = []
}

/// Begins a document.
///
/// - `data`: has the document after ``UIGraphicsEndPDFContext()``.
/// - `bounds`: of a page, in points; US letter if they are empty.
/// - `documentInfo`: by `kCGPDFContextTitle` and similar keys.
public func UIGraphicsBeginPDFContextToData(
    _ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) {
    PDFStack.current.documents.append((PDFPages(bounds: bounds, info: documentInfo ?? [:]), { data.setData($0) }))
}

/// Begins a document that ``UIGraphicsEndPDFContext()`` writes to a file.
///
/// - Returns: `false` if the file cannot be made. It is there, and empty, from now on.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
    _ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) -> Bool {
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return false }
    PDFStack.current.documents.append(
        (
            PDFPages(bounds: bounds, info: documentInfo ?? [:]),
            { document in
                do {
                    try document.write(to: URL(fileURLWithPath: path))
                } catch {
                    NSLog("%@", "\(path): \(error.localizedDescription)")
                }
            }
        ))
    return true
}

/// Begins a page with the document's bounds.
public func UIGraphicsBeginPDFPage() { UIGraphicsBeginPDFPageWithInfo(.zero, nil) }

/// - `bounds`: the document's if they are empty.
/// - `pageInfo`: boxes of the page. Linux: without effect.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    PDFStack.current.documents.last?.pages.begin(bounds)
}

/// The bounds of the page that is being drawn; empty outside of a document.
public func UIGraphicsGetPDFContextBounds() -> CGRect { PDFStack.current.documents.last?.pages.pageBounds ?? .zero }

/// Ends the document.
public func UIGraphicsEndPDFContext() {
    guard let (pages, finish) = PDFStack.current.documents.popLast() else { return }
    finish(pages.end())
}
