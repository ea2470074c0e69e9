/// A value that goes to its target by and by.
struct AutomaticValue {
    private(set) var value = 0.0
    private(set) var isAdjusting = false
    /// Whether the last step changed the value.
    private(set) var hasMoved = false
    private let tolerance: Double
    /// The search that is done; `nil` before the first.
    private var doneStart: UInt64?

    /// - Parameter tolerance: so close to the target it is reached.
    init(tolerance: Double) {
        self.tolerance = tolerance
    }

    mutating func set(_ new: Double) {
        hasMoved = new != value
        value = new
        isAdjusting = false
    }

    mutating func hold() { set(value) }

    mutating func approach(_ target: Double) {
        let distance = target - value
        isAdjusting = abs(distance) > tolerance
        hasMoved = distance != 0
        value = isAdjusting ? value + distance / 3 : target
    }

    /// Goes to the target once for each `start`, then stays.
    mutating func approachOnce(_ target: Double, start: UInt64) {
        if doneStart == start { return hold() }
        approach(target)
        if !isAdjusting { doneStart = start }
    }
}

/// A lens that looks for its subject.
struct AutomaticLens {
    /// The nearest that can be sharp: 0.1 m.
    static let nearest: Float = 10
    /// How many frames a search takes.
    private static let searchFrames = (quick: 4, smooth: 12)

    private(set) var dioptres: Float
    private(set) var isSet: Bool
    private var target: Float
    private var framesLeft = 0
    private var doneStart: UInt64?

    /// - Parameter dioptres: where it always is; `nil`: it is sharp at the first search's target at once.
    init(dioptres: Float?) {
        self.dioptres = dioptres ?? 0
        target = dioptres ?? 0
        isSet = dioptres != nil
    }

    var isAdjusting: Bool { framesLeft > 0 }

    /// 0 nearest, 1 farthest.
    var position: Float { 1 - dioptres / Self.nearest }

    /// - Parameter position: `nil` stays.
    mutating func lock(_ position: Float?) {
        framesLeft = 0
        isSet = true
        if let position { dioptres = (1 - min(max(position, 0), 1)) * Self.nearest }
        target = dioptres
    }

    /// - Parameter start: names a search that is made once; `nil` follows the target always.
    mutating func search(_ wanted: Float, start: UInt64?, isSmooth: Bool) {
        if !isSet {
            isSet = true
            doneStart = start
            (dioptres, target) = (wanted, wanted)
            return
        }
        if start.map({ $0 != doneStart }) ?? (abs(wanted - target) > 0.01) {
            target = wanted
            framesLeft = isSmooth ? Self.searchFrames.smooth : Self.searchFrames.quick
        }
        if start != nil { doneStart = start }
        guard framesLeft > 0 else { return }
        dioptres += (target - dioptres) / Float(framesLeft)
        framesLeft -= 1
    }
}
