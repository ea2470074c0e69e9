import Foundation

/// A row of pixels: the mean color of each row, or of each column, of an area.
struct LineAverageRecipe: Recipe {
    let source: any Recipe
    let area: CGRect
    /// Whether each pixel is the mean of a row, from the lowest one on; otherwise of a column, from the left one on.
    let isOfRows: Bool

    private var pixels: PixelRect { PixelRect(centersIn: area.intersection(source.extent)) }

    var extent: CGRect {
        let pixels = pixels
        return CGRect(x: 0, y: 0, width: isOfRows ? pixels.height : pixels.width, height: pixels.isEmpty ? 0 : 1)
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let pixels = pixels
        let line = region.intersection(PixelRect(centersIn: extent))
        if line.isEmpty { return ClearRows() }
        let part =
            isOfRows
            ? PixelRect(x: pixels.x, y: pixels.y + line.x, width: pixels.width, height: line.width)
            : PixelRect(x: pixels.x + line.x, y: pixels.y, width: line.width, height: pixels.height)
        let rows = source.rows(in: part, rendering)
        let picture = FloatPicture(line)
        for (index, sum) in sums(of: rows, in: part).enumerated() {
            let mean = sum / Double(isOfRows ? part.width : part.height)
            picture.run(line.x + index, 0).fill(SIMD4<Float>(mean), 1)
        }
        return FloatRows(picture: picture)
    }

    private func sums(of rows: any Rows, in part: PixelRect) -> [SIMD4<Double>] {
        var sums = [SIMD4<Double>](repeating: .zero, count: isOfRows ? part.height : part.width)
        let scratch = Scratch()
        scratch.withRun { run in
            for y in part.y..<part.maxY {
                for x in stride(from: part.x, to: part.maxX, by: Run.capacity) {
                    let count = min(Run.capacity, part.maxX - x)
                    rows.read(x, y, count, into: run, scratch)
                    for index in 0..<count {
                        let color = SIMD4<Double>(
                            Double(run.component(0)[index]), Double(run.component(1)[index]),
                            Double(run.component(2)[index]), Double(run.component(3)[index]))
                        sums[isOfRows ? y - part.y : x - part.x + index] += color
                    }
                }
            }
        }
        return sums
    }
}
