import Foundation
import UIKit

/// The pages that a person has scanned. Source: Apple, VNDocumentCameraScan.
open class VNDocumentCameraScan: NSObject, @unchecked Sendable {  // constant
    private let pages: [UIImage]

    init(_ pages: [UIImage]) { self.pages = pages }

    open var pageCount: Int { pages.count }

    /// Linux: always empty; no title is read from the pages.
    open var title: String { "" }

    /// - Parameter index: from 0 to ``pageCount`` - 1; another one is a programmer's mistake.
    open func imageOfPage(at index: Int) -> UIImage {
        precondition(
            pages.indices.contains(index), "*** -[VNDocumentCameraScan imageOfPageAtIndex:] index out of bounds")
        return pages[index]
    }
}
