/// The squares. Source: Apple, vDSP_vsq.
public func vDSP_vsq(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { $0 * $0 }
}

/// `vDSP_vsq` with numbers of double precision.
public func vDSP_vsqD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { $0 * $0 }
}

/// The magnitudes. Source: Apple, vDSP_vabs.
public func vDSP_vabs(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { abs($0) }
}

/// `vDSP_vabs` with numbers of double precision.
public func vDSP_vabsD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { abs($0) }
}

/// The elements with the opposite sign. Source: Apple, vDSP_vneg.
public func vDSP_vneg(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { -$0 }
}

/// `vDSP_vneg` with numbers of double precision.
public func vDSP_vnegD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { -$0 }
}
