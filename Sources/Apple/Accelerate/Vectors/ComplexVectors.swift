/// Separates complex numbers into real and imaginary parts. `IC` counts parts, so it is 2 for numbers side by side.
/// Source: Apple, vDSP_ctoz.
public func vDSP_ctoz(
    _ C: UnsafePointer<DSPComplex>, _ IC: vDSP_Stride, _ Z: UnsafePointer<DSPSplitComplex>, _ IZ: vDSP_Stride,
    _ N: vDSP_Length
) {
    let (split, step) = (Z.pointee, IC / 2)
    for index in 0..<Int(N) {
        let number = C[index * step]
        split.realp[index * IZ] = number.real
        split.imagp[index * IZ] = number.imag
    }
}

/// `vDSP_ctoz` with numbers of double precision.
public func vDSP_ctozD(
    _ C: UnsafePointer<DSPDoubleComplex>, _ IC: vDSP_Stride, _ Z: UnsafePointer<DSPDoubleSplitComplex>,
    _ IZ: vDSP_Stride, _ N: vDSP_Length
) {
    let (split, step) = (Z.pointee, IC / 2)
    for index in 0..<Int(N) {
        let number = C[index * step]
        split.realp[index * IZ] = number.real
        split.imagp[index * IZ] = number.imag
    }
}

/// Joins real and imaginary parts to complex numbers. `IC` counts parts, so it is 2 for numbers side by side.
/// Source: Apple, vDSP_ztoc.
public func vDSP_ztoc(
    _ Z: UnsafePointer<DSPSplitComplex>, _ IZ: vDSP_Stride, _ C: UnsafeMutablePointer<DSPComplex>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    let (split, step) = (Z.pointee, IC / 2)
    for index in 0..<Int(N) {
        C[index * step] = DSPComplex(real: split.realp[index * IZ], imag: split.imagp[index * IZ])
    }
}

/// `vDSP_ztoc` with numbers of double precision.
public func vDSP_ztocD(
    _ Z: UnsafePointer<DSPDoubleSplitComplex>, _ IZ: vDSP_Stride, _ C: UnsafeMutablePointer<DSPDoubleComplex>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let (split, step) = (Z.pointee, IC / 2)
    for index in 0..<Int(N) {
        C[index * step] = DSPDoubleComplex(real: split.realp[index * IZ], imag: split.imagp[index * IZ])
    }
}

/// The squared magnitudes of complex numbers. Source: Apple, vDSP_zvmags.
public func vDSP_zvmags(
    _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A.pointee.realp, IA, A.pointee.imagp, IA, C, IC) { $0 * $0 + $1 * $1 }
}

/// `vDSP_zvmags` with numbers of double precision.
public func vDSP_zvmagsD(
    _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A.pointee.realp, IA, A.pointee.imagp, IA, C, IC) { $0 * $0 + $1 * $1 }
}

/// The magnitudes of complex numbers. Source: Apple, vDSP_zvabs.
public func vDSP_zvabs(
    _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A.pointee.realp, IA, A.pointee.imagp, IA, C, IC) { ($0 * $0 + $1 * $1).squareRoot() }
}

/// `vDSP_zvabs` with numbers of double precision.
public func vDSP_zvabsD(
    _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A.pointee.realp, IA, A.pointee.imagp, IA, C, IC) { ($0 * $0 + $1 * $1).squareRoot() }
}
