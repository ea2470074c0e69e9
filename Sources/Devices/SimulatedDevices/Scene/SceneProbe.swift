import CoreVideo

/// Measures the scene in a picture, to see what a control did to the pixels.
///
/// For bi-planar 4:2:0 pictures of 8 bits in BT.709; regions are of the picture, not of the scene (see
/// ``SceneRegion/seen(at:)``).
package enum SceneProbe {
    /// The mean light of a region; 1 is white.
    package static func light(_ picture: CVPixelBuffer, in region: SceneRegion) -> (
        red: Double, green: Double, blue: Double
    ) {
        let isFullRange = CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        let area = inner(picture, region)
        var sum = (red: 0.0, green: 0.0, blue: 0.0)
        picture.withPlanes { planes in
            for y in area.y..<(area.y + area.height) {
                for x in area.x..<(area.x + area.width) {
                    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
                        Double(
                            planes[plane].base.load(fromByteOffset: y * planes[plane].bytesPerRow + x, as: UInt8.self))
                    }
                    let luma = isFullRange ? sample(0, x, y) / 255 : (sample(0, x, y) - 16) / 219
                    let scale = isFullRange ? 255.0 : 224
                    let cb = (sample(1, x / 2 * 2, y / 2) - 128) / scale
                    let cr = (sample(1, x / 2 * 2 + 1, y / 2) - 128) / scale
                    let red = luma + 1.5748 * cr
                    let blue = luma + 1.8556 * cb
                    sum.red += SceneTransfer.light(red)
                    sum.green += SceneTransfer.light((luma - 0.2126 * red - 0.0722 * blue) / 0.7152)
                    sum.blue += SceneTransfer.light(blue)
                }
            }
        }
        let count = Double(max(area.width * area.height, 1))
        return (sum.red / count, sum.green / count, sum.blue / count)
    }

    /// How much neighboring pixels in a region's rows differ; more means sharper.
    package static func sharpness(_ picture: CVPixelBuffer, in region: SceneRegion) -> Double {
        let area = inner(picture, region)
        guard area.width > 1, area.height > 0 else { return 0 }
        return picture.withPlanes { planes in
            var sum = 0
            for y in area.y..<(area.y + area.height) {
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for x in area.x..<(area.x + area.width - 1) {
                    let step = Int(row[x + 1]) - Int(row[x])
                    sum += step * step
                }
            }
            return Double(sum) / Double(area.width * area.height)
        }
    }

    /// The width of the color chart in pixels, by its dark frame: the longest dark run in the middle of the picture.
    package static func chartWidth(_ picture: CVPixelBuffer) -> Int {
        let area = inner(picture, SceneRegion(x: 0, y: 0.4, width: 1, height: 0.2))
        return picture.withPlanes { planes in
            var longest = 0
            for y in area.y..<(area.y + area.height) {
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                var run = 0
                for x in 0..<picture.width {
                    run = row[x] < 45 ? run + 1 : 0
                    longest = max(longest, run)
                }
            }
            return longest
        }
    }

    /// The part of a region that is in the picture.
    private static func inner(_ picture: CVPixelBuffer, _ region: SceneRegion) -> PixelRectangle {
        let area = region.pixels(inWidth: picture.width, height: picture.height)
        let left = min(max(area.x, 0), picture.width)
        let top = min(max(area.y, 0), picture.height)
        return PixelRectangle(
            x: left, y: top, width: max(min(area.x + area.width, picture.width) - left, 0),
            height: max(min(area.y + area.height, picture.height) - top, 0))
    }
}
