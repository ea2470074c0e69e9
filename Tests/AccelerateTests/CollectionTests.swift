import Accelerate
import Testing

struct CollectionTests {
    private let one = signal(37)
    private let other = signal(37, phase: 1).map { $0 + 3 }
    private let precise = preciseSignal(37)
    private let others = preciseSignal(37, phase: 1).map { $0 + 3 }

    private func pairs(_ value: (Double, Double) -> Double) -> [Double] {
        zip(one, other).map { value(Double($0), Double($1)) }
    }

    @Test func levelsAreThoseOfAPlainLoop() {
        let power = precise.reduce(0) { $0 + $1 * $1 }
        let magnitude = precise.reduce(0) { $0 + abs($1) }
        let total = precise.reduce(0, +)
        let extremes = [precise.max() ?? 0, precise.min() ?? 0, precise.map(abs).max() ?? 0]
        let expected = [total, power, total / 37, magnitude / 37, power / 37, (power / 37).squareRoot()] + extremes
        let single = [
            vDSP.sum(one), vDSP.sumOfSquares(one), vDSP.mean(one), vDSP.meanMagnitude(one), vDSP.meanSquare(one),
            vDSP.rootMeanSquare(one), vDSP.maximum(one), vDSP.minimum(one), vDSP.maximumMagnitude(one),
        ]
        let double = [
            vDSP.sum(precise), vDSP.sumOfSquares(precise), vDSP.mean(precise), vDSP.meanMagnitude(precise),
            vDSP.meanSquare(precise), vDSP.rootMeanSquare(precise), vDSP.maximum(precise), vDSP.minimum(precise),
            vDSP.maximumMagnitude(precise),
        ]
        #expect(isClose(single, expected, within: 1e-4))
        #expect(isClose(double, expected, within: 1e-12))
        #expect(vDSP.indexOfMaximum([1, 5, 5] as [Float]) == (1, 5))
        #expect(vDSP.indexOfMaximum([1, 5, 7.0]) == (2, 7))
    }

    @Test func nothingHasLevelsToo() {
        let nothing: [Float] = []
        #expect(vDSP.sum(nothing) == 0 && vDSP.rootMeanSquare(nothing).isNaN)
        #expect(vDSP.maximum(nothing) == -.infinity && vDSP.minimum(nothing) == .infinity)
        #expect(vDSP.add(1, nothing).isEmpty && vDSP.add(nothing, nothing).isEmpty)
    }

    @Test func slicesAndBuffersAreVectors() {
        #expect(vDSP.sum(one[3..<5]) == one[3] + one[4])
        #expect(vDSP.sum(ContiguousArray(one.prefix(2))) == one[0] + one[1])
        #expect(one.withUnsafeBufferPointer { vDSP.maximum($0) } == one.max())
        var memory: [Float] = [1, 2, 3]
        memory.withUnsafeMutableBufferPointer { memory in
            var buffer = memory
            vDSP.multiply(2, memory, result: &buffer)
        }
        #expect(memory == [2, 4, 6])
        vDSP.fill(&memory[1...], with: 5)
        #expect(memory == [2, 5, 5])
        vDSP.clear(&memory)
        #expect(memory == [0, 0, 0])
    }

    @Test func twoVectorsAreCombined() {
        #expect(isClose(vDSP.add(one, other), pairs(+)) && isClose(vDSP.add(precise, others), pairs(+)))
        #expect(isClose(vDSP.subtract(one, other), pairs(-)) && isClose(vDSP.subtract(precise, others), pairs(-)))
        #expect(isClose(vDSP.multiply(one, other), pairs(*)) && isClose(vDSP.multiply(precise, others), pairs(*)))
        #expect(isClose(vDSP.divide(one, other), pairs(/)) && isClose(vDSP.divide(precise, others), pairs(/)))
        let product = pairs(*).reduce(0, +)
        #expect(abs(Double(vDSP.dot(one, other)) - product) < 1e-4 && abs(vDSP.dot(precise, others) - product) < 1e-5)
        var result = one
        vDSP.subtract(result, other, result: &result)
        #expect(isClose(result, pairs(-)))
    }

