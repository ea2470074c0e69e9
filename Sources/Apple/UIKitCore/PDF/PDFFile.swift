import Foundation

/// The bytes of a PDF document whose pages are one JPEG picture each. Source: ISO 32000-1.
struct PDFFile {
    struct Page {
        /// In points.
        let size: CGSize
        let pixelWidth: Int
        let pixelHeight: Int
        let jpeg: Data
    }

    private var data = Data("%PDF-1.4\n%".utf8)
    /// Where each object begins; the first one has number 1.
    private var offsets: [Int] = []

    /// - Parameter info: title, author and the like, by the names of ISO 32000-1, 14.3.3.
    static func data(of pages: [Page], info: [String: String]) -> Data {
        var file = PDFFile()
        // Bytes beyond ASCII in the second line tell programs that the file is binary.
        file.data.append(contentsOf: [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        let kids = pages.indices.map { "\(4 + 3 * $0) 0 R" }.joined(separator: " ")
        file.add("<< /Type /Catalog /Pages 2 0 R >>")
        file.add("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
        let entries = info.sorted { $0.key < $1.key }.map { "/\($0.key) \(text($0.value))" }
        file.add("<< \(entries.joined(separator: " ")) >>")
        for page in pages { file.add(page) }
        file.end()
        return file.data
    }

    private mutating func add(_ page: Page) {
        let (width, height) = (Double(page.size.width), Double(page.size.height))
        let number = offsets.count + 1
        add(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(number + 1) 0 R "
                + "/Resources << /XObject << /Page \(number + 2) 0 R >> >> >>")
        let drawing = Data("q \(width) 0 0 \(height) 0 0 cm /Page Do Q".utf8)
        add("<< /Length \(drawing.count) >>", stream: drawing)
        add(
            "<< /Type /XObject /Subtype /Image /Width \(page.pixelWidth) /Height \(page.pixelHeight) "
                + "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length \(page.jpeg.count) >>",
            stream: page.jpeg)
    }

    private mutating func add(_ dictionary: String, stream: Data? = nil) {
        offsets.append(data.count)
        data.append(contentsOf: "\(offsets.count) 0 obj\n\(dictionary)\n".utf8)
        if let stream {
            data.append(contentsOf: "stream\n".utf8)
            data.append(stream)
            data.append(contentsOf: "\nendstream\n".utf8)
        }
        data.append(contentsOf: "endobj\n".utf8)
    }

    private mutating func end() {
        let table = data.count
        // Each entry has exactly 20 bytes.
        let entries = offsets.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }
        data.append(contentsOf: "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n\(entries.joined())".utf8)
        data.append(
            contentsOf: ("trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R /Info 3 0 R >>\n"
                + "startxref\n\(table)\n%%EOF\n").utf8)
    }

    /// A text of any language, as hexadecimal digits of UTF-16.
    private static func text(_ string: String) -> String {
        let digits = string.utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "<FEFF\(digits.joined())>"
    }
}
