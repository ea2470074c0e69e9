import Accelerate
import Foundation
import Testing

/// The transform as its definition has it, in double precision. Neither direction scales.
private func spectrum(_ real: [Double], _ imaginary: [Double], isInverse: Bool = false) -> (re: [Double], im: [Double])
{
    let count = real.count
    var (re, im) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for place in 0..<count {
        for index in 0..<count {
            let angle = (isInverse ? 2 : -2) * Double.pi * Double(place * index % count) / Double(count)
            re[place] += real[index] * cos(angle) - imaginary[index] * sin(angle)
            im[place] += real[index] * sin(angle) + imaginary[index] * cos(angle)
        }
    }
    return (re, im)
}

private let forward = FFTDirection(FFT_FORWARD)
private let inverse = FFTDirection(kFFTDirection_Inverse)

/// Calls with the numbers as vDSP wants them, and returns what has become of them.
private func changing(
    _ real: [Float], _ imaginary: [Float], _ body: (inout DSPSplitComplex) -> Void
) -> (re: [Float], im: [Float]) {
    var (real, imaginary) = (real, imaginary)
    real.withUnsafeMutableBufferPointer { real in
        imaginary.withUnsafeMutableBufferPointer { imaginary in
            var split = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
            body(&split)
        }
    }
    return (real, imaginary)
}

private func changing(
    _ real: [Double], _ imaginary: [Double], _ body: (inout DSPDoubleSplitComplex) -> Void
) -> (re: [Double], im: [Double]) {
    var (real, imaginary) = (real, imaginary)
    real.withUnsafeMutableBufferPointer { real in
        imaginary.withUnsafeMutableBufferPointer { imaginary in
            var split = DSPDoubleSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
            body(&split)
        }
    }
    return (real, imaginary)
}

struct FourierTests {
    @Test(arguments: 0...8) func complexNumbersBecomeTheirSpectrum(log2: Int) throws {
        let setup = try #require(vDSP_create_fftsetup(8, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        let (real, imaginary) = (signal(1 << log2), signal(1 << log2, phase: 2))
        for direction in [forward, inverse] {
            let made = changing(real, imaginary) { vDSP_fft_zip(setup, &$0, 1, vDSP_Length(log2), direction) }
            let isInverse = direction == inverse
            let expected = spectrum(real.map(Double.init), imaginary.map(Double.init), isInverse: isInverse)
            #expect(isClose(made.re, expected.re, within: 1e-3) && isClose(made.im, expected.im, within: 1e-3))
        }
    }

    @Test func theSpectrumMayBeElsewhereAndHaveGaps() throws {
        let setup = try #require(vDSP_create_fftsetup(4, FFTRadix(FFT_RADIX2)))
        defer { vDSP_destroy_fftsetup(setup) }
        var (real, imaginary) = (signal(48), signal(48, phase: 2))
        let made = changing([Float](repeating: 9, count: 32), [Float](repeating: 9, count: 32)) { result in
            _ = changing(real, imaginary) { vDSP_fft_zop(setup, &$0, 3, &result, 2, 4, forward) }
        }
        real = (0..<16).map { real[3 * $0] }
        imaginary = (0..<16).map { imaginary[3 * $0] }
        let expected = spectrum(real.map(Double.init), imaginary.map(Double.init))
        let gaps = { (values: [Double]) -> [Double] in (0..<32).map { $0 % 2 == 0 ? values[$0 / 2] : 9 } }
        #expect(isClose(made.re, gaps(expected.re), within: 1e-4))
        #expect(isClose(made.im, gaps(expected.im), within: 1e-4))
    }

    /// The even samples are the real parts, the odd ones the imaginary parts.
    private func halves<Number>(_ samples: [Number]) -> (even: [Number], odd: [Number]) {
        let indices = 0..<samples.count / 2
        return (indices.map { samples[2 * $0] }, indices.map { samples[2 * $0 + 1] })
    }

    @Test(arguments: 1...8) func realNumbersBecomeTwiceHalfTheirSpectrum(log2: Int) throws {
        let setup = try #require(vDSP_create_fftsetup(vDSP_Length(log2), FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        let samples = signal(1 << log2)
        let half = samples.count / 2
        let (even, odd) = halves(samples)
        let made = changing(even, odd) { vDSP_fft_zrip(setup, &$0, 1, vDSP_Length(log2), forward) }
        let whole = spectrum(samples.map(Double.init), samples.map { _ in 0 })
        var (real, imaginary) = (whole.re.prefix(half).map { 2 * $0 }, whole.im.prefix(half).map { 2 * $0 })
        imaginary[0] = 2 * whole.re[half]
        #expect(isClose(made.re, real, within: 2e-3) && isClose(made.im, imaginary, within: 2e-3))
        real = even.map { 2 * Double(samples.count) * Double($0) }
        imaginary = odd.map { 2 * Double(samples.count) * Double($0) }
        let back = changing(made.re, made.im) { vDSP_fft_zrip(setup, &$0, 1, vDSP_Length(log2), inverse) }
        #expect(isClose(back.re, real, within: 5e-3) && isClose(back.im, imaginary, within: 5e-3))
    }

