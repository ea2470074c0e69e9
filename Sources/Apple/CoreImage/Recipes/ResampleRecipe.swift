internal import CFilters
import Foundation

/// A picture in another size, with Lanczos' filter of three lobes: sharp, and without moiré when it becomes smaller.
struct ResampleRecipe: Recipe {
    let source: any Recipe
    let scaleX: Double
    let scaleY: Double

    var extent: CGRect { source.extent.mapped(by: CGAffineTransform(scaleX: scaleX, y: scaleY)) }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let whole = PixelRect(centersIn: source.extent)
        let wanted = region.intersection(PixelRect(centersIn: extent))
        if wanted.isEmpty || whole.isEmpty { return ClearRows() }
        let columns = LanczosTaps(wanted.x, wanted.width, scaleX, whole.x, whole.maxX)
        let lines = LanczosTaps(wanted.y, wanted.height, scaleY, whole.y, whole.maxY)
        let needed = PixelRect(
            x: columns.first, y: lines.first, width: columns.end - columns.first, height: lines.end - lines.first)
        let picture = FloatPicture(source, in: needed, rendering)
        let weights = columns.byTap
        let narrow = FloatPicture(
            PixelRect(x: wanted.x, y: needed.y, width: wanted.width, height: needed.height))
        Tiles.forEach(in: PixelRect(x: 0, y: needed.y, width: 1, height: needed.height)) { band, _ in
            for y in band.y..<band.maxY {
                let (from, to) = (picture.run(needed.x, y), narrow.run(wanted.x, y))
                for index in 0..<4 {
                    filters_resample(
                        from.component(index), columns.starts, weights, Int32(columns.taps),
                        to.component(index), Int32(wanted.width))
                }
            }
        }
        return ResampledRows(picture: narrow, lines: lines, visible: wanted)
    }
}

private struct ResampledRows: Rows {
    /// In the wanted width, and the source's height.
    let picture: FloatPicture
    let lines: LanczosTaps
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            let line = y - visible.y
            let from = picture.run(x, lines.first + Int(lines.starts[line]))
            for index in 0..<4 {
                filters_weigh(
                    from.component(index), picture.row, lines.weights(of: line), Int32(lines.taps),
                    run.component(index), Int32(count))
            }
        }
    }
}

/// The pixels that become one, and their weights, for each place along an axis.
private struct LanczosTaps: Sendable {
    /// The pixels that are needed at all.
    let first: Int
    let end: Int
    let taps: Int
    /// From ``first`` on.
    let starts: [Int32]
    private let byPlace: [Float]

    init(_ start: Int, _ count: Int, _ scale: Double, _ low: Int, _ high: Int) {
        let support = 3 / min(scale, 1)
        let most = min(Int((2 * support).rounded(.up)) + 1, high - low)
        var firsts: [Int] = []
        var values: [Float] = []
        for place in start..<start + count {
            let middle = (Double(place) + 0.5) / scale
            let from = min(max(Int((middle - support).rounded(.down)), low), high - most)
            var sums = [Double](repeating: 0, count: most)
            // What is beyond an edge counts for the edge.
            for pixel in Int((middle - support).rounded(.down))...Int((middle + support).rounded(.up)) {
                let distance = (Double(pixel) + 0.5 - middle) * min(scale, 1)
                sums[min(max(pixel - from, 0), most - 1)] += Self.lanczos(distance)
            }
            let total = sums.reduce(0, +)
            firsts.append(from)
            values += sums.map { Float($0 / total) }
        }
        let first = firsts.min() ?? low
        (self.first, end, taps) = (first, (firsts.max() ?? low) + most, most)
        starts = firsts.map { Int32($0 - first) }
        byPlace = values
    }

    private static func lanczos(_ x: Double) -> Double {
        if abs(x) < 1e-9 { return 1 }
        if abs(x) >= 3 { return 0 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }

    func weights(of place: Int) -> [Float] { Array(byPlace[place * taps..<(place + 1) * taps]) }

    /// Tap after tap.
    var byTap: [Float] {
        var result = [Float](repeating: 0, count: byPlace.count)
        for place in starts.indices {
            for tap in 0..<taps { result[tap * starts.count + place] = byPlace[place * taps + tap] }
        }
        return result
    }
}
