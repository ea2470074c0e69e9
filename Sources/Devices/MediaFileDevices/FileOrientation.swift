import TurboJPEG
import YUV

/// What has to be done to a file's pictures before they are upright.
struct FileOrientation: Sendable, Hashable {
    static let upright = FileOrientation()

    private(set) var rotation = Rotation.none
    /// Whether left and right are exchanged after the turn.
    private(set) var isMirrored = false

    private init() {}

    /// - Parameter degrees: clockwise, a multiple of 90; others count as none.
    init(degrees: Int) { rotation = Rotation(rawValue: degrees) ?? .none }

    /// Source: CIPA DC-008 (EXIF), tag 0x0112; what it does not define counts as upright.
    init(exif value: UInt16) {
        switch value {
        case 3, 4: rotation = .half
        case 5, 6: rotation = .clockwise90
        case 7, 8: rotation = .clockwise270
        default: break
        }
        isMirrored = [2, 4, 5, 7].contains(value)
    }

    /// The orientation in a JPEG picture's EXIF block; upright if there is none.
    init(ofJPEG bytes: UnsafeRawBufferPointer) {
        let signature = Array("Exif\0\0".utf8)
        let block = JPEGSegments(bytes).lazy
            .filter { $0.marker == JPEGSegments.Marker.app1 }
            .map { UnsafeRawBufferPointer(rebasing: bytes[$0.contents]) }
            .first { $0.starts(with: signature) }
        let value = block.flatMap { ExifBlock(UnsafeRawBufferPointer(rebasing: $0.dropFirst(signature.count))) }?
            .orientation
        self.init(exif: value ?? 1)
    }
}

/// The first directory of an EXIF block. Source: TIFF 6.0, section 2.
private struct ExifBlock {
    private static let orientationTag: UInt16 = 0x0112
    private static let short: UInt16 = 3
    private static let entryBytes = 12

    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == bytes[1], [0x49, 0x4D].contains(bytes[0]) else { return nil }
        self.bytes = bytes
        isBigEndian = bytes[0] == 0x4D
    }

    var orientation: UInt16? {
        guard let directory = word32(4).map(Int.init), let count = word16(directory) else { return nil }
        for index in 0..<Int(count) {
            let entry = directory + 2 + index * Self.entryBytes
            guard let tag = word16(entry) else { return nil }
            if tag == Self.orientationTag, word16(entry + 2) == Self.short { return word16(entry + 8) }
        }
        return nil
    }

    private func word16(_ offset: Int) -> UInt16? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word)
    }

    private func word32(_ offset: Int) -> UInt32? {
        guard let first = word16(offset), let second = word16(offset + 2) else { return nil }
        let (high, low) = isBigEndian ? (first, second) : (second, first)
        return UInt32(high) << 16 | UInt32(low)
    }
}
