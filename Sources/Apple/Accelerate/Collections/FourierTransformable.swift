/// Complex numbers whose parts are in two places. Source: Apple, vDSP_FourierTransformable.
public protocol vDSP_FourierTransformable {
    associatedtype FFTFunctions: vDSP_FourierTransformFunctions where FFTFunctions.SplitComplex == Self
}

/// The functions of one precision, for ``vDSP/FFT``. Source: Apple, vDSP_FourierTransformFunctions.
public protocol vDSP_FourierTransformFunctions {
    associatedtype SplitComplex

    static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer?
    static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection)
    static func destroySetup(_ setup: OpaquePointer)
}

extension DSPSplitComplex: vDSP_FourierTransformable {
    public typealias FFTFunctions = vDSP_SplitComplexFloat
}

extension DSPDoubleSplitComplex: vDSP_FourierTransformable {
    public typealias FFTFunctions = vDSP_SplitComplexDouble
}

/// Source: Apple, vDSP_SplitComplexFloat.
public struct vDSP_SplitComplexFloat: vDSP_FourierTransformFunctions {
    public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
        vDSP_create_fftsetup(log2n, radix.fftRadix)
    }

    public static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<DSPSplitComplex>,
        destination: UnsafeMutablePointer<DSPSplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        let half: vDSP_Length = 1 << (log2n - 1)
        makeEach(half, source.pointee.realp, 1, destination.pointee.realp, 1) { $0 }
        makeEach(half, source.pointee.imagp, 1, destination.pointee.imagp, 1) { $0 }
        vDSP_fft_zrip(fftSetup, destination, 1, log2n, direction.fftDirection)
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetup(setup) }
}

/// Source: Apple, vDSP_SplitComplexDouble.
public struct vDSP_SplitComplexDouble: vDSP_FourierTransformFunctions {
    public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
        vDSP_create_fftsetupD(log2n, radix.fftRadix)
    }

    public static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<DSPDoubleSplitComplex>,
        destination: UnsafeMutablePointer<DSPDoubleSplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        let half: vDSP_Length = 1 << (log2n - 1)
        makeEach(half, source.pointee.realp, 1, destination.pointee.realp, 1) { $0 }
        makeEach(half, source.pointee.imagp, 1, destination.pointee.imagp, 1) { $0 }
        vDSP_fft_zripD(fftSetup, destination, 1, log2n, direction.fftDirection)
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetupD(setup) }
}
