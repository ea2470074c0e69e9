import CaptureEngine
import CoreVideo
internal import CTemporalMerge

/// The planes of a frame as the merge reads and writes them.
struct MergePicture: @unchecked Sendable {  // frames are not written while they are merged; each row of a result once
    /// Luma, or Cb and Cr interleaved.
    struct Plane {
        var base: UnsafeMutablePointer<UInt8>
        var bytesPerRow: Int
        /// In pixels of this plane.
        var width: Int
        var height: Int
        /// Samples per pixel: 2 for chroma.
        var step: Int
        var kind: SampleKind

        /// In samples.
        var rowLength: Int { width * step }

        func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * bytesPerRow }

        func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> { row(y) + x * step * kind.bytes }
    }

    let buffer: CVPixelBuffer
    let luma: Plane
    let chroma: Plane

    /// - Throws: ``CaptureError`` `formatUnsupported`.
    init(_ buffer: CVPixelBuffer) throws(CaptureError) {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard TemporalMerge.pixelFormats.contains(format) else {
            throw CaptureError(.formatUnsupported, "Frames of pixel format \(format.letters) cannot be merged")
        }
        let isEightBit =
            format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            || format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        self.buffer = buffer
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let kind = isEightBit ? SampleKind.eight : .ten
        let planes = buffer.withPlanes { planes in
            planes.enumerated().map { index, plane in
                Plane(
                    base: plane.base.assumingMemoryBound(to: UInt8.self), bytesPerRow: plane.bytesPerRow,
                    width: index == 0 ? width : (width + 1) / 2, height: index == 0 ? height : (height + 1) / 2,
                    step: index + 1, kind: kind)
            }
        }
        luma = planes[0]
        chroma = planes[1]
    }

    func hasLayout(of other: MergePicture) -> Bool {
        luma.width == other.luma.width && luma.height == other.luma.height && luma.kind == other.luma.kind
    }

    /// Whole blocks; the rest at the right and at the bottom goes with the last ones.
    var blockColumns: Int { luma.width / Int(merge_block) }
    var blockRows: Int { luma.height / Int(merge_block) }
}

/// How samples are stored, and the loops for them.
enum SampleKind {
    /// In a byte.
    case eight
    /// In the high bits of two bytes.
    case ten

    var bytes: Int { self == .eight ? 1 : 2 }
    /// What a difference of 1 in 8 bits amounts to.
    var unit: Int { self == .eight ? 1 : 4 }
    /// The largest difference of two samples that can be weighted in 16 bits.
    var largestDifference: Int { self == .eight ? 127 : 511 }

    func shrink(_ plane: MergePicture.Plane, row: Int, columns: Int, to target: UnsafeMutablePointer<UInt8>) {
        let shrink = self == .eight ? merge_shrink_8 : merge_shrink_10
        shrink(plane.row(row), plane.bytesPerRow, Int32(columns), target)
    }

    func compare(
        _ reference: UnsafePointer<UInt8>, _ referenceStride: Int, _ other: UnsafePointer<UInt8>, _ otherStride: Int,
        rows: Int, blocks: Int, distances: UnsafeMutablePointer<UInt16>, sums: UnsafeMutablePointer<Int32>?
    ) {
        let compare = self == .eight ? merge_compare_8 : merge_compare_10
        compare(reference, referenceStride, other, otherStride, Int32(rows), Int32(blocks), distances, sums)
    }

    func brightness(_ plane: MergePicture.Plane, row: Int, blocks: Int, to bins: UnsafeMutablePointer<UInt8>) {
        let brightness = self == .eight ? merge_brightness_8 : merge_brightness_10
        brightness(plane.row(row), plane.bytesPerRow, Int32(blocks), bins)
    }

    /// A row at a fractional position: eighths to the right and down.
    func between(
        _ source: UnsafePointer<UInt8>, _ stride: Int, step: Int, x: Int, y: Int, count: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let between = self == .eight ? merge_between_8 : merge_between_10
        between(source, stride, Int32(step), Int32(x), Int32(y), Int32(count), target)
    }

    func add(
        _ other: UnsafePointer<UInt8>, minus reference: UnsafePointer<UInt8>, weights: UnsafePointer<Int16>,
        limits: UnsafePointer<Int16>, count: Int, to sums: UnsafeMutablePointer<Int16>
    ) {
        let add = self == .eight ? merge_add_8 : merge_add_10
        add(reference, other, weights, limits, Int32(count), sums)
    }

    func finish(
        _ reference: UnsafePointer<UInt8>, _ sums: UnsafePointer<Int16>, count: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let finish = self == .eight ? merge_finish_8 : merge_finish_10
        finish(reference, sums, Int32(count), target)
    }
}
