import YUV

/// Memory for the planes of one picture after the other. It grows when it must and is kept, because touching 18 MB for the
/// first time takes longer than converting 12 megapixels.
struct PlaneMemory: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    init() {}

    deinit { base?.deallocate() }

    /// Planes for 8-bit samples of these sizes; what was there before is lost.
    mutating func planes(_ sizes: [PixelSize]) -> [MutablePlane] {
        let needed = sizes.reduce(0) { $0 + Self.bytesPerRow($1) * $1.height }
        if needed > capacity {
            base?.deallocate()
            base = .allocate(byteCount: needed, alignment: 64)
            capacity = needed
        }
        guard var next = base else { return [] }
        var planes: [MutablePlane] = []
        for size in sizes {
            planes.append(MutablePlane(next, bytesPerRow: Self.bytesPerRow(size)))
            next += Self.bytesPerRow(size) * size.height
        }
        return planes
    }

    private static func bytesPerRow(_ size: PixelSize) -> Int { (size.width + 63) / 64 * 64 }
}
