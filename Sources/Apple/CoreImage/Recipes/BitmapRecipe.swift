internal import CFilters
import Foundation

/// Pixels of bytes, from the upper row on, as codes.
struct BitmapRecipe: Recipe, Rows {
    private let image: CGImage
    private let layout: PixelComponents

    init(_ image: CGImage) { (self.image, layout) = (image, image.components) }

    /// From the bytes to light.
    func light(_ space: CGColorSpace?) -> any Recipe {
        let encoding = (space ?? image.colorSpace).map(ColorEncoding.init) ?? ColorEncoding()
        let straight: [PointOperation] = layout.alpha != nil && !layout.isPremultiplied ? [.premultiply] : []
        return PointRecipe(self, straight + encoding.toLight)
    }

    var extent: CGRect { CGRect(x: 0, y: 0, width: image.width, height: image.height) }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        read(x, y, count, into: run, within: whole) { x, count, run in
            var bytes = filters_bytes(
                size: Int32(layout.bytesPerPixel), red: Int32(layout.red), green: Int32(layout.green),
                blue: Int32(layout.blue), alpha: Int32(layout.alpha ?? -1))
            let row = image.height - 1 - y
            image.withPixels { pixels in
                let start = pixels + row * image.bytesPerRow + x * layout.bytesPerPixel
                filters_load_bytes(
                    start.assumingMemoryBound(to: UInt8.self), &bytes, Int32(count), run.base, run.plane)
            }
        }
    }
}
