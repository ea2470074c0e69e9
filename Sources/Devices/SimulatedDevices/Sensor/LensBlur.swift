import CaptureEngine
import YUV

/// Blurs what is out of focus.
struct LensBlur: ~Copyable {
    /// In diopters: everything this close to the focused distance is sharp.
    private static let depthOfField: Float = 1
    /// The blur for each diopter beyond, as a part of the picture's height.
    private static let strength: Float = 0.004

    private var memory = PlaneMemory()

    init() {}

    /// How far a point spreads, in pixels of a picture of that height; 0 when it is sharp.
    static func radius(at distance: Float, focus: Float, scale: Double, height: Int) -> Int {
        let error = max(abs(1 / distance - focus) - depthOfField, 0)
        return Int((error * strength * Float(scale) * Float(height)).rounded())
    }

    /// How a picture's samples lie in memory.
    enum Samples {
        /// Luma, and pairs of chroma samples, of a byte each.
        case bytes
        /// The same, with 16 bits a sample.
        case words
        /// Red, green and blue in cells of two by two, 16 bits each.
        case mosaic

        init(_ encoding: PictureEncoding) { self = encoding.bits > 8 ? .words : .bytes }
    }

    /// Blurs a rectangle, whose position and size are even: it is shrunk and enlarged again.
    mutating func apply(to planes: [CVPixelBuffer.Plane], _ samples: Samples, in area: PixelRectangle, radius: Int) {
        let size = PixelSize(width: area.width, height: area.height)
        let small = PixelSize(
            width: max(area.width / (2 * max(radius, 1)), 1) * 2, height: max(area.height / (2 * max(radius, 1)), 1) * 2
        )
        guard radius > 0, size.width > small.width, size.height > small.height else { return }
        switch samples {
        case .bytes:
            let picture = biPlanar(planes, from: area, bytes: 1)
            let reduced = scratch(small, bytes: 1)
            // Neither can fail: no side is zero.
            try? Scaling.nv12(picture.readOnly, size: size, to: reduced, size: small, filter: .box)
            try? Scaling.nv12(reduced.readOnly, size: small, to: picture, size: size, filter: .bilinear)
        case .words:
            let picture = biPlanar(planes, from: area, bytes: 2)
            let reduced = scratch(small, bytes: 2)
            Scaling.p010(picture.readOnly, size: size, to: reduced, size: small, filter: .box)
            Scaling.p010(reduced.readOnly, size: small, to: picture, size: size, filter: .bilinear)
        case .mosaic:
            // Each row holds pairs of samples, and every other row is of the same kind.
            let cells = (size: size.halved, small: small.halved)
            let reduced = memory.planes([PixelSize(width: 4 * cells.small.width, height: cells.small.height)])[0]
            for row in 0...1 {
                let rows = MutablePlane(
                    planes[0].base + (area.y + row) * planes[0].bytesPerRow + 2 * area.x,
                    bytesPerRow: 2 * planes[0].bytesPerRow)
                Scaling.pairs16(rows.readOnly, size: cells.size, to: reduced, size: cells.small, filter: .box)
                Scaling.pairs16(reduced.readOnly, size: cells.small, to: rows, size: cells.size, filter: .bilinear)
            }
        }
    }

    /// Blurs the board that is close to the camera, and what surrounds it.
    mutating func applyToNearBoard(
        of planes: [CVPixelBuffer.Plane], _ samples: Samples, on canvas: SceneCanvas, radius: Int
    ) {
        guard radius > 0 else { return }
        let board = canvas.pixels(SceneLayout.nearBoard)
        let margin = radius * 2
        let left = max(board.x - margin, 0) / 2 * 2
        let top = max(board.y - margin, 0) / 2 * 2
        let right = min(board.x + board.width + margin, canvas.width) / 2 * 2
        let bottom = min(board.y + board.height + margin, canvas.height) / 2 * 2
        guard left < right, top < bottom else { return }
        apply(
            to: planes, samples, in: PixelRectangle(x: left, y: top, width: right - left, height: bottom - top),
            radius: radius)
    }

    private func biPlanar(
        _ planes: [CVPixelBuffer.Plane], from area: PixelRectangle, bytes: Int
    ) -> BiPlanar<MutablePlane> {
        BiPlanar(
            luma: MutablePlane(
                planes[0].base + area.y * planes[0].bytesPerRow + area.x * bytes, bytesPerRow: planes[0].bytesPerRow),
            chroma: MutablePlane(
                planes[1].base + area.y / 2 * planes[1].bytesPerRow + area.x * bytes,
                bytesPerRow: planes[1].bytesPerRow))
    }

    private mutating func scratch(_ size: PixelSize, bytes: Int) -> BiPlanar<MutablePlane> {
        let planes = memory.planes([
            PixelSize(width: size.width * bytes, height: size.height),
            PixelSize(width: size.width * bytes, height: size.height / 2),
        ])
        return BiPlanar(luma: planes[0], chroma: planes[1])
    }
}
