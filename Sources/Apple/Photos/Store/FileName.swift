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

    /// Without the dot; empty if there is none.
    var fileExtension: String {
        text.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(text[text.index(after: $0)...]) } ?? ""
    }

    /// Whether the library may show a file of this name, or keep it with one that it shows.
    var isMedia: Bool {
        guard text.utf8.first != UInt8(ascii: ".") else { return false }
        return MediaFileFormat.all.include(name: text) || isAdjustments
    }

    /// Whether a file in a folder can have this name.
    var isPossible: Bool {
        !text.isEmpty && text.utf8.count <= Int(NAME_MAX) && isMedia
            && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    // MARK: Numbers of this library: `IMG_0001`

    static func stem(ofNumber number: Int) -> FileName {
        let digits = String(number)
        return FileName("IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
    }

    /// Of a stem: the number for which the library would choose it. Other phones and cameras put dates, times and more than
    /// a number can be into their names, and the next number must not follow from those; they have more than six digits.
    var number: Int? {
        let prefix = "IMG_"
        guard text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count)), (0..<1_000_000).contains(number),
            Self.stem(ofNumber: number) == self
        else { return nil }
        return number
    }

    // MARK: Edited versions: `IMG_0001.jpg` was edited to `IMG_0001_edited.jpg`, as `IMG_0001_edited.aae` describes

    private static let editedMark = "_edited"

    /// The stems for edited versions of this file, the first choice first.
    var editedStems: some Sequence<String> {
        (1...9999).lazy.map { stem.text + Self.editedMark + ($0 == 1 ? "" : "\($0)") }
    }

    /// The stem of the file that was edited, if this is the name of an edited version.
    var originalStem: FileName? {
        let stem = stem.text
        guard let mark = stem.range(of: Self.editedMark, options: .backwards), mark.lowerBound > stem.startIndex,
            stem[mark.upperBound...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return FileName(String(stem[..<mark.lowerBound]))
    }

    /// Whether it is the name of an edit's adjustment data.
    var isAdjustments: Bool {
        text.utf8.count > 4 && fileExtension == AdjustmentFile.fileExtension && originalStem != nil
    }

    /// Of a stem: the name of the adjustment data.
    var adjustments: FileName { FileName(text + "." + AdjustmentFile.fileExtension) }

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
