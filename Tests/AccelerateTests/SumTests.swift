import Accelerate
import Testing

struct SumTests {
    /// Every second one of 2n elements, in a plain loop.
    private func sum(_ values: [Float], _ term: (Double) -> Double = { $0 }) -> Double {
        stride(from: 0, to: values.count, by: 2).reduce(0) { $0 + term(Double(values[$1])) }
    }

    private func measure(
        _ values: [Float],
        _ function: (UnsafePointer<Float>, vDSP_Stride, UnsafeMutablePointer<Float>, vDSP_Length) -> Void
    ) -> Double {
        var result: Float = 0
        function(values, 2, &result, vDSP_Length(values.count / 2))
        return Double(result)
    }

    @Test(arguments: [1, 7, 8, 9, 100]) func sumsAreThoseOfAPlainLoop(count: Int) {
        let values = signal(2 * count)
        let number = Double(count)
        #expect(abs(measure(values, vDSP_sve) - sum(values)) < 1e-5 * number)
        #expect(abs(measure(values, vDSP_svesq) - sum(values) { $0 * $0 }) < 1e-5 * number)
        #expect(abs(measure(values, vDSP_meanv) - sum(values) / number) < 1e-5)
        #expect(abs(measure(values, vDSP_meamgv) - sum(values, abs) / number) < 1e-5)
        #expect(abs(measure(values, vDSP_measqv) - sum(values) { $0 * $0 } / number) < 1e-5)
        #expect(abs(measure(values, vDSP_rmsqv) - (sum(values) { $0 * $0 } / number).squareRoot()) < 1e-5)
    }

    @Test func doublePrecisionHasItsOwnFunctions() {
        let values = preciseSignal(33)
        let power = values.reduce(0) { $0 + $1 * $1 } / 33
        var results = [Double](repeating: 0, count: 6)
        vDSP_sveD(values, 1, &results[0], 33)
        vDSP_svesqD(values, 1, &results[1], 33)
        vDSP_meanvD(values, 1, &results[2], 33)
        vDSP_meamgvD(values, 1, &results[3], 33)
        vDSP_measqvD(values, 1, &results[4], 33)
        vDSP_rmsqvD(values, 1, &results[5], 33)
        let total = values.reduce(0, +)
        let magnitude = values.reduce(0) { $0 + abs($1) } / 33
        let expected = [total, power * 33, total / 33, magnitude, power, power.squareRoot()]
        #expect(isClose(results, expected, within: 1e-12))
    }

    @Test func nothingHasNoMeanAndNoSum() {
        #expect(measure([], vDSP_sve) == 0 && measure([], vDSP_svesq) == 0)
        #expect(measure([], vDSP_meanv).isNaN && measure([], vDSP_rmsqv).isNaN)
    }

    @Test func manyEqualSamplesAddUpWithoutDrift() {
        // One long sum of a million times 0.1 is off by almost one percent in single precision.
        let values = [Float](repeating: 0.1, count: 1_000_000)
        var result: Float = 0
        vDSP_sve(values, 1, &result, 1_000_000)
        #expect(abs(result - 100_000) < 200)
    }
}

struct ExtremeTests {
    @Test func extremesAreThoseOfAPlainLoop() {
        let values: [Float] = [3, 100, -7, -100, 5, 100, 5, 100]
        var result: Float = 0
        vDSP_maxv(values, 2, &result, 4)
        #expect(result == 5)
        vDSP_minv(values, 2, &result, 4)
        #expect(result == -7)
        vDSP_maxmgv(values, 2, &result, 4)
        #expect(result == 7)
    }

    @Test func theFirstOfEqualExtremesHasAnIndexInMemory() {
        let values: [Float] = [3, 100, -7, -100, 5, 100, 5, 100]
        var (result, index): (Float, vDSP_Length) = (0, 0)
        vDSP_maxvi(values, 2, &result, &index, 4)
        #expect(result == 5 && index == 4)
        var (precise, place): (Double, vDSP_Length) = (0, 0)
        vDSP_maxviD([1, 4, 2], 1, &precise, &place, 3)
        #expect(precise == 4 && place == 1)
    }

    @Test func doublePrecisionHasItsOwnFunctions() {
        let values = preciseSignal(20)
        var results = [0.0, 0, 0]
        vDSP_maxvD(values, 1, &results[0], 20)
        vDSP_minvD(values, 1, &results[1], 20)
        vDSP_maxmgvD(values, 1, &results[2], 20)
        #expect(results == [values.max() ?? 0, values.min() ?? 0, values.map(abs).max() ?? 0])
    }

    @Test func nothingHasTheExtremesThatAnyNumberChanges() {
        var (result, index): (Float, vDSP_Length) = (1, 9)
        vDSP_maxv([], 1, &result, 0)
        #expect(result == -.infinity)
        vDSP_minv([], 1, &result, 0)
        #expect(result == .infinity)
        vDSP_maxmgv([], 1, &result, 0)
        #expect(result == 0)
        vDSP_maxvi([], 1, &result, &index, 0)
        #expect(result == -.infinity && index == 9)
    }
}
