import FFmpeg
import YUV

/// A picture in the form that an HEVC encoder takes: 4:2:0 in three planes, of 8-bit samples or of 10-bit samples in 16
/// bits.
struct HEVCPicture {
    /// Luma, Cb and Cr, in the size ``coded``.
    var planes: [Plane]
    /// The encoded size: even, and large enough for the encoder.
    var coded: PixelSize
    /// The visible size, from the upper left corner.
    var shown: PixelSize
    var bitDepth: Int
    var color: PictureColor

    /// The smallest side that x265 encodes.
    private static let leastSide = 16

    /// The size that the encoder needs for a picture.
    static func codedSize(_ size: PixelSize) -> PixelSize {
        PixelSize(
            width: max((size.width + 1) / 2 * 2, leastSide), height: max((size.height + 1) / 2 * 2, leastSide))
    }

    /// The size of a plane: 0 is luma.
    static func size(ofPlane plane: Int, of size: PixelSize) -> PixelSize {
        plane == 0 ? size : size.halved
    }

    var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

    /// The picture in another size, in memory that is valid until it is used again.
    func scaled(to size: PixelSize, in memory: inout PlaneMemory) -> HEVCPicture {
        let targets = memory.planes(
            (0..<3).map { plane in
                let size = Self.size(ofPlane: plane, of: size)
                return PixelSize(width: size.width * bytesPerSample, height: size.height)
            })
        for (index, target) in targets.enumerated() {
            let (from, to) = (Self.size(ofPlane: index, of: shown), Self.size(ofPlane: index, of: size))
            if bitDepth > 8 {
                Scaling.plane16(planes[index], size: from, to: target, size: to, filter: .box)
            } else {
                Scaling.plane(planes[index], size: from, to: target, size: to, filter: .box)
            }
        }
        return HEVCPicture(
            planes: targets.map(\.readOnly), coded: size, shown: size, bitDepth: bitDepth, color: color)
    }

    /// The picture with its last column and row repeated until the encoder accepts it; itself if it is large enough and
    /// even.
    func padded(in memory: inout PlaneMemory) -> HEVCPicture {
        let coded = Self.codedSize(shown)
        guard coded != shown else { return self }
        let targets = memory.planes(
            (0..<3).map { plane in
                let size = Self.size(ofPlane: plane, of: coded)
                return PixelSize(width: size.width * bytesPerSample, height: size.height)
            })
        for (index, target) in targets.enumerated() {
            let from = Self.size(ofPlane: index, of: shown)
            fill(target, size: Self.size(ofPlane: index, of: coded), from: planes[index], size: from)
        }
        return HEVCPicture(
            planes: targets.map(\.readOnly), coded: coded, shown: shown, bitDepth: bitDepth, color: color)
    }

    private func fill(_ target: MutablePlane, size: PixelSize, from source: Plane, size sourceSize: PixelSize) {
        let bytes = sourceSize.width * bytesPerSample
        for row in 0..<size.height {
            let from = source.advanced(rows: min(row, sourceSize.height - 1))
            let to = target.advanced(rows: row)
            PlaneOperations.copy(from, to: to, bytes: bytes, rows: 1)
            for column in sourceSize.width..<size.width {
                (to.base + column * bytesPerSample).copyMemory(
                    from: from.base + bytes - bytesPerSample, byteCount: bytesPerSample)
            }
        }
    }
}
