internal import CTemporalMerge

/// The last step: the reference's samples and the weighted differences.
///
/// Works in half blocks of 4 rows, so that its data stays in the cache.
struct MergeSum: Sendable {
    var reference: MergePicture
    var comparisons: [BlockComparison]
    var brightness: BlockBrightness
    var noise: NoiseCurve
    var result: MergePicture

    /// One thread's memory.
    private struct Scratch {
        /// One entry per sample of a row.
        let weights: MergeMemory<Int16>
        let lumaLimits: MergeMemory<Int16>
        let chromaLimits: MergeMemory<Int16>
        let blocks: MergeMemory<UInt8>
        let row: MergeMemory<UInt8>
        /// The rows of a half block; for the last one, including the rest below it.
        let lumaSums: MergeMemory<Int16>
        let chromaSums: MergeMemory<Int16>

        init(_ picture: MergePicture) {
            let length = max(picture.luma.rowLength, picture.chroma.rowLength)
            weights = MergeMemory(length)
            lumaLimits = MergeMemory(length)
            chromaLimits = MergeMemory(length)
            blocks = MergeMemory(picture.blockColumns)
            row = MergeMemory((length + 2) * picture.luma.kind.bytes)
            lumaSums = MergeMemory(length * 12)
            chromaSums = MergeMemory(length * 6)
        }
    }

    func make(blockRows: Range<Int>) {
        let scratch = Scratch(reference)
        let columns = Int32(reference.blockColumns)
        let length = Int32(scratch.weights.count)
        for row in blockRows {
            let bins = brightness.bins.base + row * reference.blockColumns
            merge_spread_limits(bins, noise.lumaLimits, columns, length, scratch.lumaLimits.base)
            merge_spread_limits(bins, noise.chromaLimits, columns, length, scratch.chromaLimits.base)
            for isLower in [false, true] { makeHalf(row, isLower: isLower, scratch) }
        }
    }

    private func makeHalf(_ row: Int, isLower: Bool, _ scratch: Scratch) {
        let isLast = isLower && row == reference.blockRows - 1
        let top = row * 8 + (isLower ? 4 : 0)
        let luma = top..<(isLast ? reference.luma.height : top + 4)
        let chroma = top / 2..<(isLast ? reference.chroma.height : top / 2 + 2)
        scratch.lumaSums.base.update(repeating: 0, count: luma.count * reference.luma.rowLength)
        scratch.chromaSums.base.update(repeating: 0, count: chroma.count * reference.chroma.rowLength)
        let neighbor = min(max(row + (isLower ? 1 : -1), 0), reference.blockRows - 1)
        for comparison in comparisons {
            merge_spread(
                comparison.weights.base + row * comparison.columns,
                comparison.weights.base + neighbor * comparison.columns, Int32(comparison.columns),
                Int32(scratch.weights.count), scratch.blocks.base, scratch.weights.base)
            add(comparison.frame.luma, reference.luma, luma, scratch.lumaLimits, scratch, to: scratch.lumaSums)
            add(
                comparison.frame.chroma, reference.chroma, chroma, scratch.chromaLimits, scratch, to: scratch.chromaSums
            )
        }
        finish(reference.luma, luma, scratch.lumaSums, to: result.luma)
        finish(reference.chroma, chroma, scratch.chromaSums, to: result.chroma)
    }

    private func add(
        _ frame: AlignedPicture.Plane, _ plane: MergePicture.Plane, _ rows: Range<Int>, _ limits: MergeMemory<Int16>,
        _ scratch: Scratch, to sums: MergeMemory<Int16>
    ) {
        let first = frame.columns.lowerBound * plane.step
        let bytes = first * plane.kind.bytes
        for row in rows.clamped(to: frame.rows) where !frame.columns.isEmpty {
            let other = frame.get(row, count: 1, scratch: scratch.row.base, scratchStride: 0).base
            plane.kind.add(
                other + bytes, minus: plane.row(row) + bytes, weights: scratch.weights.base + first,
                limits: limits.base + first, count: frame.columns.count * plane.step,
                to: sums.base + (row - rows.lowerBound) * plane.rowLength + first)
        }
    }

    private func finish(
        _ plane: MergePicture.Plane, _ rows: Range<Int>, _ sums: MergeMemory<Int16>, to target: MergePicture.Plane
    ) {
        for row in rows {
            plane.kind.finish(
                plane.row(row), sums.base + (row - rows.lowerBound) * plane.rowLength, count: plane.rowLength,
                to: target.row(row))
        }
    }
}
