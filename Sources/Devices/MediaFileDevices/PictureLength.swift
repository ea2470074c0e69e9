import Foundation

/// How long the file of a picture has to be, for formats whose header says. Some decoders leave the missing part black.
struct PictureLength {
    let file: FileHandle
    let size: UInt64

    /// Pictures that FFmpeg decodes without an error when a part is missing, as told by the file's first bytes.
    static func isCutOff(path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
            (try? file.seek(toOffset: 0)) != nil, let head = try? file.read(upToCount: 4096),
            let kind = MediaSignature(head), [.openEXR, .qoi, .sunRaster].contains(kind)
        else { return false }
        return kind.isCutOff(file, head: head, size: size) == true
    }

    /// Source: Academy Software Foundation, "OpenEXR File Layout". Of pictures with several levels, the largest one.
    ///
    /// - Returns: `nil` for files with several parts, or with deep pixels.
    var isOpenEXRCutOff: Bool? {
        guard let version = little32(at: 4) else { return true }
        if version & 0x1800 != 0 { return nil }
        guard let header = openEXRHeader() else { return true }
        guard let window = header.attributes["dataWindow"], window.count == 16,
            let compression = header.attributes["compression"]?.first
        else { return nil }
        let corners = (0..<4).map { Int(Int32(truncatingIfNeeded: Self.little(window.dropFirst(4 * $0).prefix(4)))) }
        let (width, height) = (corners[2] - corners[0] + 1, corners[3] - corners[1] + 1)
        guard width > 0, height > 0 else { return nil }
        let isTiled = version & 0x200 != 0
        let chunks: Int
        if isTiled {
            guard let tiles = header.attributes["tiles"], tiles.count == 9 else { return nil }
            let tile = (Int(Self.little(tiles.prefix(4))), Int(Self.little(tiles.dropFirst(4).prefix(4))))
            guard tile.0 > 0, tile.1 > 0 else { return nil }
            let (count, overflow) = ((width + tile.0 - 1) / tile.0)
                .multipliedReportingOverflow(by: (height + tile.1 - 1) / tile.1)
            if overflow { return true }
            chunks = count
        } else {
            let lines = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]
            guard Int(compression) < lines.count else { return nil }
            chunks = (height + lines[Int(compression)] - 1) / lines[Int(compression)]
        }
        guard UInt64(chunks) <= size / 8, let table = bytes(at: header.end, 8 * chunks) else { return true }
        let offsets = (0..<chunks).map { Self.little(table.dropFirst(8 * $0).prefix(8)) }
        // Without a table the decoder looks for the chunks itself.
        guard let last = offsets.max(), last > 0 else { return nil }
        // A chunk begins with its line, or the four numbers of its tile, and the size of what follows.
        let place: UInt64 = isTiled ? 16 : 4
        guard last < size, let length = little32(at: last + place) else { return true }
        return last + place + 4 + UInt64(length) > size
    }

    /// The attributes by their names, and where they end; `nil` if the file ends before.
    private func openEXRHeader() -> (attributes: [String: Data], end: UInt64)? {
        var attributes: [String: Data] = [:]
        var place: UInt64 = 8
        while let name = word(at: place) {
            place += UInt64(name.count) + 1
            if name.isEmpty { return (attributes, place) }
            guard let type = word(at: place), let length = little32(at: place + UInt64(type.count) + 1) else {
                return nil
            }
            place += UInt64(type.count) + 5
            if length <= 64 { attributes[String(decoding: name, as: UTF8.self)] = bytes(at: place, Int(length)) }
            place += UInt64(length)
        }
        return nil
    }

    /// Of at most 255 bytes, without the zero after it.
    private func word(at offset: UInt64) -> Data? {
        guard offset < size, let text = bytes(at: offset, Int(min(256, size - offset))) else { return nil }
        return text.firstIndex(of: 0).map { text[..<$0] }
    }

    /// Source: Sun, rasterfile(5): the header has the lengths of the pixels and of the color map. Old files have 0.
    var isSunRasterCutOff: Bool {
        guard let width = big32(at: 4), let height = big32(at: 8), let depth = big32(at: 12),
            let length = big32(at: 16), let map = big32(at: 28)
        else { return true }
        let row = (UInt64(width) * UInt64(min(depth, 32)) + 15) / 16 * 2
        let (pixels, overflow) = row.multipliedReportingOverflow(by: UInt64(height))
        let start = 32 + UInt64(map)
        return overflow || size < start || size - start < (length > 0 ? UInt64(length) : pixels)
    }

    /// Source: Adobe, "Photoshop File Formats Specification": four sections with their lengths, then the pixels.
    ///
    /// - Returns: `nil` for large documents, and for compressions that no library reads.
    var isPhotoshopCutOff: Bool? {
        guard let head = bytes(at: 0, 26) else { return true }
        if head[5] != 1 { return nil }
        var place: UInt64 = 26
        for _ in 0..<3 {
            guard let length = big32(at: place) else { return true }
            place += 4 + UInt64(length)
        }
        guard let compression = bytes(at: place, 2) else { return true }
        let rows = Self.big(head[12..<14]) * Self.big(head[14..<18])
        guard rows <= size else { return true }
        switch Self.big(compression) {
        case 0:
            let row = (Self.big(head[18..<22]) * Self.big(head[22..<24]) + 7) / 8
            let (pixels, overflow) = rows.multipliedReportingOverflow(by: row)
            return overflow || size - place - 2 < pixels
        case 1:
            guard let counts = bytes(at: place + 2, Int(2 * rows)) else { return true }
            let pixels = (0..<Int(rows)).reduce(UInt64(0)) { $0 + Self.big(counts[2 * $1..<2 * $1 + 2]) }
            return size - place - 2 - 2 * rows < pixels
        default: return nil
        }
    }

    /// Source: Truevision, "TGA File Format Specification", 2.0.
    ///
    /// - Returns: `nil` for run lengths: only the decoder knows where they end.
    var isTargaCutOff: Bool? {
        guard let head = bytes(at: 0, 18) else { return true }
        if head[2] >= 8 { return nil }
        let map = head[1] == 1 ? Self.little(head[5..<7]) * ((UInt64(head[7]) + 7) / 8) : 0
        let pixels = Self.little(head[12..<14]) * Self.little(head[14..<16]) * ((UInt64(head[16]) + 7) / 8)
        return size < 18 + UInt64(head[0]) + map + pixels
    }

    private func bytes(at offset: UInt64, _ count: Int) -> Data? {
        guard offset <= size, UInt64(count) <= size - offset, (try? file.seek(toOffset: offset)) != nil,
            let data = try? file.read(upToCount: count), data.count == count
        else { return nil }
        return Data(data)
    }

    private func little32(at offset: UInt64) -> UInt32? { bytes(at: offset, 4).map { UInt32(Self.little($0)) } }

    private func big32(at offset: UInt64) -> UInt32? { bytes(at: offset, 4).map { UInt32(Self.big($0)) } }

    private static func little(_ bytes: Data) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    private static func big(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
