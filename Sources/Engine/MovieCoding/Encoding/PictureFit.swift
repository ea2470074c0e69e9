import FFmpeg
import YUV

/// Where the parts of a picture go when it gets another size. What is cut off or left free
/// is even, as chroma has half the size.
struct PictureFit: Equatable {
    struct Area: Equatable {
        var left = 0
        var top = 0
        var size: PixelSize
    }

    /// The part of the source that is kept.
    let source: Area
    /// The part of the target that it fills; the rest is black.
    let target: Area
    /// The size of the target.
    let size: PixelSize

    init(_ source: PixelSize, to wanted: PixelSize, _ scaling: PictureCoding.Scaling) {
        let (x, y) = (
            Double(wanted.width) / Double(source.width), Double(wanted.height) / Double(source.height)
        )
        switch scaling {
        case .resize:
            self.source = Area(size: source)
            size = wanted
            target = Area(size: wanted)
        case .fit:
            self.source = Area(size: source)
            size = Self.scaled(source, by: min(1, x, y), within: wanted)
            target = Area(size: size)
        case .aspectFit:
            self.source = Area(size: source)
            size = wanted
            target = Self.centered(Self.scaled(source, by: min(x, y), within: wanted), in: wanted)
        case .aspectFill:
            self.source = Self.centered(Self.scaled(wanted, by: 1 / max(x, y), within: source), in: source)
            size = wanted
            target = Area(size: wanted)
        }
    }

    /// Whether nothing has to be done.
    var isIdentity: Bool { source == target && source.size == size }

    private static func scaled(_ size: PixelSize, by factor: Double, within limit: PixelSize) -> PixelSize {
        func length(_ length: Int, _ limit: Int) -> Int {
            let scaled = Double(length) * factor
            // A side that already fits is kept, odd or not.
            return abs(scaled - Double(limit)) < 1 ? limit : max(2, Int((scaled / 2).rounded()) * 2)
        }
        return PixelSize(width: length(size.width, limit.width), height: length(size.height, limit.height))
    }

    private static func centered(_ size: PixelSize, in whole: PixelSize) -> Area {
        Area(
            left: (whole.width - size.width) / 4 * 2, top: (whole.height - size.height) / 4 * 2, size: size)
    }
}

/// Memory for pictures that are scaled before they are encoded.
final class FittedPicture {
    let fit: PictureFit
    private let layout: PictureLayout
    private let target: ConversionTarget

    /// - Parameter layout: NV12, I420 or I010, which are all that encoders take.
    init(_ fit: PictureFit, layout: PictureLayout, isFullRange: Bool) {
        self.fit = fit
        self.layout = layout
        target = ConversionTarget(layout, width: fit.size.width, height: fit.size.height)
        blacken(isFullRange: isFullRange)
    }

    /// The picture in its new size, valid until the next call.
    func planes(of source: [PicturePlane]) throws(YUVError) -> [PicturePlane] {
        for (index, plane) in source.enumerated() {
            let from = Plane(plane.base, bytesPerRow: plane.bytesPerRow)
                .advanced(rows: rows(fit.source.top, index), bytes: bytes(fit.source.left, index))
            let to = target.plane(index).advanced(
                rows: rows(fit.target.top, index), bytes: bytes(fit.target.left, index))
            try scale(from, size(fit.source.size, index), to: to, size(fit.target.size, index), plane: index)
        }
        return target.planes
    }

    private func scale(
        _ source: Plane, _ size: PixelSize, to target: MutablePlane, _ targetSize: PixelSize, plane index: Int
    ) throws(YUVError) {
        if layout == .i010 {
            Scaling.plane16(source, size: size, to: target, size: targetSize, filter: .box)
        } else if layout == .nv12, index == 1 {
            try Scaling.pairs(source, size: size, to: target, size: targetSize, filter: .box)
        } else {
            Scaling.plane(source, size: size, to: target, size: targetSize, filter: .box)
        }
    }

    /// In samples; those of NV12's chroma are pairs.
    private func size(_ size: PixelSize, _ plane: Int) -> PixelSize { plane == 0 ? size : size.halved }

    private func rows(_ row: Int, _ plane: Int) -> Int { plane == 0 ? row : row / 2 }

    private func bytes(_ column: Int, _ plane: Int) -> Int {
        let samples = plane == 0 || layout == .nv12 ? column : column / 2
        return samples * (layout == .i010 ? 2 : 1)
    }

    private func blacken(isFullRange: Bool) {
        for (index, plane) in target.planes.enumerated() {
            let byteCount = plane.bytesPerRow * layout.rows(ofPlane: index, height: fit.size.height)
            let black = index > 0 ? 128 : isFullRange ? 0 : 16
            if layout == .i010 {
                plane.base.bindMemory(to: UInt16.self, capacity: byteCount / 2)
                    .update(repeating: UInt16(black << 2), count: byteCount / 2)
            } else {
                plane.base.bindMemory(to: UInt8.self, capacity: byteCount)
                    .update(repeating: UInt8(black), count: byteCount)
            }
        }
    }
}
