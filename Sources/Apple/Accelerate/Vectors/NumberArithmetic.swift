/// Adds the number `B` to each element. Source: Apple, vDSP_vsadd.
public func vDSP_vsadd(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 + number }
}

/// `vDSP_vsadd` with numbers of double precision.
public func vDSP_vsaddD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 + number }
}

/// Multiplies each element by the number `B`. Source: Apple, vDSP_vsmul.
public func vDSP_vsmul(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 * number }
}

/// `vDSP_vsmul` with numbers of double precision.
public func vDSP_vsmulD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 * number }
}

/// Divides each element by the number `B`. Source: Apple, vDSP_vsdiv.
public func vDSP_vsdiv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 / number }
}

/// `vDSP_vsdiv` with numbers of double precision.
public func vDSP_vsdivD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
    _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = B.pointee
    makeEach(N, A, IA, C, IC) { $0 / number }
}

/// `D` is `A`, but nothing is below the number `B` or above the number `C`. Source: Apple, vDSP_vclip.
public func vDSP_vclip(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafePointer<Float>,
    _ D: UnsafeMutablePointer<Float>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
    let (low, high) = (B.pointee, C.pointee)
    makeEach(N, A, IA, D, ID) { $0 < low ? low : $0 > high ? high : $0 }
}

/// `vDSP_vclip` with numbers of double precision.
public func vDSP_vclipD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafePointer<Double>,
    _ D: UnsafeMutablePointer<Double>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
    let (low, high) = (B.pointee, C.pointee)
    makeEach(N, A, IA, D, ID) { $0 < low ? low : $0 > high ? high : $0 }
}
