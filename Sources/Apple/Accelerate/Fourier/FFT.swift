/// Transforms `2 ^ log2N` complex numbers in place. Neither direction scales: both, one after the other, multiply by their
/// number. Source: Apple, vDSP_fft_zip.
public func vDSP_fft_zip(
    _ setup: FFTSetup, _ C: UnsafePointer<DSPSplitComplex>, _ IC: vDSP_Stride, _ log2N: vDSP_Length,
    _ direction: FFTDirection
) {
    let isInverse = Int(direction) == FFT_INVERSE
    FourierTables<Float>.of(setup, log2: log2N).transform(SplitNumbers(C, IC), log2: Int(log2N), isInverse: isInverse)
}

/// `vDSP_fft_zip` with numbers of double precision.
public func vDSP_fft_zipD(
    _ setup: FFTSetupD, _ C: UnsafePointer<DSPDoubleSplitComplex>, _ IC: vDSP_Stride, _ log2N: vDSP_Length,
    _ direction: FFTDirection
) {
    let isInverse = Int(direction) == FFT_INVERSE
    FourierTables<Double>.of(setup, log2: log2N).transform(SplitNumbers(C, IC), log2: Int(log2N), isInverse: isInverse)
}

/// Transforms `2 ^ log2N` complex numbers of `A` into `C`, as `vDSP_fft_zip` does. Source: Apple, vDSP_fft_zop.
public func vDSP_fft_zop(
    _ setup: FFTSetup, _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafePointer<DSPSplitComplex>,
    _ IC: vDSP_Stride,
    _ log2N: vDSP_Length, _ direction: FFTDirection
) {
    let count: vDSP_Length = 1 << log2N
    makeEach(count, A.pointee.realp, IA, C.pointee.realp, IC) { $0 }
    makeEach(count, A.pointee.imagp, IA, C.pointee.imagp, IC) { $0 }
    vDSP_fft_zip(setup, C, IC, log2N, direction)
}

/// `vDSP_fft_zop` with numbers of double precision.
public func vDSP_fft_zopD(
    _ setup: FFTSetupD, _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride,
    _ C: UnsafePointer<DSPDoubleSplitComplex>, _ IC: vDSP_Stride,
    _ log2N: vDSP_Length, _ direction: FFTDirection
) {
    let count: vDSP_Length = 1 << log2N
    makeEach(count, A.pointee.realp, IA, C.pointee.realp, IC) { $0 }
    makeEach(count, A.pointee.imagp, IA, C.pointee.imagp, IC) { $0 }
    vDSP_fft_zipD(setup, C, IC, log2N, direction)
}

/// Transforms `2 ^ log2N` real numbers in place, which are half as many complex ones: the even ones are the real parts, the
/// odd ones the imaginary parts.
///
/// The spectrum is twice the mathematical one. Of its two ends, which are real, the first is in `realp[0]`, and the last
/// (Nyquist's frequency) in `imagp[0]`. The inverse does not scale, so that both multiply by `2 * 2 ^ log2N`.
///
/// Source: Apple, vDSP_fft_zrip.
public func vDSP_fft_zrip(
    _ setup: FFTSetup, _ C: UnsafePointer<DSPSplitComplex>, _ IC: vDSP_Stride, _ log2N: vDSP_Length,
    _ direction: FFTDirection
) {
    precondition(log2N > 0, "\(#function): one real number is no complex one.")
    let tables = FourierTables<Float>.of(setup, log2: log2N)
    if Int(direction) == FFT_INVERSE {
        tables.transformRealBack(SplitNumbers(C, IC), log2: Int(log2N))
    } else {
        tables.transformReal(SplitNumbers(C, IC), log2: Int(log2N))
    }
}

/// `vDSP_fft_zrip` with numbers of double precision.
public func vDSP_fft_zripD(
    _ setup: FFTSetupD, _ C: UnsafePointer<DSPDoubleSplitComplex>, _ IC: vDSP_Stride, _ log2N: vDSP_Length,
    _ direction: FFTDirection
) {
    precondition(log2N > 0, "\(#function): one real number is no complex one.")
    let tables = FourierTables<Double>.of(setup, log2: log2N)
    if Int(direction) == FFT_INVERSE {
        tables.transformRealBack(SplitNumbers(C, IC), log2: Int(log2N))
    } else {
        tables.transformReal(SplitNumbers(C, IC), log2: Int(log2N))
    }
}
