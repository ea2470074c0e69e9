import Foundation

/// Each pixel is computed from those that are at most some pixels away.
struct NearbyRecipe: Recipe {
    /// What is beyond the edges of the picture.
    enum Border: Sendable {
        /// The pixels at the edges go on; the result is as large as the picture.
        case repeated
        /// Nothing; the result is larger by the reach.
        case clear
    }

    let source: any Recipe
    /// How far pixels are looked at, to each side, up and down.
    let reach: SIMD2<Int>
    let border: Border
    /// Makes the pixels of a region from a picture that is larger by the reach on each side.
    private let rows: @Sendable (_ picture: FloatPicture, _ region: PixelRect) -> any Rows

    /// Makes one row at a time.
    ///
    /// - Parameters:
    ///   - source: the picture.
    ///   - reach: how far pixels are looked at, to each side, up and down.
    ///   - border: what is beyond the edges.
    ///   - row: makes `count` pixels. `from` is the first of the same pixels of the picture, `step` is from one row of it to
    ///     the next above.
    init(
        _ source: any Recipe, reach: SIMD2<Int>, border: Border = .repeated,
        row: @escaping @Sendable (_ from: Run, _ step: Int, _ to: Run, _ count: Int32) -> Void
    ) {
        (self.source, self.reach, self.border) = (source, reach, border)
        rows = { NearbyRows(picture: $0, visible: $1, row: row) }
    }

    /// Makes the rows of a tile at once, when they share work.
    ///
    /// - Parameters:
    ///   - source: the picture.
    ///   - reach: how far pixels are looked at, to each side, up and down.
    ///   - border: what is beyond the edges.
    ///   - fill: makes all pixels of a block, from a picture that is larger.
    init(
        _ source: any Recipe, reach: SIMD2<Int>, border: Border = .repeated,
        fill: @escaping @Sendable (_ block: FloatPicture, _ picture: FloatPicture) -> Void
    ) {
        (self.source, self.reach, self.border) = (source, reach, border)
        rows = { picture, region in BlockRows(in: region) { block, _ in fill(block, picture) } }
    }

    var extent: CGRect {
        let extent = source.extent
        if border == .repeated || extent.isNull || extent.isUnbounded { return extent }
        return extent.insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y))
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let wanted = region.intersection(PixelRect(centersIn: extent))
        if wanted.isEmpty { return ClearRows() }
        let endless: any Recipe = border == .repeated ? ClampRecipe(source: source) : source
        return rows(FloatPicture(endless, in: wanted.outset(reach.x, reach.y), rendering), wanted)
    }
}

private struct NearbyRows: Rows {
    let picture: FloatPicture
    let visible: PixelRect
    let row: @Sendable (_ from: Run, _ step: Int, _ to: Run, _ count: Int32) -> Void

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            row(picture.run(x, y), picture.row, run, Int32(count))
        }
    }
}
