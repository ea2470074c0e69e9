/// Finds the position of the lens at which a part of the picture is sharpest, by trying: positions of the whole range,
/// then closer ones around the best of them.
///
/// | phase | what a frame does | next |
/// | --- | --- | --- |
/// | changing | nothing, until the position is set | waiting |
/// | waiting | counts: the lens moves, and frames are under way | measuring |
/// | measuring | its sharpness belongs to the position | changing to the next position or the best one, or settled |
/// | settled | a look now and then, if it follows the scene | changing, when the picture has lost its sharpness |
///
/// Positions are parts of the control's range, from 0 to 1.
struct FocusHunt {
    private enum Phase: Equatable {
        case changing
        case waiting(frames: Int)
        case measuring
        case settled(frames: Int)
    }

    private enum Sweep { case coarse, fine, verdict }

    private enum Limit {
        /// A lens moves within these frames, and cameras show it in the fifth frame at the latest.
        static let framesUnderWay = 4
        static let coarse = 9
        /// In parts of a coarse step.
        static let fine = [-2.0 / 3, -1.0 / 3, 0, 1.0 / 3, 2.0 / 3]
        /// Below this ratio of the sharpest position to the least sharp one, there is nothing to focus on.
        static let contrast = 1.15
        /// What a picture must lose of its sharpness, in so many looks, until the lens is moved again.
        static let loss = 0.6
        static let lossLooks = 3
    }

    /// The position that is wanted now.
    private(set) var position: Double
    private let start: Double
    private let follows: Bool
    private var phase = Phase.changing
    private var sweep = Sweep.coarse
    /// The positions that are still to be tried, in order.
    private var left: [Double] = []
    private var tried: [(position: Double, sharpness: Double)] = []
    /// The sharpness when the lens had come to rest.
    private var reference: Double?
    private var losses = 0

    /// - Parameters:
    ///   - start: where the lens is; it comes back there if there is nothing to focus on.
    ///   - follows: whether it hunts again when the picture has lost its sharpness.
    init(from start: Double, follows: Bool) {
        self.start = start
        self.follows = follows
        position = start
        begin()
    }

    var isAdjusting: Bool {
        if case .settled = phase { false } else { true }
    }

    private mutating func begin() {
        sweep = .coarse
        tried = []
        losses = 0
        reference = nil
        left = (0..<Limit.coarse).map { Double($0) / Double(Limit.coarse - 1) }
        _ = move(to: left.removeFirst())
    }

    /// Call it when ``position`` has been set, or the camera was used for something else meanwhile.
    mutating func positionIsSet() {
        switch phase {
        case .changing, .waiting, .measuring: phase = .waiting(frames: Limit.framesUnderWay)
        case .settled: phase = .settled(frames: Limit.framesUnderWay)
        }
    }

    /// Counts a frame.
    ///
    /// - Returns: whether the frame's sharpness is needed.
    mutating func takesFrame() -> Bool {
        switch phase {
        case .waiting(let frames) where frames > 0: phase = .waiting(frames: frames - 1)
        case .waiting, .measuring: return true
        case .settled(let frames) where frames > 0: phase = .settled(frames: frames - 1)
        case .settled: return follows
        case .changing: break
        }
        return false
    }

    /// Takes the sharpness of a frame for which ``takesFrame()`` has asked.
    ///
    /// - Returns: the position to set, ``position``; `nil` if the lens stays. Frames do not count until ``positionIsSet()``.
    mutating func note(sharpness: Double) -> Double? {
        if case .settled = phase { return look(sharpness) }
        tried.append((position, sharpness))
        if !left.isEmpty { return move(to: left.removeFirst()) }
        switch sweep {
        case .coarse: return sweepFinely()
        case .fine: return decide()
        case .verdict:
            reference = sharpness
            phase = .settled(frames: Limit.framesUnderWay)
            return nil
        }
    }

    private mutating func move(to next: Double) -> Double {
        position = next
        phase = .changing
        return next
    }

    private mutating func sweepFinely() -> Double? {
        let (least, most) = (tried.map(\.sharpness).min() ?? 0, tried.map(\.sharpness).max() ?? 0)
        guard most > least * Limit.contrast, let best = tried.max(by: { $0.sharpness < $1.sharpness }) else {
            sweep = .verdict
            return move(to: start)
        }
        sweep = .fine
        left = Limit.fine.map { best.position + $0 / Double(Limit.coarse - 1) }.filter { (0...1).contains($0) }
        tried = []
        return move(to: left.removeFirst())
    }

    private mutating func decide() -> Double? {
        sweep = .verdict
        guard let best = tried.indices.max(by: { tried[$0].sharpness < tried[$1].sharpness }) else { return nil }
        return move(to: peak(at: best))
    }

    /// Where a parabola through a position and its two neighbors is highest.
    private func peak(at best: Int) -> Double {
        guard best > 0, best + 1 < tried.count else { return tried[best].position }
        let (before, middle, after) = (tried[best - 1].sharpness, tried[best].sharpness, tried[best + 1].sharpness)
        let curve = before - 2 * middle + after
        guard curve < 0 else { return tried[best].position }
        let step = tried[best + 1].position - tried[best].position
        return min(max(tried[best].position + step * (before - after) / (2 * curve), 0), 1)
    }

    private mutating func look(_ sharpness: Double) -> Double? {
        phase = .settled(frames: Limit.framesUnderWay)
        guard let reference else { return nil }
        losses = sharpness < reference * Limit.loss ? losses + 1 : 0
        guard losses >= Limit.lossLooks else { return nil }
        begin()
        return position
    }
}
