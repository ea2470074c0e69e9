import Accelerate
import Foundation
import Testing

struct FunctionTests {
    /// Between -1 and 1, between 0 and 2, and from 1 on: where the functions are defined.
    private let fractions = preciseSignal(41).map { $0 / 2.1 }
    private let positive = preciseSignal(41).map { abs($0) + 0.01 }
    private let shifted = preciseSignal(41).map { $0 * $0 + 1 }

    private typealias Function<Number> = (
        UnsafeMutablePointer<Number>, UnsafePointer<Number>, UnsafePointer<Int32>
    ) -> Void

    /// Both precisions of a function, by its C name and by that in `vForce`, are as `expected` says.
    private func check(
        _ values: [Double], _ single: Function<Float>, _ double: Function<Double>,
        _ singleOfArray: ([Float]) -> [Float],
        _ doubleOfArray: ([Double]) -> [Double], at place: SourceLocation = #_sourceLocation,
        expected: (Double) -> Double
    ) {
        let floats = values.map(Float.init)
        let truth = values.map(expected)
        // As many digits as the precision has, of values up to ten.
        let roughTruth = floats.map { expected(Double($0)) }
        var (count, result, precise) = (Int32(values.count), floats, values)
        single(&result, floats, &count)
        double(&precise, values, &count)
        #expect(isClose(result, roughTruth, within: 2e-5), sourceLocation: place)
        #expect(isClose(precise, truth, within: 1e-13), sourceLocation: place)
        #expect(singleOfArray(floats) == result && doubleOfArray(values) == precise, sourceLocation: place)
    }

    @Test func functionsOfOneVectorAreTheMathematicalOnes() {
        check(fractions, vvceilf, vvceil, vForce.ceil, vForce.ceil) { $0.rounded(.up) }
        check(fractions, vvfloorf, vvfloor, vForce.floor, vForce.floor) { $0.rounded(.down) }
        check(fractions, vvintf, vvint, vForce.trunc, vForce.trunc) { $0.rounded(.towardZero) }
        check(fractions, vvnintf, vvnint, vForce.nearestInteger, vForce.nearestInteger) { $0.rounded(.toNearestOrEven) }
        check(positive, vvsqrtf, vvsqrt, vForce.sqrt, vForce.sqrt) { $0.squareRoot() }
        check(positive, vvrsqrtf, vvrsqrt, vForce.rsqrt, vForce.rsqrt) { 1 / $0.squareRoot() }
        check(fractions, vvrecf, vvrec, vForce.reciprocal, vForce.reciprocal) { 1 / $0 }
        check(fractions, vvexpf, vvexp, vForce.exp, vForce.exp) { Foundation.exp($0) }
        check(fractions, vvexp2f, vvexp2, vForce.exp2, vForce.exp2) { Foundation.exp2($0) }
        check(fractions, vvexpm1f, vvexpm1, vForce.expm1, vForce.expm1) { Foundation.expm1($0) }
        check(positive, vvlogf, vvlog, vForce.log, vForce.log) { Foundation.log($0) }
        check(positive, vvlog1pf, vvlog1p, vForce.log1p, vForce.log1p) { Foundation.log1p($0) }
        check(positive, vvlog2f, vvlog2, vForce.log2, vForce.log2) { Foundation.log2($0) }
        check(positive, vvlog10f, vvlog10, vForce.log10, vForce.log10) { Foundation.log10($0) }
        check(fractions, vvsinf, vvsin, vForce.sin, vForce.sin) { Foundation.sin($0) }
        check(fractions, vvcosf, vvcos, vForce.cos, vForce.cos) { Foundation.cos($0) }
        check(fractions, vvtanf, vvtan, vForce.tan, vForce.tan) { Foundation.tan($0) }
        check(fractions, vvasinf, vvasin, vForce.asin, vForce.asin) { Foundation.asin($0) }
        check(fractions, vvacosf, vvacos, vForce.acos, vForce.acos) { Foundation.acos($0) }
        check(fractions, vvatanf, vvatan, vForce.atan, vForce.atan) { Foundation.atan($0) }
        check(fractions, vvsinhf, vvsinh, vForce.sinh, vForce.sinh) { Foundation.sinh($0) }
        check(fractions, vvcoshf, vvcosh, vForce.cosh, vForce.cosh) { Foundation.cosh($0) }
        check(fractions, vvtanhf, vvtanh, vForce.tanh, vForce.tanh) { Foundation.tanh($0) }
        check(fractions, vvasinhf, vvasinh, vForce.asinh, vForce.asinh) { Foundation.asinh($0) }
        check(shifted, vvacoshf, vvacosh, vForce.acosh, vForce.acosh) { Foundation.acosh($0) }
        check(fractions, vvatanhf, vvatanh, vForce.atanh, vForce.atanh) { Foundation.atanh($0) }
    }

    @Test func theBaseComesAfterTheExponent() {
        var (count, result, precise): (Int32, [Float], [Double]) = (2, [0, 0], [0, 0])
        vvpowf(&result, [3, 2], [2, 5], &count)
        #expect(result == [8, 25])
        vvpow(&precise, [3, 2], [2, 5], &count)
        #expect(precise == [8, 25])
        #expect(vForce.pow(bases: [2, 5] as [Float], exponents: [3, 2]) == [8, 25])
        #expect(vForce.pow(bases: [2.0, 5], exponents: [3, 2]) == [8, 25])
    }

    @Test func pointsHaveAngles() {
        var (count, result, precise): (Int32, [Float], [Double]) = (2, [0, 0], [0, 0])
        vvatan2f(&result, [1, 0], [0, -1], &count)
        #expect(isClose(result, [.pi / 2, .pi], within: 1e-6))
        vvatan2(&precise, [1, 0], [0, -1], &count)
        #expect(isClose(precise, [.pi / 2, .pi], within: 1e-15))
        #expect(vForce.atan2(x: [0, -1] as [Float], y: [1, 0]) == result)
        #expect(vForce.atan2(x: [0.0, -1], y: [1, 0]) == precise)
    }
}
