import CaptureEngine
import Foundation
import TurboJPEG

/// Replaces a JPEG picture's metadata without touching its compressed data.
enum JPEGSplicer {
    /// The longest EXIF block that one APP1 segment can hold.
    static let longestBlock = 0xFFFF - 2 - exifMark.count

    /// Puts an EXIF block into a picture, in place of its JFIF header and any EXIF block that it has.
    ///
    /// Webcam frames become files that every program can read: missing Huffman tables are inserted, and bytes after the
    /// end are dropped.
    ///
    /// - Throws: ``CaptureError`` `encodeFailed` if this is not a JPEG picture, or the block is too long.
    ///
    /// Source: EXIF 2.32, 4.5.4 and 4.7.1 (APP1 stands first); ITU-T T.81, Annex B.
    static func picture(_ jpeg: UnsafeRawBufferPointer, exif block: [UInt8]) throws(CaptureError) -> Data {
        try picture([jpeg], height: nil, restartInterval: 0, exif: block)
    }

    /// Also joins strips of one picture: pictures of the same width that were compressed with the same tables. A
    /// restart marker separates them, because each starts over.
    ///
    /// - Parameters:
    ///   - height: of the whole picture; `nil` if it is in one piece.
    ///   - restartInterval: the minimum coded units in each strip except the last, at most 65535.
    ///
    /// Source: ITU-T T.81, B.2.2 (frame header), B.2.4.4 (restart interval).
    static func picture(
        _ strips: [UnsafeRawBufferPointer], height: Int?, restartInterval: Int, exif block: [UInt8]
    ) throws(CaptureError) -> Data {
        let jpeg = strips[0]
        let segments = Array(JPEGSegments(jpeg))
        guard let scan = segments.last, scan.marker == JPEGSegments.Marker.startOfScan else {
            throw CaptureError(.encodeFailed, "The camera's picture is not a JPEG")
        }
        guard block.count <= longestBlock else {
            throw CaptureError(
                .encodeFailed,
                "The photo's metadata has \(block.count) bytes; a JPEG file can hold only \(longestBlock)")
        }
        let tables = StandardHuffmanTables.insertionPoint(in: jpeg) == nil ? [] : StandardHuffmanTables.segment
        let scans = try scans(of: strips)
        let length = scans.reduce(0) { $0 + $1.count }
        var picture = Data(
            capacity: scan.range.upperBound + length + block.count + tables.count + 32 + 2 * strips.count)
        picture.append(contentsOf: [0xFF, JPEGSegments.Marker.startOfImage])
        append(app1: exifMark + block, to: &picture)
        for segment in segments.dropLast() where !isReplaced(segment, in: jpeg) {
            let start = picture.count
            append(jpeg[segment.range], to: &picture)
            if let height, JPEGSegments.Marker.sequentialFrames.contains(segment.marker) {
                // It comes after marker, length and precision.
                picture[start + 5] = UInt8(height >> 8)
                picture[start + 6] = UInt8(height & 0xFF)
            }
        }
        picture.append(contentsOf: tables)
        if strips.count > 1 {
            let interval = [UInt8(restartInterval >> 8), UInt8(restartInterval & 0xFF)]
            picture.append(contentsOf: [0xFF, JPEGSegments.Marker.restartInterval, 0, 4] + interval)
        }
        append(jpeg[scan.range], to: &picture)
        for (index, data) in scans.enumerated() {
            if index > 0 {
                picture.append(contentsOf: [0xFF, JPEGSegments.Marker.firstRestart + UInt8((index - 1) % 8)])
            }
            append(data, to: &picture)
        }
        return picture
    }

    /// The compressed data of each strip, without the end marker except for the last one's.
    private static func scans(
        of strips: [UnsafeRawBufferPointer]
    ) throws(CaptureError) -> [Slice<UnsafeRawBufferPointer>] {
        var scans: [Slice<UnsafeRawBufferPointer>] = []
        for (index, strip) in strips.enumerated() {
            var last: JPEGSegments.Segment?
            for segment in JPEGSegments(strip) { last = segment }
            guard let last, last.marker == JPEGSegments.Marker.startOfScan else {
                throw CaptureError(.encodeFailed, "A part of the picture is not a JPEG")
            }
            let end = endOfPicture(strip, after: last.range.upperBound)
            scans.append(strip[last.range.upperBound..<(index == strips.count - 1 ? end : end - 2)])
        }
        return scans
    }

    private static let exifMark = Array("Exif".utf8) + [0, 0]

    private static func append(app1 contents: [UInt8], to picture: inout Data) {
        let length = UInt16(contents.count + 2)
        picture.append(contentsOf: [0xFF, JPEGSegments.Marker.app1, UInt8(length >> 8), UInt8(length & 0xFF)])
        picture.append(contentsOf: contents)
    }

    /// Copies a part of the picture at once.
    private static func append(_ part: Slice<UnsafeRawBufferPointer>, to picture: inout Data) {
        let bytes = UnsafeRawBufferPointer(rebasing: part)
        guard let base = bytes.baseAddress else { return }
        picture.append(base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    /// APP0 is JFIF's, or a webcam's "AVI1". APP1 may hold an EXIF block, or XMP, which is kept.
    private static func isReplaced(_ segment: JPEGSegments.Segment, in jpeg: UnsafeRawBufferPointer) -> Bool {
        switch segment.marker {
        case JPEGSegments.Marker.app0: true
        case JPEGSegments.Marker.app1: jpeg[segment.contents].starts(with: exifMark)
        default: false
        }
    }

    /// The end of the picture's end marker; if there is none, the end of the bytes.
    private static func endOfPicture(_ jpeg: UnsafeRawBufferPointer, after start: Int) -> Int {
        var end = jpeg.count
        while end - 2 >= start {
            if jpeg[end - 2] == 0xFF, jpeg[end - 1] == JPEGSegments.Marker.endOfImage { return end }
            end -= 1
        }
        return jpeg.count
    }
}
