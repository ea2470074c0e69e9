import Foundation

/// The values of a control, along the length of the button: position 0 is its left end, 1 its right.
enum ControlScale {
    case continuous(ClosedRange<Float>)
    /// The same distance on the button multiplies by the same factor.
    case exponential(ClosedRange<Float>)
    case steps(ControlSteps)
    /// In ascending order.
    case values([Float])

    func contains(_ value: Float) -> Bool {
        switch self {
        case .continuous(let range), .exponential(let range): range.contains(value)
        case .steps(let steps): steps.range.contains(value)
        case .values(let values): values.first.map { $0 <= value } == true && values.last.map { value <= $0 } == true
        }
    }

    func value(at position: Float) -> Float {
        let part = min(max(position, 0), 1)
        switch self {
        case .continuous(let range):
            return min(range.lowerBound + part * (range.upperBound - range.lowerBound), range.upperBound)
        case .exponential(let range):
            return min(range.lowerBound * pow(range.upperBound / range.lowerBound, part), range.upperBound)
        case .steps(let steps): return steps.value(at: Double(part))
        case .values(let values): return values[Int((part * Float(values.count - 1)).rounded())]
        }
    }

    func position(of value: Float) -> Float {
        switch self {
        case .continuous(let range):
            let length = range.upperBound - range.lowerBound
            return length > 0 ? (value - range.lowerBound) / length : 0
        case .exponential(let range):
            let length = log2(range.upperBound / range.lowerBound)
            return length > 0 ? log2(max(value, range.lowerBound) / range.lowerBound) / length : 0
        case .steps(let steps): return Float(steps.position(of: value))
        case .values(let values):
            let nearest = values.indices.min { abs(values[$0] - value) < abs(values[$1] - value) } ?? 0
            return values.count > 1 ? Float(nearest) / Float(values.count - 1) : 0
        }
    }

    /// The nearest value on the scale.
    func snapped(_ value: Float) -> Float {
        switch self {
        case .continuous, .exponential: value
        case .steps(let steps): steps.snapped(value)
        case .values: self.value(at: position(of: value))
        }
    }
}

/// The values from one bound to the other; the last step may be shorter. There may be too many to store.
struct ControlSteps {
    let range: ClosedRange<Float>
    private let step: Double
    private let lower: Double
    /// The index of the last value; the first is 0. A double, as it may be larger than any integer.
    private let last: Double

    /// - Parameter step: more than 0.
    init(in range: ClosedRange<Float>, by step: Float) {
        self.range = range
        self.step = Double(step)
        lower = Double(range.lowerBound)
        let steps = (Double(range.upperBound) - lower) / self.step
        // A remainder from rounding is not a step.
        last = (steps - 0.001).rounded(.up)
    }

    func value(at position: Double) -> Float { value(inPlace: (position * last).rounded()) }

    /// The position of the nearest value, from 0 to 1.
    func position(of value: Float) -> Double { last > 0 ? place(of: value) / last : 0 }

    func snapped(_ value: Float) -> Float { self.value(inPlace: place(of: value)) }

    private func value(inPlace place: Double) -> Float {
        place < 1 ? range.lowerBound : min(Float(lower + place * step), range.upperBound)
    }

    private func place(of value: Float) -> Double {
        // All but the last lie a step apart.
        let place = min(((Double(value) - lower) / step).rounded(), max(last - 1, 0))
        let isLast = range.upperBound - value < abs(value - self.value(inPlace: place))
        return isLast ? last : place
    }
}

/// The value of a control, and the action to call when a person moves it.
struct ControlState {
    var scale: ControlScale
    /// Where the finger is; between two values when there are few of them.
    private(set) var position: Float
    private(set) var value: Float
    var queue: DispatchQueue?

    init(_ scale: ControlScale) {
        self.scale = scale
        position = 0
        value = scale.value(at: 0)
    }

    mutating func set(_ value: Float) {
        self.value = scale.snapped(value)
        position = scale.position(of: self.value)
    }

    /// - Returns: whether the value changed.
    mutating func slide(by part: Float) -> Bool {
        let old = value
        position = min(max(position + part, 0), 1)
        value = scale.value(at: position)
        return value != old
    }
}
