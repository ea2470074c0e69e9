/// Forward or inverse: ``FFT_FORWARD`` or ``FFT_INVERSE``. Source: Apple, FFTDirection.
public typealias FFTDirection = Int32
/// Source: Apple, FFT_FORWARD.
public let FFT_FORWARD = 1
/// Source: Apple, FFT_INVERSE.
public let FFT_INVERSE = -1
/// Source: Apple, kFFTDirection_Forward.
public let kFFTDirection_Forward = 1
/// Source: Apple, kFFTDirection_Inverse.
public let kFFTDirection_Inverse = -1

/// Of which number the lengths are powers: ``FFT_RADIX2``. Source: Apple, FFTRadix.
public typealias FFTRadix = Int32
/// Source: Apple, FFT_RADIX2.
public let FFT_RADIX2 = 0
/// Source: Apple, kFFTRadix2.
public let kFFTRadix2 = 0

/// What transforms of some lengths have in common; any thread may use it. Source: Apple, FFTSetup.
public typealias FFTSetup = OpaquePointer
/// An ``FFTSetup`` for double precision. Source: Apple, FFTSetupD.
public typealias FFTSetupD = OpaquePointer

/// Prepares transforms of up to `2 ^ log2n` numbers. Source: Apple, vDSP_create_fftsetup.
///
/// - Returns: a setup for `vDSP_destroy_fftsetup`; `nil` for more than `2 ^ 28` numbers, and for another radix than
///   ``FFT_RADIX2``.
public func vDSP_create_fftsetup(_ log2n: vDSP_Length, _ radix: FFTRadix) -> FFTSetup? {
    guard log2n <= 28, Int(radix) == FFT_RADIX2 else { return nil }
    return OpaquePointer(Unmanaged.passRetained(FourierTables<Float>(log2Length: Int(log2n))).toOpaque())
}

/// `vDSP_create_fftsetup` with numbers of double precision.
public func vDSP_create_fftsetupD(_ log2n: vDSP_Length, _ radix: FFTRadix) -> FFTSetupD? {
    guard log2n <= 28, Int(radix) == FFT_RADIX2 else { return nil }
    return OpaquePointer(Unmanaged.passRetained(FourierTables<Double>(log2Length: Int(log2n))).toOpaque())
}

/// Frees a setup, which nothing may use any more. Source: Apple, vDSP_destroy_fftsetup.
public func vDSP_destroy_fftsetup(_ setup: FFTSetup?) {
    if let setup { Unmanaged<FourierTables<Float>>.fromOpaque(UnsafeRawPointer(setup)).release() }
}

/// `vDSP_destroy_fftsetup` with numbers of double precision.
public func vDSP_destroy_fftsetupD(_ setup: FFTSetupD?) {
    if let setup { Unmanaged<FourierTables<Double>>.fromOpaque(UnsafeRawPointer(setup)).release() }
}

extension FourierTables {
    /// The tables of a setup, which have to be long enough.
    static func of(_ setup: OpaquePointer, log2 needed: vDSP_Length, for function: StaticString = #function)
        -> FourierTables
    {
        let tables = Unmanaged<FourierTables>.fromOpaque(UnsafeRawPointer(setup)).takeUnretainedValue()
        precondition(
            needed <= tables.log2Length,
            "\(function): 2^\(needed) numbers need a longer setup than one for 2^\(tables.log2Length).")
        return tables
    }
}
