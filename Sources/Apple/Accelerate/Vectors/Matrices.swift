/// `C = A * B` of matrices row by row: `A` has `M` rows and `P` columns, `B` has `P` rows and `N` columns. `C` is other
/// memory than `A` and `B`. Source: Apple, vDSP_mmul.
public func vDSP_mmul(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ M: vDSP_Length, _ N: vDSP_Length, _ P: vDSP_Length
) {
    let (columns, inner) = (Int(N), Int(P))
    for row in 0..<Int(M) {
        for column in 0..<columns {
            C[(row * columns + column) * IC] = dotProduct(P, A + row * inner * IA, IA, B + column * IB, columns * IB)
        }
    }
}

/// `vDSP_mmul` with numbers of double precision.
public func vDSP_mmulD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
    _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ M: vDSP_Length, _ N: vDSP_Length, _ P: vDSP_Length
) {
    let (columns, inner) = (Int(N), Int(P))
    for row in 0..<Int(M) {
        for column in 0..<columns {
            C[(row * columns + column) * IC] = dotProduct(P, A + row * inner * IA, IA, B + column * IB, columns * IB)
        }
    }
}

/// The transpose, with `M` rows and `N` columns, of the matrix `A`, which has `N` rows and `M` columns. `C` is other
/// memory than `A`. Source: Apple, vDSP_mtrans.
public func vDSP_mtrans(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ M: vDSP_Length,
    _ N: vDSP_Length
) {
    for row in 0..<Int(M) {
        for column in 0..<Int(N) { C[(row * Int(N) + column) * IC] = A[(column * Int(M) + row) * IA] }
    }
}

/// `vDSP_mtrans` with numbers of double precision.
public func vDSP_mtransD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
    _ M: vDSP_Length,
    _ N: vDSP_Length
) {
    for row in 0..<Int(M) {
        for column in 0..<Int(N) { C[(row * Int(N) + column) * IC] = A[(column * Int(M) + row) * IA] }
    }
}
