/// The greatest element; of none, minus infinity. Source: Apple, vDSP_maxv.
public func vDSP_maxv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, { $0 }, precedes: >)?.value ?? -.infinity
}

/// `vDSP_maxv` with numbers of double precision.
public func vDSP_maxvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, { $0 }, precedes: >)?.value ?? -.infinity
}

/// The least element; of none, infinity. Source: Apple, vDSP_minv.
public func vDSP_minv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, { $0 }, precedes: <)?.value ?? .infinity
}

/// `vDSP_minv` with numbers of double precision.
public func vDSP_minvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, { $0 }, precedes: <)?.value ?? .infinity
}

/// The greatest magnitude; of no elements, zero. Source: Apple, vDSP_maxmgv.
public func vDSP_maxmgv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, abs, precedes: >)?.value ?? 0
}

/// `vDSP_maxmgv` with numbers of double precision.
public func vDSP_maxmgvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = first(N, A, IA, abs, precedes: >)?.value ?? 0
}

/// The greatest element, and in `I` where the first such element is, counted from `A` as the memory is: a multiple of the
/// stride. Of no elements, minus infinity, and `I` stays as it is. Source: Apple, vDSP_maxvi.
public func vDSP_maxvi(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>,
    _ I: UnsafeMutablePointer<vDSP_Length>,
    _ N: vDSP_Length
) {
    let greatest = first(N, A, IA, { $0 }, precedes: >)
    C.pointee = greatest?.value ?? -.infinity
    if let greatest { I.pointee = vDSP_Length(bitPattern: greatest.index * IA) }
}

/// `vDSP_maxvi` with numbers of double precision.
public func vDSP_maxviD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>,
    _ I: UnsafeMutablePointer<vDSP_Length>,
    _ N: vDSP_Length
) {
    let greatest = first(N, A, IA, { $0 }, precedes: >)
    C.pointee = greatest?.value ?? -.infinity
    if let greatest { I.pointee = vDSP_Length(bitPattern: greatest.index * IA) }
}
