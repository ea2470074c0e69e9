import Foundation

/// The largest JPEG picture in a file of raw data (DNG): what the camera made of the sensor's samples, which nobody here
/// develops again.
///
/// Source: TIFF 6.0, section 2; Adobe, DNG specification 1.7, "Preview images".
struct RawPhotoPreview {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let compression = 259
        static let colors = 262
        static let stripOffsets = 273
        static let orientation = 274
        static let stripByteCounts = 279
        static let directories = 330
        static let version = 50_706
    }
    private static let jpeg = 7
    /// Red, green and blue, or Y'CbCr; the samples of a sensor are compressed as JPEG too.
    private static let pictureColors = [2, 6]
    /// More than any camera writes.
    private static let mostDirectories = 32
    private static let mostEntries = 1024

    private let file: FileHandle
    private let isBigEndian: Bool
    private typealias Directory = [Int: [Int]]

    /// - Returns: `nil` for a file that is no DNG, or has no such picture.
    static func picture(ofFileAt path: String) -> (any PictureFile)? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        return Self(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))?.picture
    }

    private init?(_ file: FileHandle) {
        self.file = file
        guard let head = try? file.read(upToCount: 4), head.count == 4 else { return nil }
        isBigEndian = head == Data([0x4D, 0x4D, 0, 42])
        guard isBigEndian || head == Data([0x49, 0x49, 42, 0]) else { return nil }
    }

    private var picture: (any PictureFile)? {
        guard let first = number(at: 4, bytes: 4), let main = directory(at: first), main[Tag.version] != nil else {
            return nil
        }
        let others = (main[Tag.directories] ?? []).prefix(Self.mostDirectories).compactMap { directory(at: $0) }
        let orientation = FileOrientation(exif: UInt16(clamping: main[Tag.orientation]?.first ?? 1))
        let pictures = ([main] + others).filter(isPicture).sorted { area($0) > area($1) }
        return pictures.lazy.compactMap { directory -> (any PictureFile)? in
            guard let offset = directory[Tag.stripOffsets]?.first, let count = directory[Tag.stripByteCounts]?.first,
                let bytes = read(at: offset, count: count)
            else { return nil }
            return JPEGFile(bytes, orientation: orientation, isPreview: true)
        }.first
    }

    private func isPicture(_ directory: Directory) -> Bool {
        directory[Tag.compression] == [Self.jpeg] && Self.pictureColors.contains(directory[Tag.colors]?.first ?? -1)
            && directory[Tag.stripOffsets]?.count == 1
    }

    /// As the directory says; in a damaged file the sizes can be anything.
    private func area(_ directory: Directory) -> Double {
        Double(directory[Tag.width]?.first ?? 0) * Double(directory[Tag.height]?.first ?? 0)
    }

    /// The whole numbers of a directory, by their tags.
    private func directory(at offset: Int) -> Directory? {
        guard let count = number(at: offset, bytes: 2), count <= Self.mostEntries else { return nil }
        var directory: Directory = [:]
        for index in 0..<count {
            let entry = offset + 2 + 12 * index
            guard let tag = number(at: entry, bytes: 2), let type = number(at: entry + 2, bytes: 2),
                let count = number(at: entry + 4, bytes: 4)
            else { return nil }
            // BYTE, SHORT, LONG, IFD.
            guard let bytes = [1: 1, 3: 2, 4: 4, 13: 4][type], count <= Self.mostDirectories else { continue }
            guard let place = bytes * count <= 4 ? entry + 8 : number(at: entry + 8, bytes: 4) else { return nil }
            directory[tag] = (0..<count).compactMap { number(at: place + $0 * bytes, bytes: bytes) }
        }
        return directory
    }

    private func number(at offset: Int, bytes: Int) -> Int? {
        guard let data = read(at: offset, count: bytes) else { return nil }
        return (isBigEndian ? Array(data) : data.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// - Returns: `nil` if the file ends before.
    private func read(at offset: Int, count: Int) -> Data? {
        guard (try? file.seek(toOffset: UInt64(offset))) != nil, let data = try? file.read(upToCount: count),
            data.count == count
        else { return nil }
        return data
    }
}
