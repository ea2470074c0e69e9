internal import CLinux
internal import CZXing

/// A code in a picture.
package struct Code: Sendable, Equatable {
    /// A pixel of the picture, from its top left.
    package struct Point: Sendable, Equatable {
        package var x: Int
        package var y: Int
    }

    package var kind: CodeKind
    /// Its text; `nil` if the contents are not text.
    package var text: String?
    /// Top left, top right, bottom right and bottom left, in the code's own orientation.
    package var corners: [Point]
    /// A QR code's bytes after error correction; empty for other kinds.
    package var payload: [UInt8]
    /// `L`, `M`, `Q` or `H`; only for a QR code.
    package var correctionLevel: Character?
}

/// Finds bar codes and two-dimensional codes, rotated and mirrored ones too, with zxing-cpp.
package enum CodeReader {
    /// What is missing to read codes, and what to do about it; loads the library.
    package static let problem: String? = {
        linux_begin_library_work()
        defer { linux_end_library_work() }
        return czx_load().map { String(cString: $0) }
    }()

    /// - Parameters:
    ///   - luma: `height` rows of `bytesPerRow` bytes; 8-bit samples, `bytesPerSample` apart.
    ///   - kinds: the kinds to look for; each costs time.
    package static func codes(
        in luma: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, bytesPerSample: Int = 1,
        of kinds: Set<CodeKind>
    ) -> [Code] {
        let bits = kinds.reduce(0) { $0 | $1.bit }
        let samples = luma.assumingMemoryBound(to: UInt8.self)
        linux_begin_library_work()
        defer { linux_end_library_work() }
        guard
            let found = czx_read(
                samples, Int32(width), Int32(height), Int32(bytesPerRow), Int32(bytesPerSample), bits)
        else { return [] }
        defer { czx_free(found) }
        return (0..<czx_count(found)).compactMap { Code(czx_at(found, $0).pointee) }
    }
}

extension Code {
    fileprivate init?(_ code: czx_code) {
        guard let kind = CodeKind.allCases.first(where: { $0.bit == code.kind }) else { return nil }
        self.kind = kind
        let (x, y) = (code.x, code.y)
        corners = [(x.0, y.0), (x.1, y.1), (x.2, y.2), (x.3, y.3)].map { Point(x: Int($0.0), y: Int($0.1)) }
        text = code.text.map { start in
            String(decoding: UnsafeRawBufferPointer(start: start, count: code.text_length), as: UTF8.self)
        }
        payload = Array(UnsafeBufferPointer(start: code.payload, count: code.payload_length))
        if code.correction_level != 0 {
            correctionLevel = Character(UnicodeScalar(UInt8(bitPattern: code.correction_level)))
        }
    }
}
