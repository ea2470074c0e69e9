import Accelerate
import Testing

struct VectorArithmeticTests {
    private let one = signal(60)
    private let other = signal(60, phase: 1).map { $0 + 3 }

    /// Every third element of the first, every second of the second, into every second place of the result.
    private func expected(_ value: (Double, Double) -> Double) -> [Double] {
        (0..<40).map { $0 % 2 == 0 ? value(Double(one[$0 / 2 * 3]), Double(other[$0 / 2 * 2])) : 9 }
    }

    private func made(_ function: (UnsafeMutablePointer<Float>) -> Void) -> [Float] {
        var result = [Float](repeating: 9, count: 40)
        function(&result)
        return result
    }

    @Test func twoVectorsAreCombinedElementByElement() {
        #expect(isClose(made { vDSP_vadd(one, 3, other, 2, $0, 2, 20) }, expected(+)))
        #expect(isClose(made { vDSP_vmul(one, 3, other, 2, $0, 2, 20) }, expected(*)))
    }

    @Test func whatIsSubtractedAndDividedByComesFirst() {
        #expect(isClose(made { vDSP_vsub(other, 2, one, 3, $0, 2, 20) }, expected(-)))
        #expect(isClose(made { vDSP_vdiv(other, 2, one, 3, $0, 2, 20) }, expected(/)))
        var result: [Double] = [0, 0]
        vDSP_vsubD([1, 2], 1, [10, 20], 1, &result, 1, 2)
        #expect(result == [9, 18])
        vDSP_vdivD([2, 5], 1, [10, 20], 1, &result, 1, 2)
        #expect(result == [5, 4])
    }

    @Test func aNumberIsCombinedWithEachElement() {
        var number: Float = 4
        #expect(isClose(made { vDSP_vsadd(one, 3, &number, $0, 2, 20) }, expected { value, _ in value + 4 }))
        #expect(isClose(made { vDSP_vsmul(one, 3, &number, $0, 2, 20) }, expected { value, _ in value * 4 }))
        #expect(isClose(made { vDSP_vsdiv(one, 3, &number, $0, 2, 20) }, expected { value, _ in value / 4 }))
    }

    @Test func eachElementIsChanged() {
        #expect(isClose(made { vDSP_vsq(one, 3, $0, 2, 20) }, expected { value, _ in value * value }))
        #expect(isClose(made { vDSP_vabs(one, 3, $0, 2, 20) }, expected { value, _ in abs(value) }))
        #expect(isClose(made { vDSP_vneg(one, 3, $0, 2, 20) }, expected { value, _ in -value }))
        var (low, high): (Float, Float) = (-0.5, 0.25)
        let clipped = made { vDSP_vclip(one, 3, &low, &high, $0, 2, 20) }
        #expect(isClose(clipped, expected { value, _ in min(max(value, -0.5), 0.25) }))
    }

    @Test func aNegativeStrideReadsBackward() {
        var result = [Float](repeating: 0, count: 4)
        let values: [Float] = [1, 2, 3, 4]
        values.withUnsafeBufferPointer { vDSP_vneg($0.baseAddress! + 3, -1, &result, 1, 4) }
        #expect(result == [-4, -3, -2, -1])
    }

    @Test func theResultMayBeWhereTheSourceIs() {
        var values = (0..<100).map(Float.init)
        values.withUnsafeMutableBufferPointer { memory in
            let start = memory.baseAddress!
            vDSP_vmul(start, 1, start, 1, start, 1, 100)
        }
        #expect(values == (0..<100).map { Float($0 * $0) })
    }

    @Test func productsAreAddedUp() {
        var result: Float = 0
        vDSP_dotpr(one, 3, other, 2, &result, 20)
        let expected = (0..<20).reduce(0.0) { $0 + Double(one[$1 * 3]) * Double(other[$1 * 2]) }
        #expect(abs(Double(result) - expected) < 1e-4)
    }

    @Test func doublePrecisionHasItsOwnFunctions() {
        var (number, low, high, sum) = (3.0, -1.0, 2.5, 0.0)
        var result: [Double] = [0, 0]
        vDSP_vaddD([1, -2], 1, [10, 20], 1, &result, 1, 2)
        #expect(result == [11, 18])
        vDSP_vmulD([1, -2], 1, [10, 20], 1, &result, 1, 2)
        #expect(result == [10, -40])
        vDSP_vsaddD([1, -2], 1, &number, &result, 1, 2)
        #expect(result == [4, 1])
        vDSP_vsmulD([1, -2], 1, &number, &result, 1, 2)
        #expect(result == [3, -6])
        vDSP_vsdivD([3, -6], 1, &number, &result, 1, 2)
        #expect(result == [1, -2])
        vDSP_vsqD([3, -6], 1, &result, 1, 2)
        #expect(result == [9, 36])
        vDSP_vabsD([3, -6], 1, &result, 1, 2)
        #expect(result == [3, 6])
        vDSP_vnegD([3, -6], 1, &result, 1, 2)
        #expect(result == [-3, 6])
        vDSP_vclipD([3, -6], 1, &low, &high, &result, 1, 2)
        #expect(result == [2.5, -1])
        vDSP_dotprD([3, -6], 1, [1, 2], 1, &sum, 2)
        #expect(sum == -9)
    }

    @Test func memoryIsFilled() {
        var (start, step): (Float, Float) = (5, -2)
        #expect(isClose(made { vDSP_vclr($0, 2, 20) }, expected { _, _ in 0 }))
        #expect(isClose(made { vDSP_vfill(&start, $0, 2, 20) }, expected { _, _ in 5 }))
        let ramp = (0..<40).map { place in place % 2 == 0 ? Double(5 - place) : 9 }
        #expect(isClose(made { vDSP_vramp(&start, &step, $0, 2, 20) }, ramp))
        var (first, distance) = (1.0, 0.5)
        var result = [9.0, 9, 9]
        vDSP_vrampD(&first, &distance, &result, 1, 3)
        #expect(result == [1, 1.5, 2])
        vDSP_vfillD(&first, &result, 1, 3)
        #expect(result == [1, 1, 1])
        vDSP_vclrD(&result, 1, 3)
        #expect(result == [0, 0, 0])
    }
}
