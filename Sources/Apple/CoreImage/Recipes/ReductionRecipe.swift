import Foundation

/// One row of pixels that are computed from all pixels of an area.
struct ReductionRecipe: Recipe {
    let source: any Recipe
    let area: CGRect
    let width: Int
    /// Makes the row; calls its argument once, with what each pixel is passed to.
    let reduce: @Sendable ((_ body: (SIMD4<Float>) -> Void) -> Void) -> [SIMD4<Float>]

    var extent: CGRect { CGRect(x: 0, y: 0, width: width, height: 1) }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let pixels = PixelRect(centersIn: area.intersection(source.extent))
        if pixels.isEmpty || region.isEmpty { return ClearRows() }
        let rows = source.rows(in: pixels, rendering)
        let scratch = Scratch()
        let colors = reduce { body in
            scratch.withRun { run in
                for y in pixels.y..<pixels.maxY {
                    for x in stride(from: pixels.x, to: pixels.maxX, by: Run.capacity) {
                        let count = min(Run.capacity, pixels.maxX - x)
                        rows.read(x, y, count, into: run, scratch)
                        for index in 0..<count {
                            body(
                                SIMD4(
                                    run.component(0)[index], run.component(1)[index], run.component(2)[index],
                                    run.component(3)[index]))
                        }
                    }
                }
            }
        }
        let picture = FloatPicture(PixelRect(x: 0, y: 0, width: width, height: 1))
        for (x, color) in colors.enumerated() { picture.run(x, 0).fill(color, 1) }
        return FloatRows(picture: picture)
    }
}
