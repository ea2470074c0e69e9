/// `C = A + B`. Source: Apple, vDSP_vadd.
public func vDSP_vadd(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 + $1 }
}

/// `vDSP_vadd` with numbers of double precision.
public func vDSP_vaddD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 + $1 }
}

/// `C = A - B`, although `B` comes first. Source: Apple, vDSP_vsub.
public func vDSP_vsub(
    _ B: UnsafePointer<Float>, _ IB: vDSP_Stride, _ A: UnsafePointer<Float>, _ IA: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 - $1 }
}

/// `vDSP_vsub` with numbers of double precision.
public func vDSP_vsubD(
    _ B: UnsafePointer<Double>, _ IB: vDSP_Stride, _ A: UnsafePointer<Double>, _ IA: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 - $1 }
}

/// `C = A * B`, element by element. Source: Apple, vDSP_vmul.
public func vDSP_vmul(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 * $1 }
}

/// `vDSP_vmul` with numbers of double precision.
public func vDSP_vmulD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 * $1 }
}

/// `C = A / B`, although `B` comes first. Source: Apple, vDSP_vdiv.
public func vDSP_vdiv(
    _ B: UnsafePointer<Float>, _ IB: vDSP_Stride, _ A: UnsafePointer<Float>, _ IA: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 / $1 }
}

/// `vDSP_vdiv` with numbers of double precision.
public func vDSP_vdivD(
    _ B: UnsafePointer<Double>, _ IB: vDSP_Stride, _ A: UnsafePointer<Double>, _ IA: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, B, IB, C, IC) { $0 / $1 }
}

/// The sum of the products of the elements. Source: Apple, vDSP_dotpr.
public func vDSP_dotpr(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = dotProduct(N, A, IA, B, IB)
}

/// `vDSP_dotpr` with numbers of double precision.
public func vDSP_dotprD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = dotProduct(N, A, IA, B, IB)
}
