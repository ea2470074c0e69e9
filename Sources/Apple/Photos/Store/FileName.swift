import Glibc

/// The name of a file, which equals a name of the same bytes and no other. As a `String`, "é" in one character equals
/// "e" with an accent after it; they are two files.
struct FileName: Sendable, Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Without the extension.
    var stem: FileName {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return self }
        return FileName(String(text[..<dot]))
    }

    var isMovie: Bool { MediaFileFormat.all.format(ofName: text)?.isMovie == true }

    /// Whether the library may show a file of this name.
    var isMedia: Bool { text.utf8.first != UInt8(ascii: ".") && MediaFileFormat.all.format(ofName: text) != nil }

    /// Whether a file in a folder can have this name.
    var isPossible: Bool {
        !text.isEmpty && text.utf8.count <= Int(NAME_MAX) && isMedia
            && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// A number that another name hardly has.
    var fingerprint: UInt64 {
        // Source: FNV-1a; the end spreads what the last bytes say, because fingerprints are added up.
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        sum = (sum ^ (sum >> 32)) &* 0x9E37_79B9_7F4A_7C15
        return sum ^ (sum >> 29)
    }

    static func == (first: FileName, second: FileName) -> Bool {
        first.text.utf8.count == second.text.utf8.count && first.text.utf8.elementsEqual(second.text.utf8)
    }

    static func < (first: FileName, second: FileName) -> Bool {
        first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