    @Test func aToneIsFoundAsAnAppDoesIt() throws {
        let setup = try #require(vDSP_create_fftsetup(10, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        let tone = (0..<1024).map { Float(0.5 * sin(2 * Double.pi * 100 * Double($0) / 1024)) }
        var levels = [Float](repeating: 0, count: 512)
        let zeros = [Float](repeating: 0, count: 512)
        _ = changing(zeros, zeros) { split in
            tone.withUnsafeBytes { vDSP_ctoz($0.bindMemory(to: DSPComplex.self).baseAddress!, 2, &split, 1, 512) }
            vDSP_fft_zrip(setup, &split, 1, 10, forward)
            vDSP_zvabs(&split, 1, &levels, 1, 512)
        }
        var (peak, place): (Float, vDSP_Length) = (0, 0)
        vDSP_maxvi(levels, 1, &peak, &place, 512)
        // Twice the half of 1024 times the amplitude.
        #expect(place == 100 && abs(peak - 512) < 0.01)
    }

    @Test func doublePrecisionHasItsOwnFunctions() throws {
        let setup = try #require(vDSP_create_fftsetupD(7, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetupD(setup) }
        let (real, imaginary) = (preciseSignal(64), preciseSignal(64, phase: 2))
        let expected = spectrum(real, imaginary)
        let made = changing([Double](repeating: 0, count: 64), [Double](repeating: 0, count: 64)) { result in
            _ = changing(real, imaginary) { vDSP_fft_zopD(setup, &$0, 1, &result, 1, 6, forward) }
        }
        #expect(isClose(made.re, expected.re, within: 1e-11) && isClose(made.im, expected.im, within: 1e-11))
        let there = changing(real, imaginary) { vDSP_fft_zipD(setup, &$0, 1, 6, forward) }
        #expect(there.re == made.re && there.im == made.im)
        let back = changing(real, imaginary) { split in
            vDSP_fft_zripD(setup, &split, 1, 7, forward)
            vDSP_fft_zripD(setup, &split, 1, 7, inverse)
        }
        #expect(isClose(back.re, real.map { 256 * $0 }, within: 1e-10))
        #expect(isClose(back.im, imaginary.map { 256 * $0 }, within: 1e-10))
    }

    @Test func whatCannotBeTransformedHasNoSetup() {
        #expect(vDSP_create_fftsetup(29, FFTRadix(kFFTRadix2)) == nil)
        #expect(vDSP_create_fftsetup(4, 1) == nil)
    }

    @Test(arguments: [8, 24, 40, 120, 64, 96]) func otherLengthsHaveTransformsToo(length: Int) throws {
        let (real, imaginary) = (signal(length), signal(length, phase: 2))
        for direction in [vDSP_DFT_Direction.FORWARD, .INVERSE] {
            let setup = try #require(vDSP_DFT_zop_CreateSetup(nil, vDSP_Length(length), direction))
            defer { vDSP_DFT_DestroySetup(setup) }
            let isInverse = direction == .INVERSE
            let expected = spectrum(real.map(Double.init), imaginary.map(Double.init), isInverse: isInverse)
            var (re, im) = (real, imaginary)
            vDSP_DFT_Execute(setup, real, imaginary, &re, &im)
            #expect(isClose(re, expected.re, within: 1e-3) && isClose(im, expected.im, within: 1e-3))
        }
    }

    @Test func otherLengthsHaveTransformsInDoublePrecisionInPlace() throws {
        let setup = try #require(vDSP_DFT_zop_CreateSetupD(nil, 48, .FORWARD))
        defer { vDSP_DFT_DestroySetupD(setup) }
        let (real, imaginary) = (preciseSignal(48), preciseSignal(48, phase: 2))
        let expected = spectrum(real, imaginary)
        let made = changing(real, imaginary) { vDSP_DFT_ExecuteD(setup, $0.realp, $0.imagp, $0.realp, $0.imagp) }
        #expect(isClose(made.re, expected.re, within: 1e-11) && isClose(made.im, expected.im, within: 1e-11))
    }

    @Test(arguments: [0, 1, 4, 12, 56, 72]) func onlySomeLengthsHaveTransforms(length: vDSP_Length) {
        #expect(vDSP_DFT_zop_CreateSetup(nil, length, .FORWARD) == nil)
    }
}
