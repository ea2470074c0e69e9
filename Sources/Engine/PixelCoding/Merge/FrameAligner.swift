internal import CTemporalMerge

/// How far a frame's contents are from their place in the reference, in quarters of a pixel: the reference's contents
/// appear this much further right and down in the frame.
struct FrameShift: Sendable, Hashable {
    var x: Int
    var y: Int

    static let zero = FrameShift(x: 0, y: 0)
}

/// Finds how the hand moved between two frames, as one shift of the whole picture, up to a fiftieth of its width.
///
/// Coarse to fine: the whole picture at a sixteenth and a quarter of the size, then its most structured parts at full
/// size.
struct FrameAligner: Sendable {
    private let reference: LumaPyramid
    /// Where full size is compared.
    private let windows: [LumaLevel.Window]

    /// The search range at each level, in its pixels. Finer levels correct the rounding of coarser ones.
    private static let coarseRange = 6
    private static let fineRange = 3
    private static let windowCount = 8...32
    /// One window for so many pixels.
    private static let areaOfWindow = 1 << 16

    init(_ picture: MergePicture) {
        reference = LumaPyramid(picture)
        let wanted = reference.full.width * reference.full.height / Self.areaOfWindow
        windows = reference.structuredWindows(
            min(max(wanted, Self.windowCount.lowerBound), Self.windowCount.upperBound))
    }

    func shift(of picture: MergePicture) -> FrameShift {
        let other = LumaPyramid(picture)
        var shift = FrameShift.zero
        for (mine, theirs) in zip(reference.shrunk.reversed(), other.shrunk.reversed()) {
            shift = FrameShift(x: 4 * shift.x, y: 4 * shift.y)
            let range = mine === reference.shrunk.last ? Self.coarseRange : Self.fineRange
            guard let window = mine.middle(margin: max(abs(shift.x), abs(shift.y)) + range) else { continue }
            shift = mine.best(around: shift, range: range) { mine.distance(to: theirs, shift: $0, in: [window]) }
        }
        shift = FrameShift(x: 4 * shift.x, y: 4 * shift.y)
        let (mine, theirs) = (reference.full, other.full)
        let usable = windows.filter { mine.contains($0, movedBy: shift, range: Self.fineRange + 2) }
        guard !usable.isEmpty else { return .zero }
        shift = mine.best(around: shift, range: Self.fineRange + 1) {
            mine.distance(to: theirs, shift: $0, in: usable)
        }
        return mine.refined(shift, to: theirs, in: usable)
    }
}

/// A picture's luma at full size, and at a quarter and a sixteenth of its width and height.
final class LumaPyramid: Sendable {
    let full: LumaLevel
    let shrunk: [LumaLevel]

    /// No level is smaller than this.
    private static let leastSize = 64

    init(_ picture: MergePicture) {
        full = LumaLevel(picture)
        var shrunk: [LumaLevel] = []
        while shrunk.count < 2, case let last = shrunk.last ?? full, last.width >= 4 * Self.leastSize,
            last.height >= 4 * Self.leastSize
        {
            shrunk.append(LumaLevel(shrinking: last))
        }
        self.shrunk = shrunk
    }

    /// The parts of the full picture where a shift in any direction would show best.
    func structuredWindows(_ count: Int) -> [LumaLevel.Window] {
        let width = 128, height = 64
        let (columns, rows) = (min(16, full.width / width), min(16, full.height / height))
        guard columns > 0, rows > 0 else { return full.middle(margin: 8).map { [$0] } ?? [] }
        var windows: [(LumaLevel.Window, structure: UInt64)] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let window = LumaLevel.Window(
                    x: column * (full.width - width) / max(columns - 1, 1),
                    y: row * (full.height - height) / max(rows - 1, 1), width: width, height: height)
                windows.append((window, structure(in: window)))
            }
        }
        return windows.sorted { $0.structure > $1.structure }.prefix(count).map(\.0)
    }

    /// How much a window changes when it moves a little in the direction in which it changes least.
    private func structure(in window: LumaLevel.Window) -> UInt64 {
        let level = shrunk.first ?? full
        let scale = full.width / level.width
        let small = LumaLevel.Window(
            x: window.x / scale, y: window.y / scale, width: max(window.width / scale, 16),
            height: max(window.height / scale, 8))
        guard level.contains(small, movedBy: .zero, range: 0) else { return 0 }
        let moves = [FrameShift(x: 1, y: 0), FrameShift(x: 0, y: 1), FrameShift(x: -1, y: 0), FrameShift(x: 0, y: -1)]
        return moves.filter { level.contains(small, movedBy: $0, range: 0) }
            .map { level.distance(to: level, shift: $0, in: [small]) }.min() ?? 0
    }
}
