import Foundation

/// The roots of unity for transforms of up to `2 ^ log2Length` numbers: made once, then only read, on any thread.
///
/// A transform of our own: FFmpeg's would load libavcodec with its hundred dependencies for the sake of a sound meter, and
/// takes numbers in another order.
final class FourierTables<Number: Real & Sendable>: Sendable {
    let log2Length: Int
    /// For each power of two `half`, at `half..<2 * half`: the real and imaginary parts of `exp(-πi k / half)`.
    private let cosines: [Number]
    private let sines: [Number]

    init(log2Length: Int) {
        self.log2Length = log2Length
        var (cosines, sines): ([Number], [Number]) = ([0], [0])
        var half = 1
        for _ in 0..<max(log2Length, 1) {
            for index in 0..<half {
                let angle = -Double.pi * Double(index) / Double(half)
                cosines.append(Number(cos(angle)))
                sines.append(Number(sin(angle)))
            }
            half *= 2
        }
        (self.cosines, self.sines) = (cosines, sines)
    }

    /// Transforms `2 ^ log2` complex numbers in place. Neither direction scales.
    func transform(_ numbers: SplitNumbers<Number>, log2: Int, isInverse: Bool) {
        // With its parts exchanged, a forward transform is the inverse one.
        let numbers = isInverse ? numbers.exchanged : numbers
        reverseBits(numbers, count: 1 << log2)
        // Compiled twice, for numbers side by side as vector instructions.
        if numbers.stride == 1 {
            join(numbers.real, numbers.imaginary, stride: 1, count: 1 << log2)
        } else {
            join(numbers.real, numbers.imaginary, stride: numbers.stride, count: 1 << log2)
        }
    }

    /// Transforms `2 ^ log2` real numbers, the even ones in the real parts and the odd ones in the imaginary parts, to the
    /// first half of their spectrum. It is twice the mathematical one, and the real numbers at its two ends share the first
    /// place.
    func transformReal(_ numbers: SplitNumbers<Number>, log2: Int) {
        transform(numbers, log2: log2 - 1, isInverse: false)
        separate(numbers, half: 1 << (log2 - 1), isInverse: false)
        let (even, odd) = numbers[0]
        numbers[0] = (2 * (even + odd), 2 * (even - odd))
    }

    /// Makes real numbers of such a spectrum, as they come from a mathematical one without scaling.
    func transformRealBack(_ numbers: SplitNumbers<Number>, log2: Int) {
        separate(numbers, half: 1 << (log2 - 1), isInverse: true)
        let (low, high) = numbers[0]
        numbers[0] = (low + high, low - high)
        transform(numbers, log2: log2 - 1, isInverse: true)
    }

    /// Puts each number where the bits of its index, from the last to the first, say.
    private func reverseBits(_ numbers: SplitNumbers<Number>, count: Int) {
        var reversed = 0
        for index in 0..<count {
            if index < reversed { (numbers[index], numbers[reversed]) = (numbers[reversed], numbers[index]) }
            var bit = count >> 1
            while reversed & bit != 0 {
                reversed ^= bit
                bit >>= 1
            }
            reversed |= bit
        }
    }

    /// Joins the transforms of ever longer halves (Cooley and Tukey's, in time).
    @inline(__always)
    private func join(
        _ real: UnsafeMutablePointer<Number>, _ imaginary: UnsafeMutablePointer<Number>, stride step: Int, count: Int
    ) {
        cosines.withUnsafeBufferPointer { cosines in
            sines.withUnsafeBufferPointer { sines in
                var half = 1
                while half < count {
                    for start in stride(from: 0, to: count, by: 2 * half) {
                        for index in 0..<half {
                            let (upper, lower) = ((start + index) * step, (start + half + index) * step)
                            let (cosine, sine) = (cosines[half + index], sines[half + index])
                            let turnedReal = real[lower] * cosine - imaginary[lower] * sine
                            let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
                            (real[lower], real[upper]) = (real[upper] - turnedReal, real[upper] + turnedReal)
                            (imaginary[lower], imaginary[upper]) =
                                (imaginary[upper] - turnedImaginary, imaginary[upper] + turnedImaginary)
                        }
                    }
                    half *= 2
                }
            }
        }
    }

    /// Separates the spectra of even and odd numbers, which came out as one, and joins them to that of all numbers; or the
    /// other way round. Neither touches the first place.
    private func separate(_ numbers: SplitNumbers<Number>, half: Int, isInverse: Bool) {
        guard half > 1 else { return }
        for index in 1...half / 2 {
            let (one, other) = (numbers[index], numbers[half - index])
            let sum = (real: one.real + other.real, imaginary: one.imaginary - other.imaginary)
            let difference = (real: one.real - other.real, imaginary: one.imaginary + other.imaginary)
            // Turned back by a quarter, and on by this place's root; the inverse does the opposite.
            let (cosine, sine) = (cosines[half + index], isInverse ? -sines[half + index] : sines[half + index])
            let turned = (
                real: difference.real * sine + difference.imaginary * cosine,
                imaginary: difference.imaginary * sine - difference.real * cosine
            )
            let sign: Number = isInverse ? -1 : 1
            numbers[half - index] = (sum.real - sign * turned.real, sign * turned.imaginary - sum.imaginary)
            numbers[index] = (sum.real + sign * turned.real, sum.imaginary + sign * turned.imaginary)
        }
    }
}
