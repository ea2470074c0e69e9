/// The segments of a JPEG picture before its compressed data: each is a marker, most with a length and contents.
///
/// Stops silently where the bytes stop making sense; a decoder reports what is wrong with them.
///
/// Source: ITU-T T.81, Annex B.
package struct JPEGSegments: Sequence, IteratorProtocol {
    package struct Segment: Sendable, Hashable {
        /// The byte after 0xFF: 0xE1 for APP1, 0xDA for the start of a scan.
        package var marker: UInt8
        /// From the 0xFF to the end of its contents. A start of scan ends with its header.
        package var range: Range<Int>
        /// Its contents, after marker and length.
        package var contents: Range<Int>
    }

    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private var isAtEnd: Bool

    /// - Parameter bytes: a whole picture, starting with its SOI marker; must outlive the sequence.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        position = 2
        isAtEnd = bytes.count < 4 || bytes[0] != 0xFF || bytes[1] != Marker.startOfImage
    }

    /// The start of scan is the last segment.
    package mutating func next() -> Segment? {
        guard !isAtEnd, position + 4 <= bytes.count, bytes[position] == 0xFF else { return nil }
        let start = position
        // Any number of 0xFF bytes may precede a marker.
        while position + 4 <= bytes.count, bytes[position + 1] == 0xFF { position += 1 }
        guard position + 4 <= bytes.count else { return nil }
        let marker = bytes[position + 1]
        let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
        guard marker != 0, marker != Marker.endOfImage, length >= 2, position + 2 + length <= bytes.count else {
            return nil
        }
        let contents = position + 4..<position + 2 + length
        position = contents.upperBound
        isAtEnd = marker == Marker.startOfScan
        return Segment(marker: marker, range: start..<contents.upperBound, contents: contents)
    }

    /// The markers that matter here.
    package enum Marker {
        package static let startOfImage: UInt8 = 0xD8
        package static let endOfImage: UInt8 = 0xD9
        package static let startOfScan: UInt8 = 0xDA
        package static let huffmanTables: UInt8 = 0xC4
        /// Huffman-coded frames whose tables may be left out: baseline and extended sequential.
        package static let sequentialFrames: ClosedRange<UInt8> = 0xC0...0xC1
        /// The first of the eight restart markers that follow each other in turn.
        package static let firstRestart: UInt8 = 0xD0
        package static let restartInterval: UInt8 = 0xDD
        package static let app0: UInt8 = 0xE0
        package static let app1: UInt8 = 0xE1
    }
}

extension UnsafeRawBufferPointer {
    var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
