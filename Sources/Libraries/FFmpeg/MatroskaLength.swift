import Glibc

/// The length that a Matroska or WebM file states.
///
/// Source: RFC 8794 (EBML), sections 4 to 6; RFC 9559 (Matroska), section 5.1.
enum MatroskaLength {
    private static let segment: UInt64 = 0x1853_8067

    /// Where the file ends by its own account, in bytes from its beginning.
    ///
    /// - Returns: `nil` if it does not say, like files that were written while being streamed.
    static func statedEnd(of path: String) -> UInt64? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return statedEnd(bytes[..<count])
    }

    static func statedEnd(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var rest = bytes
        while let id = number(&rest, keepingMarker: true), let size = number(&rest, keepingMarker: false) {
            if id == segment { return UInt64(rest.startIndex - bytes.startIndex) + size }
            guard size <= UInt64(rest.count) else { return nil }
            rest = rest.dropFirst(Int(size))
        }
        return nil
    }

    /// A number whose first byte gives its length; `nil` if it is cut off or stands for "unknown".
    private static func number(_ bytes: inout ArraySlice<UInt8>, keepingMarker: Bool) -> UInt64? {
        guard let first = bytes.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        let all = bytes.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(length)
        if keepingMarker { return all }
        let marker = UInt64(1) << (7 * UInt64(length))
        return all & (marker - 1) == marker - 1 ? nil : all & (marker - 1)
    }
}
