import Accelerate
import Testing

struct ComplexVectorTests {
    @Test func complexNumbersAreSeparatedAndJoined() {
        let numbers = (0..<4).map { DSPComplex(real: Float($0), imag: Float($0) + 0.5) }
        var (real, imaginary) = ([Float](repeating: 9, count: 4), [Float](repeating: 9, count: 4))
        var joined = [DSPComplex](repeating: DSPComplex(), count: 4)
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var split = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
                // Every second number, into every second place, and back.
                vDSP_ctoz(numbers, 4, &split, 2, 2)
                vDSP_ztoc(&split, 2, &joined, 4, 2)
            }
        }
        #expect(real == [0, 9, 2, 9] && imaginary == [0.5, 9, 2.5, 9])
        #expect(joined.map(\.real) == [0, 0, 2, 0] && joined.map(\.imag) == [0.5, 0, 2.5, 0])
    }

    @Test func magnitudesAreLengths() {
        var (real, imaginary): ([Float], [Float]) = ([3, 0, -5], [-4, 2, 12])
        var (squares, lengths) = ([Float](repeating: 0, count: 3), [Float](repeating: 0, count: 3))
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var split = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
                vDSP_zvmags(&split, 1, &squares, 1, 3)
                vDSP_zvabs(&split, 1, &lengths, 1, 3)
            }
        }
        #expect(squares == [25, 4, 169] && lengths == [5, 2, 13])
    }

    @Test func doublePrecisionHasItsOwnFunctions() {
        let numbers = [DSPDoubleComplex(real: 3, imag: 4), DSPDoubleComplex(real: 5, imag: -12)]
        var (real, imaginary, squares, lengths) = ([0.0, 0], [0.0, 0], [0.0, 0], [0.0, 0])
        var joined = [DSPDoubleComplex(), DSPDoubleComplex()]
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                var split = DSPDoubleSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
                vDSP_ctozD(numbers, 2, &split, 1, 2)
                vDSP_zvmagsD(&split, 1, &squares, 1, 2)
                vDSP_zvabsD(&split, 1, &lengths, 1, 2)
                vDSP_ztocD(&split, 1, &joined, 2, 2)
            }
        }
        #expect(squares == [25, 169] && lengths == [5, 13])
        #expect(joined.map(\.real) == [3, 5] && joined.map(\.imag) == [4, -12])
    }
}

struct MatrixTests {
    @Test func matricesAreMultiplied() {
        // Two rows of three, three rows of four.
        let (first, second) = (signal(6), signal(12, phase: 2))
        let expected = (0..<8).map { place in
            (0..<3).reduce(0.0) { $0 + Double(first[place / 4 * 3 + $1]) * Double(second[$1 * 4 + place % 4]) }
        }
        var product = [Float](repeating: 0, count: 8)
        vDSP_mmul(first, 1, second, 1, &product, 1, 2, 4, 3)
        #expect(isClose(product, expected))
        var precise = [Double](repeating: 0, count: 8)
        vDSP_mmulD(first.map(Double.init), 1, second.map(Double.init), 1, &precise, 1, 2, 4, 3)
        #expect(isClose(precise, expected, within: 1e-14))
    }

    @Test func rowsBecomeColumns() {
        var result = [Float](repeating: 0, count: 6)
        // The source has two rows of three, the result three rows of two.
        vDSP_mtrans([1, 2, 3, 4, 5, 6], 1, &result, 1, 3, 2)
        #expect(result == [1, 4, 2, 5, 3, 6])
        var precise = [Double](repeating: 0, count: 6)
        vDSP_mtransD([1, 2, 3, 4, 5, 6], 1, &precise, 1, 2, 3)
        #expect(precise == [1, 3, 5, 2, 4, 6])
    }
}

struct FilterTests {
    private let samples = signal(40)
    private let filter: [Float] = [0.5, -1, 2]

    private func expected(_ count: Int, step: Int, backward: Bool = false) -> [Double] {
        (0..<count).map { index in
            (0..<3).reduce(0.0) {
                $0 + Double(samples[index * step + $1]) * Double(filter[backward ? 2 - $1 : $1])
            }
        }
    }

    @Test func aFilterIsMovedAlongTheSamples() {
        var result = [Float](repeating: 0, count: 20)
        vDSP_conv(samples, 1, filter, 1, &result, 1, 20, 3)
        #expect(isClose(result, expected(20, step: 1)))
        filter.withUnsafeBufferPointer { vDSP_conv(samples, 1, $0.baseAddress! + 2, -1, &result, 1, 20, 3) }
        #expect(isClose(result, expected(20, step: 1, backward: true)))
        var precise = [0.0, 0]
        vDSP_convD([1, 2, 3], 1, [1, 10], 1, &precise, 1, 2, 2)
        #expect(precise == [21, 32])
    }

    @Test func aFilterThinsOutTheSamples() {
        var result = [Float](repeating: 0, count: 9)
        vDSP_desamp(samples, 4, filter, &result, 9, 3)
        #expect(isClose(result, expected(9, step: 4)))
        var precise = [0.0, 0]
        vDSP_desampD([1, 2, 3, 4], 2, [1, 10], &precise, 2, 2)
        #expect(precise == [21, 43])
    }
}