    @Test func aNumberIsCombinedWithEachElement() {
        let values: [Float] = [1, -2, 4]
        #expect(vDSP.add(3, values) == [4, 1, 7] && vDSP.multiply(3, values) == [3, -6, 12])
        #expect(vDSP.divide(values, 4) == [0.25, -0.5, 1] && vDSP.divide(4, values) == [4, -2, 1])
        let doubles = [1.0, -2, 4]
        #expect(vDSP.add(3, doubles) == [4, 1, 7] && vDSP.multiply(3, doubles) == [3, -6, 12])
        #expect(vDSP.divide(doubles, 4) == [0.25, -0.5, 1] && vDSP.divide(4, doubles) == [4, -2, 1])
    }

    @Test func eachElementIsChanged() {
        let values: [Float] = [1, -2, 4]
        #expect(vDSP.square(values) == [1, 4, 16] && vDSP.absolute(values) == [1, 2, 4])
        #expect(vDSP.negative(values) == [-1, 2, -4] && vDSP.clip(values, to: -1...3) == [1, -1, 3])
        let doubles = [1.0, -2, 4]
        #expect(vDSP.square(doubles) == [1, 4, 16] && vDSP.absolute(doubles) == [1, 2, 4])
        #expect(vDSP.negative(doubles) == [-1, 2, -4] && vDSP.clip(doubles, to: -1...3) == [1, -1, 3])
    }

    @Test func samplesBecomeNumbersAndBack() {
        let samples: [Int16] = [-32768, 0, 5]
        #expect(vDSP.integerToFloatingPoint(samples, floatingPointType: Float.self) == [-32768, 0, 5])
        #expect(vDSP.integerToFloatingPoint([0, 255] as [UInt8], floatingPointType: Double.self) == [0, 255])
        let numbers: [Float] = [1.5, 2.5, -1.7, 40000]
        let cut = vDSP.floatingPointToInteger(numbers, integerType: Int16.self, rounding: .towardZero)
        #expect(cut == [1, 2, -1, 32767])
        let rounded = vDSP.floatingPointToInteger(numbers, integerType: Int16.self, rounding: .towardNearestInteger)
        #expect(rounded == [2, 2, -2, 32767])
        let bytes = vDSP.floatingPointToInteger([1.5, 300.0], integerType: UInt8.self, rounding: .towardNearestInteger)
        #expect(bytes == [2, 255])
        var doubles = [0.0, 0]
        vDSP.convertElements(of: [0.5, -2] as [Float], to: &doubles)
        #expect(doubles == [0.5, -2])
        var floats: [Float] = [0, 0]
        vDSP.convertElements(of: [1.25, 3.0], to: &floats)
        #expect(floats == [1.25, 3])
    }

    @Test func levelsBecomeDecibels() {
        #expect(isClose(vDSP.amplitudeToDecibels([1, 10, 100] as [Float], zeroReference: 10), [-20, 0, 20]))
        #expect(isClose(vDSP.powerToDecibels([1, 10, 100] as [Float], zeroReference: 10), [-10, 0, 10]))
        #expect(isClose(vDSP.amplitudeToDecibels([1.0, 10], zeroReference: 10), [-20, 0], within: 1e-12))
        var result = [0.0]
        vDSP.convert(power: [100.0], toDecibels: &result, zeroReference: 1)
        #expect(isClose(result, [20], within: 1e-12))
    }

