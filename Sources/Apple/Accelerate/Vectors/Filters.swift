/// Correlates `A` with the filter `F`: `C[n]` is the sum of `A[n + p] * F[p]`, all counted in strides. With `F` at its last
/// element and a negative `IF` that is a convolution. `F` has `P` elements, `A` has `N + P - 1`, and `C` gets `N`.
/// Source: Apple, vDSP_conv.
public func vDSP_conv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ F: UnsafePointer<Float>, _ IF: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length, _ P: vDSP_Length
) {
    for index in 0..<Int(N) { C[index * IC] = dotProduct(P, A + index * IA, IA, F, IF) }
}

/// `vDSP_conv` with numbers of double precision.
public func vDSP_convD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ F: UnsafePointer<Double>, _ IF: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length, _ P: vDSP_Length
) {
    for index in 0..<Int(N) { C[index * IC] = dotProduct(P, A + index * IA, IA, F, IF) }
}

/// Filters `A` and keeps every `DF`-th result: `C[n]` is the sum of `A[n * DF + p] * F[p]`. `N` results, `P` elements of the
/// filter. Source: Apple, vDSP_desamp.
public func vDSP_desamp(
    _ A: UnsafePointer<Float>, _ DF: vDSP_Stride, _ F: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
    _ N: vDSP_Length, _ P: vDSP_Length
) {
    for index in 0..<Int(N) { C[index] = dotProduct(P, A + index * DF, 1, F, 1) }
}

/// `vDSP_desamp` with numbers of double precision.
public func vDSP_desampD(
    _ A: UnsafePointer<Double>, _ DF: vDSP_Stride, _ F: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
    _ N: vDSP_Length, _ P: vDSP_Length
) {
    for index in 0..<Int(N) { C[index] = dotProduct(P, A + index * DF, 1, F, 1) }
}
