import Foundation

/// A transform of 1, 3, 5 or 15 times a power of two complex numbers, in one direction; used on any thread.
final class DiscreteTransform<Number: Real & Sendable>: Sendable {
    private let factor: Int
    private let log2Part: Int
    private let isInverse: Bool
    private let tables: FourierTables<Number>
    /// The parts of `exp(-2πi k / length)`.
    private let cosines: [Number]
    private let sines: [Number]

    private var length: Int { factor << log2Part }

    /// - Returns: `nil` for any other length, and for powers below 8.
    init?(length: vDSP_Length, isInverse: Bool) {
        let log2Part = length.trailingZeroBitCount
        guard (3...28).contains(log2Part), [1, 3, 5, 15].contains(length >> log2Part) else { return nil }
        (factor, self.log2Part, self.isInverse) = (Int(length >> log2Part), log2Part, isInverse)
        tables = FourierTables(log2Length: log2Part)
        let angles = (0..<Int(length)).map { -2 * Double.pi * Double($0) / Double(length) }
        (cosines, sines) = (angles.map { Number(cos($0)) }, angles.map { Number(sin($0)) })
    }

    /// The result may be where the source is.
    func execute(
        _ real: UnsafePointer<Number>, _ imaginary: UnsafePointer<Number>, _ resultReal: UnsafeMutablePointer<Number>,
        _ resultImaginary: UnsafeMutablePointer<Number>
    ) {
        withUnsafeTemporaryAllocation(of: Number.self, capacity: 2 * length) { memory in
            guard let start = memory.baseAddress else { return }
            let parts = SplitNumbers(real: start, imaginary: start + length, stride: 1)
            let result = SplitNumbers(real: resultReal, imaginary: resultImaginary, stride: 1)
            // With its parts exchanged, a forward transform is the inverse one.
            if isInverse {
                transformParts(imaginary, real, parts)
                join(parts, result.exchanged)
            } else {
                transformParts(real, imaginary, parts)
                join(parts, result)
            }
        }
    }

    /// Every `factor`-th number from the first, the second … on, transformed by itself.
    private func transformParts(
        _ real: UnsafePointer<Number>, _ imaginary: UnsafePointer<Number>, _ parts: SplitNumbers<Number>
    ) {
        let partLength = 1 << log2Part
        for part in 0..<factor {
            for index in 0..<partLength {
                let source = index * factor + part
                parts[part * partLength + index] = (real[source], imaginary[source])
            }
            let offset = part * partLength
            let numbers = SplitNumbers(real: parts.real + offset, imaginary: parts.imaginary + offset, stride: 1)
            tables.transform(numbers, log2: log2Part, isInverse: false)
        }
    }

    /// The spectrum of all numbers from those of the parts.
    private func join(_ parts: SplitNumbers<Number>, _ result: SplitNumbers<Number>) {
        let partLength = 1 << log2Part
        for index in 0..<length {
            var (sum, root) = (parts[index % partLength], 0)
            for part in 1..<max(factor, 1) {
                root = (root + index) % length
                let (real, imaginary) = parts[part * partLength + index % partLength]
                sum.real += real * cosines[root] - imaginary * sines[root]
                sum.imaginary += real * sines[root] + imaginary * cosines[root]
            }
            result[index] = sum
        }
    }
}
