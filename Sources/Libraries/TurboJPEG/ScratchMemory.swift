import Glibc

/// Memory that grows if needed and is reused, so that its pages are touched for the first time only once.
struct ScratchMemory: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    init() {}

    deinit { free(base) }

    /// Room for `count` bytes; the previous contents are lost.
    mutating func reserve(_ count: Int) throws(TurboJPEGError) -> UnsafeMutableRawPointer {
        if count > capacity {
            free(base)
            base = malloc(count)
            capacity = base == nil ? 0 : count
        }
        guard let base else { throw TurboJPEGError("no memory for \(count) bytes of a picture") }
        return base
    }
}
