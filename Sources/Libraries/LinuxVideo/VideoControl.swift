/// The values that a control of a device accepts.
package struct VideoControl: Sendable, Hashable {
    package var range: ClosedRange<Int32>
    package var step: Int32
    package var defaultValue: Int32
    /// Whether the control is read-only.
    package var isReadOnly: Bool
    /// Whether the driver asks the hardware for the value each time, because it changes by itself.
    package var isVolatile: Bool

    package init(
        range: ClosedRange<Int32>, step: Int32 = 1, defaultValue: Int32 = 0, isReadOnly: Bool = false,
        isVolatile: Bool = false
    ) {
        self.range = range
        self.step = step
        self.defaultValue = defaultValue
        self.isReadOnly = isReadOnly
        self.isVolatile = isVolatile
    }

    /// The value at a position between the lowest (0) and the highest (1), rounded to a step.
    package func value(at part: Double) -> Int32 {
        let span = Double(range.upperBound) - Double(range.lowerBound)
        return nearest(Double(range.lowerBound) + span * min(max(part, 0), 1))
    }

    /// The position of a value: 0 lowest, 1 highest; a driver may report one outside the range.
    package func part(of value: Int32) -> Double {
        let span = Double(range.upperBound) - Double(range.lowerBound)
        return span > 0 ? min(max((Double(value) - Double(range.lowerBound)) / span, 0), 1) : 0
    }

    /// The value within the range, on a step, that is nearest to a number.
    package func nearest(_ number: Double) -> Int32 {
        let low = Double(range.lowerBound)
        let steps = ((number - low) / Double(step)).rounded()
        let highest = (Double(range.upperBound) - low) / Double(step)
        return Int32(low + min(max(steps, 0), highest.rounded(.down)) * Double(step))
    }
}
