internal import CFilters

/// Pixels around a pixel: in its row and those above and below it, some on each side, never more in a row that is farther
/// away.
struct PixelShape: Sendable {
    /// How many pixels are on each side, in the middle row, the rows next to it and so on.
    private let halves: [Int32]

    /// The farthest pixel that is looked at.
    static let farthest = 50

    /// All pixels that are no farther away than a radius.
    static func disc(_ radius: Double) -> PixelShape {
        let radius = min(max(0, radius), Double(farthest))
        let side = Int(radius)
        return PixelShape(
            halves: (0...side).map { away in
                Int32((0...side).last { Double($0 * $0 + away * away) <= radius * radius } ?? 0)
            })
    }

    /// A rectangle, by what is on each side of the middle.
    static func rectangle(across: Int, down: Int) -> PixelShape {
        func limited(_ half: Int) -> Int { min(max(0, half), farthest) }
        return PixelShape(halves: [Int32](repeating: Int32(limited(across)), count: limited(down) + 1))
    }

    /// How far it goes, to each side, up and down.
    var reach: SIMD2<Int> { SIMD2(Int(halves[0]), halves.count - 1) }

    /// Writes what is in the shape around each pixel of a block, as one value.
    ///
    /// - Parameters:
    ///   - fold: the mean, the greatest or the least of the values.
    ///   - picture: has the block's pixels and, on each side, as many more as the shape reaches.
    ///   - block: the result.
    ///   - components: 0 to 3, for red, green, blue and alpha. The others stay.
    func fold(_ fold: filters_fold, _ picture: FloatPicture, into block: FloatPicture, components: Range<Int> = 0..<4) {
        let region = block.region
        let (from, to) = (picture.run(region.x, region.y), block.run(region.x, region.y))
        for index in components {
            filters_fold_shape(
                fold, halves, Int32(halves.count - 1), from.component(index), picture.row, to.component(index),
                block.row, Int32(region.width), Int32(region.height))
        }
    }
}
