import Glibc

/// Memory for the planes of one picture after the other. It grows when it must and is kept, because touching 18 MB for the
/// first time takes longer than converting 12 megapixels.
package struct PlaneMemory: ~Copyable {
    private static let hugePage = 2 << 20

    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    package init() {}

    deinit { base?.deallocate() }

    /// Planes for 8-bit samples of these sizes, valid until the next call; what was there before is lost.
    package mutating func planes(_ sizes: [PixelSize]) -> [MutablePlane] {
        let needed = sizes.reduce(0) { $0 + Self.bytesPerRow($1) * $1.height }
        if needed > capacity {
            base?.deallocate()
            base = Self.allocate(needed)
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

    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        guard count >= hugePage else { return .allocate(byteCount: count, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: hugePage)
        // Where the system has none, or may not give any, they are ordinary pages: nothing depends on it.
        madvise(memory, count, MADV_HUGEPAGE)
        return memory
    }

    private static func bytesPerRow(_ size: PixelSize) -> Int { (size.width + 63) / 64 * 64 }
}
