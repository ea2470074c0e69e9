import Glibc

/// Memory for the planes of successive pictures. It grows if needed and is reused, because touching 18 MB for the first
/// time takes longer than converting 12 megapixels.
package struct PlaneMemory: ~Copyable {
    private static let hugePage = 2 << 20

    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    package init() {}

    deinit { base?.deallocate() }

    /// Planes of 8-bit samples in these sizes, valid until the next call; the previous contents are lost.
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
        // If the system has no huge pages or may not use them, these are ordinary ones; nothing depends on it.
        madvise(memory, count, MADV_HUGEPAGE)
        return memory
    }

    private static func bytesPerRow(_ size: PixelSize) -> Int { (size.width + 63) / 64 * 64 }
}
