internal import CTemporalMerge

/// Luma at one size. Shifts are in its own pixels.
final class LumaLevel: @unchecked Sendable {  // never written after `init`
    /// A part of the picture; width and height are multiples of 16 and 8.
    struct Window: Sendable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    let width: Int
    let height: Int
    private let plane: MergePicture.Plane
    private let memory: MergeMemory<UInt8>?

    /// In 8-bit steps; larger differences are motion, not misalignment.
    private static let largestDifference = 24

    init(_ picture: MergePicture) {
        plane = picture.luma
        width = plane.width
        height = plane.height
        memory = nil
    }

    /// At a quarter of the width and height, in 8 bits.
    init(shrinking level: LumaLevel) {
        width = level.width / 4
        height = level.height / 4
        let memory = MergeMemory<UInt8>(width * height)
        for row in 0..<height {
            level.plane.kind.shrink(level.plane, row: 4 * row, columns: width, to: memory.base + row * width)
        }
        self.memory = memory
        plane = MergePicture.Plane(
            base: memory.base, bytesPerRow: width, width: width, height: height, step: 1, kind: .eight)
    }

    /// Everything except the margins.
    func middle(margin: Int) -> Window? {
        let (width, height) = ((width - 2 * margin) / 16 * 16, (height - 2 * margin) / 8 * 8)
        return width > 0 && height > 0 ? Window(x: margin, y: margin, width: width, height: height) : nil
    }

    func contains(_ window: Window, movedBy shift: FrameShift, range: Int) -> Bool {
        let (x, y) = (window.x + shift.x, window.y + shift.y)
        return min(x, window.x) - range >= 0 && min(y, window.y) - range >= 0
            && max(x, window.x) + window.width + range <= width && max(y, window.y) + window.height + range <= height
    }

    func distance(to other: LumaLevel, shift: FrameShift, in windows: [Window]) -> UInt64 {
        let distance = plane.kind == .eight ? merge_distance_8 : merge_distance_10
        return windows.reduce(0) { sum, window in
            sum
                + distance(
                    plane.at(window.x, window.y), plane.bytesPerRow,
                    other.plane.at(window.x + shift.x, window.y + shift.y), other.plane.bytesPerRow,
                    Int32(window.width), Int32(window.height), Int32(Self.largestDifference * plane.kind.unit))
        }
    }

    /// The shift with the lowest cost; the middle one unless another is clearly better.
    func best(around middle: FrameShift, range: Int, cost: (FrameShift) -> UInt64) -> FrameShift {
        var best = middle
        let first = cost(middle)
        var least = first - first / 500
        for y in -range...range {
            for x in -range...range where x != 0 || y != 0 {
                let shift = FrameShift(x: middle.x + x, y: middle.y + y)
                let distance = cost(shift)
                if distance < least { (best, least) = (shift, distance) }
            }
        }
        return best
    }

    // MARK: Between pixels

    /// Refines a shift in whole pixels to quarters of a pixel: the lowest point of the parabola through the squared
    /// differences there and on both sides.
    func refined(_ shift: FrameShift, to other: LumaLevel, in windows: [Window]) -> FrameShift {
        let here = windows.map { squares(to: other, shift: shift, in: $0) }
        // Something that moves through a window says nothing about the hand.
        let limit = 4 * here.sorted()[here.count / 2]
        let still = zip(windows, here).filter { $0.1 <= limit }
        let center = still.reduce(0) { $0 + $1.1 }
        func sum(_ x: Int, _ y: Int) -> Double {
            let moved = FrameShift(x: shift.x + x, y: shift.y + y)
            return still.reduce(0) { $0 + squares(to: other, shift: moved, in: $1.0) }
        }
        return FrameShift(
            x: 4 * shift.x + Self.quarters(sum(-1, 0), center, sum(1, 0)),
            y: 4 * shift.y + Self.quarters(sum(0, -1), center, sum(0, 1)))
    }

    private func squares(to other: LumaLevel, shift: FrameShift, in window: Window) -> Double {
        let squares = plane.kind == .eight ? merge_square_distance_8 : merge_square_distance_10
        return Double(
            squares(
                plane.at(window.x, window.y), plane.bytesPerRow,
                other.plane.at(window.x + shift.x, window.y + shift.y), other.plane.bytesPerRow, Int32(window.width),
                Int32(window.height)))
    }

    private static func quarters(_ before: Double, _ here: Double, _ after: Double) -> Int {
        let curvature = before - 2 * here + after
        // Without structure in this direction, the only lowest point is noise.
        guard curvature > 0.02 * here else { return 0 }
        return Int(min(max(2 * (before - after) / curvature, -2), 2).rounded())
    }
}
