import Foundation
import MissingGraphics
import Testing
import UIKitCore

@Suite struct PDFTests {
    private let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)

    @Test func aRendererMakesADocumentOfItsPages() throws {
        let format = UIGraphicsPDFRendererFormat()
        format.documentInfo = [kCGPDFContextTitle as String: "Zwölf", kCGPDFContextKeywords as String: ["a", "b"]]
        let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 40, height: 20), format: format)
        let document = Document(
            renderer.pdfData { context in
                context.beginPage()
                red.setFill()
                context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
                #expect(UIGraphicsGetCurrentContext() === context.cgContext)
                context.beginPage(withBounds: CGRect(x: 10, y: 0, width: 10, height: 30), pageInfo: [:])
                #expect(context.pdfContextBounds == CGRect(x: 10, y: 0, width: 10, height: 30))
                red.setFill()
                context.cgContext.fill(CGRect(x: 10, y: 20, width: 10, height: 10))
            })
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(document.text.contains("/Title <FEFF005A007700F6006C0066>"))
        #expect(document.text.contains("/Keywords <FEFF0061002C00200062>"))
        #expect(document.text.contains("/Count 2"))
        #expect(document.text.contains("/MediaBox [0 0 40.0 20.0]"))
        #expect(document.text.contains("/MediaBox [0 0 10.0 30.0]"))
        try document.checkTable()
        let pictures = document.pictures
        try #require(pictures.count == 2)
        // Three pixels a point; what nobody drew on is white. JPEG is off by a few.
        #expect(pictures[0].size == CGSize(width: 120, height: 60) && pictures[1].size == CGSize(width: 30, height: 90))
        #expect(pictures[0].isNear([255, 0, 0], 30, 15) && pictures[0].isNear([255, 255, 255], 90, 45))
        #expect(pictures[1].isNear([255, 255, 255], 15, 30) && pictures[1].isNear([255, 0, 0], 15, 75))
    }

    @Test func drawingBeforeTheFirstPageIsNotSeen() {
        let document = Document(
            UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 9, height: 9)).pdfData { context in
                context.cgContext.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
            })
        #expect(document.text.contains("/Count 0") && document.pictures.isEmpty)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func aLargePageHasNoMorePixelsThanAPhoto() throws {
        let bounds = CGRect(x: 0, y: 0, width: 8000, height: 8000)
        let document = Document(UIGraphicsPDFRenderer(bounds: bounds).pdfData { $0.beginPage() })
        #expect(document.text.contains("/MediaBox [0 0 8000.0 8000.0]"))
        #expect(document.text.contains("/Width 4000 /Height 4000"))
    }

    @Test func functionsMakeTheSameDocument() throws {
        let data = NSMutableData()
        UIGraphicsBeginPDFContextToData(data, .zero, [kCGPDFContextAuthor: "A"])
        #expect(UIGraphicsGetPDFContextBounds() == CGRect(x: 0, y: 0, width: 612, height: 792))
        UIGraphicsBeginPDFPageWithInfo(CGRect(x: 0, y: 0, width: 20, height: 10), nil)
        red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 10))
        UIGraphicsEndPDFContext()
        #expect(UIGraphicsGetPDFContextBounds() == .zero && UIGraphicsGetCurrentContext() == nil)
        let document = Document(Data(referencing: data))
        #expect(document.text.contains("/Author <FEFF0041>"))
        try document.checkTable()
        #expect(document.pictures.count == 1 && document.pictures[0].isNear([255, 0, 0], 30, 15))
    }

    @Test func aDocumentIsWrittenToAFile() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pdf")
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(UIGraphicsBeginPDFContextToFile(url.path, CGRect(x: 0, y: 0, width: 9, height: 9), nil))
        UIGraphicsBeginPDFPage()
        UIGraphicsEndPDFContext()
        #expect(Document(try Data(contentsOf: url)).text.contains("/Count 1"))
        let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 9, height: 9))
        try renderer.writePDF(to: url) { context in
            context.beginPage()
            context.beginPage()
        }
        #expect(Document(try Data(contentsOf: url)).text.contains("/Count 2"))
        #expect(!UIGraphicsBeginPDFContextToFile("/dev/null/none.pdf", .zero, nil))
        let nowhere = URL(fileURLWithPath: "/dev/null/none.pdf")
        #expect(throws: (any Error).self) { try renderer.writePDF(to: nowhere) { _ in } }
    }
}

/// A document as ISO 32000-1 has it, read byte by byte.
private struct Document {
    let data: Data
    /// Each byte as the character with its number, so that places in both are alike.
    let text: String

    init(_ data: Data) {
        self.data = data
        text = String(data: data, encoding: .isoLatin1) ?? ""
    }

    /// Each entry of the table leads to its object, and the document's end to the table.
    func checkTable() throws {
        #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("%%EOF\n"))
        let start = try #require(text.components(separatedBy: "startxref\n").last?.split(separator: "\n").first)
        let lines = bytes(from: try #require(Int(start))).split(separator: "\n")
        try #require(lines.count > 3 && lines[0] == "xref" && lines[2] == "0000000000 65535 f ")
        let entries = lines[3...].prefix { $0.hasSuffix(" n ") }
        #expect(lines[1] == "0 \(entries.count + 1)")
        for (index, entry) in entries.enumerated() {
            let offset = try #require(Int(entry.prefix(10)))
            #expect(bytes(from: offset).hasPrefix("\(index + 1) 0 obj\n"))
        }
    }

    private func bytes(from offset: Int) -> String {
        String(data: data.dropFirst(offset), encoding: .isoLatin1) ?? ""
    }

    /// What the pages show.
    var pictures: [UIImage] {
        var (pictures, rest) = ([UIImage](), data[...])
        while let mark = rest.range(of: Data("/DCTDecode /Length ".utf8)),
            let start = rest.range(of: Data(" >>\nstream\n".utf8), in: mark.upperBound..<rest.endIndex),
            let length = Int(String(decoding: rest[mark.upperBound..<start.lowerBound], as: UTF8.self))
        {
            rest = rest[start.upperBound...]
            if let picture = UIImage(data: Data(rest.prefix(length))) { pictures.append(picture) }
            rest = rest.dropFirst(length)
        }
        return pictures
    }
}

extension UIImage {
    fileprivate func isNear(_ color: [Int], _ x: Int, _ y: Int) -> Bool {
        zip(pixel(x, y), color).allSatisfy { abs(Int($0) - $1) < 8 }
    }
}
