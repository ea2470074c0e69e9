import Glibc

/// Memory that grows when it must and is kept, so that its pages are touched for the first time only once.
struct ScratchMemory: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    init() {}

    deinit { free(base) }

    /// Room for `count` bytes; what was there before is lost.
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
