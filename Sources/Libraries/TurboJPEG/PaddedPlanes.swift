import Glibc

/// Planes of the size that TurboJPEG reads and writes, for pictures whose own planes are smaller.
///
/// TurboJPEG rounds the luma plane up to whole chroma samples. So for a 4:2:0 picture of 321 by 241 pixels it touches
/// 322 by 242 samples: one row and column more than the caller has.
struct PaddedPlanes: ~Copyable {
    private var memory = ScratchMemory()
    private(set) var planes: [JPEGPlane] = []

    init() {}

    /// Whether a picture's planes are smaller than TurboJPEG expects.
    static func areNeeded(_ subsampling: JPEGSubsampling, width: Int, height: Int) -> Bool {
        subsampling.paddedSize(ofPlane: 0, width: width, height: height) != (width, height)
    }

    /// Makes room for a picture; the memory grows if needed and is reused.
    mutating func prepare(_ subsampling: JPEGSubsampling, width: Int, height: Int) throws(TurboJPEGError) {
        let sizes = (0..<subsampling.planeCount).map {
            subsampling.paddedSize(ofPlane: $0, width: width, height: height)
        }
        var next = try memory.reserve(sizes.reduce(0) { $0 + $1.width * $1.height })
        planes = []
        for size in sizes {
            planes.append(JPEGPlane(next, bytesPerRow: size.width))
            next += size.width * size.height
        }
    }

    /// Copies the caller's planes in, repeating the last column and row into the padding.
    func fill(from source: [JPEGPlane], _ subsampling: JPEGSubsampling, width: Int, height: Int) {
        for (index, (plane, target)) in zip(source, planes).enumerated() {
            let size = subsampling.size(ofPlane: index, width: width, height: height)
            let padded = subsampling.paddedSize(ofPlane: index, width: width, height: height)
            for row in 0..<padded.height {
                let line = plane.base + min(row, size.height - 1) * plane.bytesPerRow
                let targetLine = target.base + row * target.bytesPerRow
                memcpy(targetLine, line, size.width)
                let last = line.load(fromByteOffset: size.width - 1, as: UInt8.self)
                memset(targetLine + size.width, Int32(last), padded.width - size.width)
            }
        }
    }

    /// Copies the picture to the caller's planes, without the padding.
    func copy(to target: [JPEGPlane], _ subsampling: JPEGSubsampling, width: Int, height: Int) {
        for (index, (plane, target)) in zip(planes, target).enumerated() {
            let size = subsampling.size(ofPlane: index, width: width, height: height)
            for row in 0..<size.height {
                memcpy(target.base + row * target.bytesPerRow, plane.base + row * plane.bytesPerRow, size.width)
            }
        }
    }
}
