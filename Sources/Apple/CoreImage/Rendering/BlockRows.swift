/// Pixels that are made in blocks, as many rows at once as a tile has. Each thread keeps its last block.
final class BlockRows: Rows {
    private let region: PixelRect
    /// Writes all pixels of a block.
    private let fill: @Sendable (_ block: FloatPicture, Scratch) -> Void

    init(in region: PixelRect, fill: @escaping @Sendable (_ block: FloatPicture, Scratch) -> Void) {
        (self.region, self.fill) = (region, fill)
    }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: region) { x, count, run in
            let wanted = PixelRect(x: x, y: y, width: count, height: 1)
            block(with: wanted, scratch).copy(x, y, count, to: run)
        }
    }

    /// The last block, or one that begins at the row as tiles do: they are counted from the top.
    private func block(with wanted: PixelRect, _ scratch: Scratch) -> FloatPicture {
        let last = scratch.block(of: self)
        if let last, last.region.intersection(wanted) == wanted { return last }
        let top = region.maxY - (region.maxY - wanted.maxY) / Tiles.height * Tiles.height
        let low = max(region.y, top - Tiles.height)
        let target = PixelRect(x: wanted.x, y: low, width: wanted.width, height: top - low)
        let block = last?.reused(for: target) ?? FloatPicture(target)
        fill(block, scratch)
        scratch.keep(block, of: self)
        return block
    }
}
