internal import CFilters
import Foundation

/// How a picture is made. It never changes; any thread may use it.
///
/// A picture is made of a tree of recipes. Nothing is computed before a region is wanted. Then each recipe asks those
/// below it for what it needs of them (``rows(in:_:)``). The wanted pixels are made in short runs that stay in the
/// first-level cache, from the bottom of the tree to its top.
protocol Recipe: Sendable {
    /// The picture is clear outside.
    var extent: CGRect { get }

    /// What makes pixels of `region`, and of nothing else.
    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows
}

/// Makes pixels of a region; several threads at once.
protocol Rows: Sendable {
    /// Writes `count` pixels, at most ``Run/capacity``, from (x, y) on: light, multiplied by alpha.
    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch)
}

/// Memory for a short row of pixels: four rows of floats for red, green, blue and alpha.
struct Run {
    /// The most pixels in a run: 8 kB, so that some runs fit the first-level cache.
    static let capacity = 512

    let base: UnsafeMutablePointer<Float>
    /// From one component to the next.
    let plane: Int

    func component(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * plane }

    func advanced(by count: Int) -> Run { Run(base: base + count, plane: plane) }

    func fill(_ value: SIMD4<Float>, _ count: Int) {
        for index in 0..<4 { filters_fill(component(index), value[index], Int32(count)) }
    }
}

/// What one rendering knows.
struct Rendering: Sendable {
    /// Whether colors are converted to light and back.
    var isColorManaged = true
}

/// Memory of one thread for intermediate runs.
final class Scratch {
    private var runs: [UnsafeMutablePointer<Float>] = []
    private var used = 0
    /// What rows keep from one run to the next.
    private var blocks: [ObjectIdentifier: FloatPicture] = [:]

    deinit { for run in runs { run.deallocate() } }

    /// Lends a run.
    func withRun<Result>(_ body: (Run) -> Result) -> Result {
        if used == runs.count { runs.append(.allocate(capacity: 4 * Run.capacity)) }
        used += 1
        defer { used -= 1 }
        return body(Run(base: runs[used - 1], plane: Run.capacity))
    }

    func block(of owner: BlockRows) -> FloatPicture? { blocks[ObjectIdentifier(owner)] }

    func keep(_ block: FloatPicture, of owner: BlockRows) { blocks[ObjectIdentifier(owner)] = block }
}

/// Nothing.
struct ClearRows: Rows {
    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) { run.fill(.zero, count) }
}

extension Rows {
    /// Reads where a region is, and clears the rest.
    @inline(__always)
    func read(
        _ x: Int, _ y: Int, _ count: Int, into run: Run, within region: PixelRect,
        _ body: (_ x: Int, _ count: Int, Run) -> Void
    ) {
        let (first, end) = (max(x, region.x), min(x + count, region.maxX))
        guard y >= region.y, y < region.maxY, first < end else { return run.fill(.zero, count) }
        if first > x { run.fill(.zero, first - x) }
        body(first, end - first, run.advanced(by: first - x))
        if end < x + count { run.advanced(by: end - x).fill(.zero, x + count - end) }
    }
}
