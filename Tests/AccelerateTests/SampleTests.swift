import Accelerate
import Foundation
import Testing

struct ConversionTests {
    @Test func integersBecomeNumbers() {
        var result = [Float](repeating: 0, count: 3)
        vDSP_vflt16([-32768, 5, 0, 5, 32767], 2, &result, 1, 3)
        #expect(result == [-32768, 0, 32767])
        vDSP_vfltu8([0, 128, 255], 1, &result, 1, 3)
        #expect(result == [0, 128, 255])
        var precise = [0.0, 0]
        vDSP_vflt16D([-3, 4], 1, &precise, 1, 2)
        #expect(precise == [-3, 4])
        vDSP_vfltu8D([3, 4], 1, &precise, 1, 2)
        #expect(precise == [3, 4])
    }

    @Test func fractionsAreCutOffAndWhatDoesNotFitIsTheNearest() {
        var samples = [Int16](repeating: 1, count: 6)
        vDSP_vfix16([1.9, -1.9, 40000, -40000, .infinity, .nan], 1, &samples, 1, 6)
        #expect(samples == [1, -1, 32767, -32768, 32767, 0])
        vDSP_vfix16D([1.9, -1.9], 1, &samples, 3, 2)
        #expect(samples == [1, -1, 32767, -1, 32767, 0])
        var bytes = [UInt8](repeating: 1, count: 4)
        vDSP_vfixu8([1.9, -1.9, 300, .nan], 1, &bytes, 1, 4)
        #expect(bytes == [1, 0, 255, 0])
        vDSP_vfixu8D([2.9, 254.9], 1, &bytes, 1, 2)
        #expect(bytes == [2, 254, 255, 0])
    }

    @Test func levelsBecomeDecibels() {
        var reference: Float = 10
        var result = [Float](repeating: 0, count: 3)
        vDSP_vdbcon([1, 10, 100], 1, &reference, &result, 1, 3, 1)
        #expect(isClose(result, [-20, 0, 20]))
        vDSP_vdbcon([1, 10, 0], 1, &reference, &result, 1, 3, 0)
        #expect(result[0] == -10 && result[1] == 0 && result[2] == -.infinity)
        var (one, precise) = (1.0, [0.0])
        vDSP_vdbconD([1000], 1, &one, &precise, 1, 1, 1)
        #expect(isClose(precise, [60], within: 1e-12))
    }
}

struct WindowTests {
    private func window(
        _ count: Int, _ flag: Int, _ make: (UnsafeMutablePointer<Float>, vDSP_Length, Int32) -> Void
    ) -> [Float] {
        var result = [Float](repeating: 9, count: count)
        make(&result, vDSP_Length(count), Int32(flag))
        return result
    }

    /// Sums of cosines of one turn and of two.
    private func cosines(_ count: Int, _ first: Double, _ second: Double, _ third: Double = 0) -> [Double] {
        (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            return first + second * cos(angle) + third * cos(2 * angle)
        }
    }

    @Test func windowsAreSumsOfCosines() {
        #expect(isClose(window(16, vDSP_HANN_DENORM, vDSP_hann_window), cosines(16, 0.5, -0.5)))
        #expect(isClose(window(15, 0, vDSP_hamm_window), cosines(15, 0.54, -0.46)))
        #expect(isClose(window(16, 0, vDSP_blkman_window), cosines(16, 0.42, -0.5, 0.08)))
    }

    @Test func aNormalizedWindowKeepsThePower() {
        let power = window(64, vDSP_HANN_NORM, vDSP_hann_window).reduce(0) { $0 + $1 * $1 } / 64
        #expect(abs(power - 1) < 1e-5)
    }

    @Test func halfAWindowEndsAtItsMiddle() {
        let half = window(9, vDSP_HALF_WINDOW, vDSP_hann_window)
        #expect(isClose(half, cosines(9, 0.5, -0.5).prefix(5) + [9, 9, 9, 9]))
    }

    @Test func doublePrecisionHasItsOwnFunctions() {
        var result = [Double](repeating: 0, count: 8)
        vDSP_hann_windowD(&result, 8, Int32(vDSP_HANN_DENORM))
        #expect(isClose(result, cosines(8, 0.5, -0.5), within: 1e-15))
        vDSP_hamm_windowD(&result, 8, 0)
        #expect(isClose(result, cosines(8, 0.54, -0.46), within: 1e-15))
        vDSP_blkman_windowD(&result, 8, 0)
        #expect(isClose(result, cosines(8, 0.42, -0.5, 0.08), within: 1e-15))
    }
}
