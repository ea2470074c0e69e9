/// A value that approaches its target step by step.
struct AutomaticValue {
    private(set) var value = 0.0
    private(set) var isAdjusting = false
    /// Whether the last step changed the value.
    private(set) var hasMoved = false
    private let tolerance: Double
    /// The last search that has ended; `nil` before the first.
    private var doneStart: UInt64?

    /// - Parameter tolerance: the target counts as reached within this distance.
    init(tolerance: Double) {
        self.tolerance = tolerance
    }

    mutating func set(_ new: Double) {
        hasMoved = new != value
        value = new
        isAdjusting = false
    }

    /// - Parameter shift: by how much what is held has been moved since the last frame.
    mutating func hold(shift: Double = 0) { set(value + shift) }

    mutating func approach(_ target: Double) {
        let distance = target - value
        isAdjusting = abs(distance) > tolerance
        hasMoved = distance != 0
        value = isAdjusting ? value + distance / 3 : target
    }

    /// Approaches the target once for each `start`, then stays, but for `shift`.
    mutating func approachOnce(_ target: Double, start: UInt64, shift: Double = 0) {
        if doneStart == start { return hold(shift: shift) }
        approach(target)
        if !isAdjusting { doneStart = start }
    }
}

/// A lens that focuses by itself.
struct AutomaticLens {
    /// The nearest distance that can be sharp: 0.1 m.
    static let nearest: Float = 10
    /// How many frames a search takes.
    private static let searchFrames = (quick: 4, smooth: 12)

    private(set) var diopters: Float
    private(set) var isSet: Bool
    private var target: Float
    private var framesLeft = 0
    private var doneStart: UInt64?

    /// - Parameter diopters: the fixed position of a lens that cannot move; with `nil`, the first search reaches its
    ///   target at once.
    init(diopters: Float?) {
        self.diopters = diopters ?? 0
        target = diopters ?? 0
        isSet = diopters != nil
    }

    var isAdjusting: Bool { framesLeft > 0 }

    /// 0 nearest, 1 farthest.
    var position: Float { 1 - diopters / Self.nearest }

    /// - Parameter position: `nil` leaves it where it is.
    mutating func lock(_ position: Float?) {
        framesLeft = 0
        isSet = true
        if let position { diopters = (1 - min(max(position, 0), 1)) * Self.nearest }
        target = diopters
    }

    /// - Parameter start: identifies a search that is made once; with `nil`, the lens always follows the target.
    mutating func search(_ wanted: Float, start: UInt64?, isSmooth: Bool) {
        if !isSet {
            isSet = true
            doneStart = start
            (diopters, target) = (wanted, wanted)
            return
        }
        if start.map({ $0 != doneStart }) ?? (abs(wanted - target) > 0.01) {
            target = wanted
            framesLeft = isSmooth ? Self.searchFrames.smooth : Self.searchFrames.quick
        }
        if start != nil { doneStart = start }
        guard framesLeft > 0 else { return }
        diopters += (target - diopters) / Float(framesLeft)
        framesLeft -= 1
    }
}
