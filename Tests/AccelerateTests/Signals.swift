import Foundation

/// Numbers between -2 and 2 without a pattern that a wrong stride or index would keep.
func signal(_ count: Int, phase: Double = 0) -> [Float] {
    (0..<count).map { index in
        let time = Double(index)
        return Float(sin(time * 0.7 + phase) + cos(time * time * 0.3))
    }
}

/// The same in double precision.
func preciseSignal(_ count: Int, phase: Double = 0) -> [Double] { signal(count, phase: phase).map(Double.init) }

/// Whether all numbers are as expected, but for what rounding makes of values of this size.
func isClose<Number: BinaryFloatingPoint>(
    _ values: [Number], _ expected: [Double], within tolerance: Double = 1e-5
) -> Bool {
    values.count == expected.count && zip(values, expected).allSatisfy { abs(Double($0) - $1) <= tolerance }
}
