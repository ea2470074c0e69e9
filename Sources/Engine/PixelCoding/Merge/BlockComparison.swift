internal import CTemporalMerge

/// How bright the reference is in each block.
final class BlockBrightness: Sendable {
    let bins: MergeMemory<UInt8>

    init(_ picture: MergePicture) {
        let columns = picture.blockColumns
        bins = MergeMemory(columns * picture.blockRows)
        for row in 0..<picture.blockRows {
            picture.luma.kind.brightness(
                picture.luma, row: row * Int(merge_block), blocks: columns, to: bins.base + row * columns)
        }
    }
}

/// How far a frame's blocks differ from the reference's, and the weights that follow from it.
final class BlockComparison: Sendable {
    let frame: AlignedPicture
    let columns: Int
    let rows: Int
    /// The blocks that lie in both frames; the others have no values, and weight 0.
    let sharedColumns: Range<Int>
    let sharedRows: Range<Int>
    /// Absolute differences of luma and of chroma, and the differences of luma.
    let luma: MergeMemory<UInt16>
    let sums: MergeMemory<Int32>
    let chroma: MergeMemory<UInt16>
    let weights: MergeMemory<UInt8>

    init(of frame: AlignedPicture, with reference: MergePicture) {
        let size = Int(merge_block)
        self.frame = frame
        columns = reference.blockColumns
        rows = reference.blockRows
        let (width, height) = (columns, rows)
        func blocks(_ luma: Range<Int>, _ chroma: Range<Int>, _ limit: Int) -> Range<Int> {
            let first = max((luma.lowerBound + size - 1) / size, (2 * chroma.lowerBound + size - 1) / size)
            let end = min(luma.upperBound / size, 2 * chroma.upperBound / size, limit)
            return min(first, end)..<end
        }
        sharedColumns = blocks(frame.luma.columns, frame.chroma.columns, width)
        sharedRows = blocks(frame.luma.rows, frame.chroma.rows, height)
        luma = MergeMemory(width * height)
        sums = MergeMemory(width * height)
        chroma = MergeMemory(width * height)
        weights = MergeMemory(width * height, repeating: 0)
        guard !sharedColumns.isEmpty else { return }
        let stride = (reference.luma.width + 2) * reference.luma.kind.bytes
        let scratch = MergeMemory<UInt8>(stride * size)
        for row in sharedRows { compare(row, with: reference, scratch.base, stride) }
    }

    private func compare(
        _ row: Int, with reference: MergePicture, _ scratch: UnsafeMutablePointer<UInt8>, _ scratchStride: Int
    ) {
        let size = Int(merge_block)
        let kind = reference.luma.kind
        let first = row * columns + sharedColumns.lowerBound
        // A block of chroma has as many samples across, but half as many pixels.
        let offset = sharedColumns.lowerBound * size * kind.bytes
        let other = frame.luma.get(row * size, count: size, scratch: scratch, scratchStride: scratchStride)
        kind.compare(
            reference.luma.row(row * size) + offset, reference.luma.bytesPerRow, other.base + offset, other.stride,
            rows: size, blocks: sharedColumns.count, distances: luma.base + first, sums: sums.base + first)
        let color = frame.chroma.get(row * size / 2, count: size / 2, scratch: scratch, scratchStride: scratchStride)
        kind.compare(
            reference.chroma.row(row * size / 2) + offset, reference.chroma.bytesPerRow, color.base + offset,
            color.stride, rows: size / 2, blocks: sharedColumns.count, distances: chroma.base + first, sums: nil)
    }

    /// Gives each block its weight: the lowest among it and its neighbors, because movement may reach into a block by
    /// a pixel.
    func weigh(_ brightness: BlockBrightness, _ noise: NoiseCurve) {
        guard !sharedColumns.isEmpty else { return }
        noise.limits.withUnsafeBufferPointer { limits in
            for row in sharedRows {
                let first = row * columns + sharedColumns.lowerBound
                merge_weigh(
                    luma.base + first, sums.base + first, chroma.base + first, brightness.bins.base + first,
                    Int32(sharedColumns.count), limits.baseAddress, weights.base + first)
            }
        }
        let scratch = MergeMemory<UInt8>(weights.count)
        merge_erode(weights.base, Int32(columns), Int32(rows), scratch.base)
    }

    /// Scales the weights of all frames so that they add up to 1 with the reference's.
    static func normalize(_ comparisons: [BlockComparison]) {
        let weights = comparisons.map { Optional($0.weights.base) }
        weights.withUnsafeBufferPointer {
            merge_normalize($0.baseAddress!, Int32(comparisons.count), Int32(comparisons[0].weights.count))
        }
    }
}
