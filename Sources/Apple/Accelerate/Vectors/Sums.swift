/// The sum. Source: Apple, vDSP_sve.
public func vDSP_sve(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 }
}

/// `vDSP_sve` with numbers of double precision.
public func vDSP_sveD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 }
}

/// The sum of the squares. Source: Apple, vDSP_svesq.
public func vDSP_svesq(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 * $0 }
}

/// `vDSP_svesq` with numbers of double precision.
public func vDSP_svesqD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 * $0 }
}

/// The mean; of no elements, not a number. Source: Apple, vDSP_meanv.
public func vDSP_meanv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 } / Float(N)
}

/// `vDSP_meanv` with numbers of double precision.
public func vDSP_meanvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 } / Double(N)
}

/// The mean of the magnitudes; of no elements, not a number. Source: Apple, vDSP_meamgv.
public func vDSP_meamgv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA, abs) / Float(N)
}

/// `vDSP_meamgv` with numbers of double precision.
public func vDSP_meamgvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA, abs) / Double(N)
}

/// The mean of the squares; of no elements, not a number. Source: Apple, vDSP_measqv.
public func vDSP_measqv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 * $0 } / Float(N)
}

/// `vDSP_measqv` with numbers of double precision.
public func vDSP_measqvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = sum(N, A, IA) { $0 * $0 } / Double(N)
}

/// The root of the mean of the squares: how loud sound is. Of no elements, not a number. Source: Apple, vDSP_rmsqv.
public func vDSP_rmsqv(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
    C.pointee = (sum(N, A, IA) { $0 * $0 } / Float(N)).squareRoot()
}

/// `vDSP_rmsqv` with numbers of double precision.
public func vDSP_rmsqvD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
    C.pointee = (sum(N, A, IA) { $0 * $0 } / Double(N)).squareRoot()
}
