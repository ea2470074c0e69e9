import Foundation

/// Nothing at all.
struct EmptyRecipe: Recipe {
    var extent: CGRect { .null }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { ClearRows() }
}

/// One color everywhere: sRGB's codes, multiplied by alpha.
struct ColorRecipe: Recipe, Rows {
    let color: SIMD4<Float>

    init(_ color: CIColor) {
        let alpha = Float(color.alpha)
        self.color = SIMD4(
            Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha)
    }

    init(premultiplied color: SIMD4<Float>) { self.color = color }

    var extent: CGRect { .infinite }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) { run.fill(color, count) }
}

/// What happens to each pixel of a picture by itself. Lists that follow each other are one.
struct PointRecipe: Recipe {
    let source: any Recipe
    let operations: [PointOperation]

    init(_ source: any Recipe, _ operations: [PointOperation]) {
        if let below = source as? PointRecipe {
            (self.source, self.operations) = (below.source, below.operations + operations)
        } else {
            (self.source, self.operations) = (source, operations)
        }
    }

    var extent: CGRect { source.extent }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let rows = source.rows(in: region, rendering)
        let operations = PointOperation.simplified(operations, rendering)
        return operations.isEmpty ? rows : PointRows(source: rows, operations: operations)
    }
}

private struct PointRows: Rows {
    let source: any Rows
    let operations: [PointOperation]

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        source.read(x, y, count, into: run, scratch)
        PointOperation.apply(operations, to: run, x, y, count)
    }
}

/// A part of a picture.
struct CropRecipe: Recipe {
    let source: any Recipe
    let extent: CGRect

    init(_ source: any Recipe, _ rect: CGRect) {
        let both = source.extent.intersection(rect)
        (self.source, extent) = (source, both.isEmpty ? .null : both)
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let part = region.intersection(PixelRect(centersIn: extent))
        if part.isEmpty { return ClearRows() }
        let rows = source.rows(in: part, rendering)
        return part == region ? rows : CropRows(source: rows, part: part)
    }
}

private struct CropRows: Rows {
    let source: any Rows
    let part: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: part) { source.read($0, y, $1, into: $2, scratch) }
    }
}

/// The pixels at a picture's edges go on forever.
struct ClampRecipe: Recipe {
    let source: any Recipe

    var extent: CGRect { source.extent.isNull ? .null : .infinite }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let whole = PixelRect(centersIn: source.extent)
        if whole.isEmpty { return ClearRows() }
        // The nearest pixels of the picture to the region.
        func nearest(_ low: Int, _ high: Int, _ first: Int, _ end: Int) -> (Int, Int) {
            let start = min(max(low, first), end - 1)
            return (start, max(min(high, end), start + 1))
        }
        let (left, right) = nearest(region.x, region.maxX, whole.x, whole.maxX)
        let (low, top) = nearest(region.y, region.maxY, whole.y, whole.maxY)
        let part = PixelRect(x: left, y: low, width: right - left, height: top - low)
        let rows = source.rows(in: part, rendering)
        return part == region ? rows : ClampRows(source: rows, part: part)
    }
}

private struct ClampRows: Rows {
    let source: any Rows
    let part: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let y = min(max(y, part.y), part.maxY - 1)
        let (first, end) = (max(x, part.x), min(x + count, part.maxX))
        if first < end { source.read(first, y, end - first, into: run.advanced(by: first - x), scratch) }
        if first > x { repeatEdge(part.x, y, min(first - x, count), into: run, scratch) }
        if end < x + count {
            let start = max(end, x)
            repeatEdge(part.maxX - 1, y, x + count - start, into: run.advanced(by: start - x), scratch)
        }
    }

    private func repeatEdge(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let color = scratch.withRun { one in
            source.read(x, y, 1, into: one, scratch)
            return SIMD4((0..<4).map { one.component($0)[0] })
        }
        run.fill(color, count)
    }
}
