/// Numbers for the merge's loops; freed by `deinit`. Initially undefined.
final class MergeMemory<Element: BitwiseCopyable>: @unchecked Sendable {  // its users write to separate parts
    let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ count: Int) {
        self.count = count
        base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * MemoryLayout<Element>.stride, alignment: 64)
            .bindMemory(to: Element.self, capacity: max(count, 1))
    }

    convenience init(_ count: Int, repeating value: Element) {
        self.init(count)
        base.update(repeating: value, count: count)
    }

    deinit { UnsafeMutableRawPointer(base).deallocate() }
}