    @Test func windowsAreThoseOfTheFunctions() {
        var expected = [Float](repeating: 0, count: 16)
        vDSP_hann_window(&expected, 16, Int32(vDSP_HANN_NORM))
        let made = vDSP.window(ofType: Float.self, usingSequence: .hanningNormalized, count: 16, isHalfWindow: false)
        #expect(made == expected)
        vDSP_hann_window(&expected, 16, Int32(vDSP_HANN_DENORM))
        let half = vDSP.window(ofType: Float.self, usingSequence: .hanningDenormalized, count: 16, isHalfWindow: true)
        #expect(half == Array(expected.prefix(8)))
        vDSP_hamm_window(&expected, 16, 0)
        var formed = [Float](repeating: 9, count: 16)
        vDSP.formWindow(usingSequence: .hamming, result: &formed, isHalfWindow: false)
        #expect(formed == expected)
        var precise = [Double](repeating: 0, count: 7)
        vDSP_blkman_windowD(&precise, 7, 0)
        #expect(
            vDSP.window(ofType: Double.self, usingSequence: .blackman, count: 7, isHalfWindow: false) == precise)
    }

    @Test func valuesBetweenAreOnALine() {
        #expect(vDSP.linearInterpolate([0, 10] as [Float], [4, 20], using: 0.25) == [1, 12.5])
        #expect(vDSP.linearInterpolate([0.0, 10], [4, 20], using: 0.25) == [1, 12.5])
        let places: [Float] = [0, 0.5, 1.75, 2, -1, 5]
        #expect(vDSP.linearInterpolate(elementsOf: [0, 10, 20] as [Float], using: places) == [0, 5, 17.5, 20, 0, 20])
        #expect(vDSP.linearInterpolate(elementsOf: [0.0, 10, 20], using: [1.5]) == [15])
    }
}

struct TransformObjectTests {
    @Test func aToneIsFoundAndComesBack() throws {
        let fft = try #require(vDSP.FFT(log2n: 6, radix: .radix2, ofType: DSPSplitComplex.self))
        var (real, imaginary) = (signal(32), signal(32, phase: 1))
        let samples = (real, imaginary)
        var (spectrumReal, spectrumImaginary) = (real, imaginary)
        var (expectedReal, expectedImaginary) = (real, imaginary)
        let setup = try #require(vDSP_create_fftsetup(6, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        withSplit(&expectedReal, &expectedImaginary) { vDSP_fft_zrip(setup, &$0, 1, 6, FFTDirection(FFT_FORWARD)) }
        withSplit(&real, &imaginary) { input in
            withSplit(&spectrumReal, &spectrumImaginary) { output in
                fft.forward(input: input, output: &output)
                fft.inverse(input: output, output: &input)
            }
        }
        #expect(spectrumReal == expectedReal && spectrumImaginary == expectedImaginary)
        #expect(isClose(real, samples.0.map { Double($0) * 128 }, within: 1e-3))
        #expect(isClose(imaginary, samples.1.map { Double($0) * 128 }, within: 1e-3))
    }

    private func withSplit(
        _ real: inout [Float], _ imaginary: inout [Float], _ body: (inout DSPSplitComplex) -> Void
    ) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var split = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
                body(&split)
            }
        }
    }

    @Test func doublePrecisionHasTransformsToo() throws {
        let fft = try #require(vDSP.FFT(log2n: 2, radix: .radix2, ofType: DSPDoubleSplitComplex.self))
        // 1, 2, 3, 4: the sum is 10, that with alternating signs -2; twice that.
        var (real, imaginary) = ([1.0, 3], [2.0, 4])
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var split = DSPDoubleSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
                fft.forward(input: split, output: &split)
            }
        }
        #expect(isClose(real, [20, -4], within: 1e-14) && isClose(imaginary, [-4, 4], within: 1e-14))
    }

    @Test func aSingleNumberHasNoTransform() {
        #expect(vDSP.FFT(log2n: 0, radix: .radix2, ofType: DSPSplitComplex.self) == nil)
        #expect(vDSP.FFT(log2n: 29, radix: .radix2, ofType: DSPSplitComplex.self) == nil)
    }

    @Test func complexNumbersAreSeparatedMeasuredAndJoined() {
        let numbers = [DSPComplex(real: 3, imag: 4), DSPComplex(real: 5, imag: -12)]
        var (real, imaginary): ([Float], [Float]) = ([0, 0], [0, 0])
        var (squares, lengths): ([Float], [Float]) = ([0, 0], [0, 0])
        var joined = [DSPComplex(), DSPComplex()]
        withSplit(&real, &imaginary) { split in
            vDSP.convert(interleavedComplexVector: numbers, toSplitComplexVector: &split)
            vDSP.squareMagnitudes(split, result: &squares)
            vDSP.absolute(split, result: &lengths)
            vDSP.convert(splitComplexVector: split, toInterleavedComplexVector: &joined)
        }
        #expect(squares == [25, 169] && lengths == [5, 13])
        #expect(joined.map(\.real) == [3, 5] && joined.map(\.imag) == [4, -12])
    }
}
