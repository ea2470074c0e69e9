/// Sets each element to zero. Source: Apple, vDSP_vclr.
public func vDSP_vclr(
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    for index in 0..<Int(N) { C[index * IC] = 0 }
}

/// `vDSP_vclr` with numbers of double precision.
public func vDSP_vclrD(
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    for index in 0..<Int(N) { C[index * IC] = 0 }
}

/// Sets each element to the number `A`. Source: Apple, vDSP_vfill.
public func vDSP_vfill(
    _ A: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = A.pointee
    for index in 0..<Int(N) { C[index * IC] = number }
}

/// `vDSP_vfill` with numbers of double precision.
public func vDSP_vfillD(
    _ A: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    let number = A.pointee
    for index in 0..<Int(N) { C[index * IC] = number }
}

/// A ramp that begins with the number `A`, and grows by `B` from element to element. Source: Apple, vDSP_vramp.
public func vDSP_vramp(
    _ A: UnsafePointer<Float>, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    let (start, step) = (A.pointee, B.pointee)
    // Multiplied, not added up: rounding does not grow along the ramp.
    for index in 0..<Int(N) { C[index * IC] = start + Float(index) * step }
}

/// `vDSP_vramp` with numbers of double precision.
public func vDSP_vrampD(
    _ A: UnsafePointer<Double>, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ N: vDSP_Length
) {
    let (start, step) = (A.pointee, B.pointee)
    // Multiplied, not added up: rounding does not grow along the ramp.
    for index in 0..<Int(N) { C[index * IC] = start + Double(index) * step }
}
