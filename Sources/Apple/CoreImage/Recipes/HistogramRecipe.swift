import Foundation

/// A diagram of a row of numbers: red, green and blue bars that add up where they overlap, on black.
struct HistogramRecipe: Recipe {
    /// Its lowest row has the numbers, from 0 to 1.
    let source: any Recipe
    let height: Int
    /// The part of the width that is darker, up to this.
    let low: CGFloat
    /// The part of the width that is lighter, from this on.
    let high: CGFloat

    private var numbers: PixelRect {
        let whole = PixelRect(centersIn: source.extent)
        return PixelRect(x: whole.x, y: whole.y, width: whole.width, height: min(whole.height, 1))
    }

    var extent: CGRect {
        let numbers = numbers
        return numbers.isEmpty ? .null : CGRect(x: numbers.x, y: 0, width: numbers.width, height: height)
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let numbers = numbers
        let visible = region.intersection(PixelRect(centersIn: extent))
        if visible.isEmpty { return ClearRows() }
        let needed = PixelRect(x: visible.x, y: numbers.y, width: visible.width, height: 1)
        func column(_ part: CGFloat) -> Float { Float(numbers.x) + Float(max(0, min(1, part))) * Float(numbers.width) }
        return HistogramRows(
            numbers: FloatPicture(source, in: needed, rendering), visible: visible, height: Float(height),
            low: column(low), high: column(high))
    }
}

private struct HistogramRows: Rows {
    let numbers: FloatPicture
    let visible: PixelRect
    let height: Float
    let low: Float
    let high: Float

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            let line = numbers.run(x, numbers.region.y)
            for index in 0..<count {
                let middle = Float(x + index) + 0.5
                for component in 0..<3 {
                    let number = line.component(component)[index]
                    // A bar ends within a pixel. NaN has no bar.
                    let bar = number > 0 ? min(number * height - Float(y), 1) : 0
                    let color = max(bar, 0)
                    run.component(component)[index] =
                        middle < low ? color / 2 : middle > high ? (color + 1) / 2 : color
                }
                run.component(3)[index] = 1
            }
        }
    }
}
