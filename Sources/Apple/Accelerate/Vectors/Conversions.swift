import Foundation

/// The integer towards zero, the nearest one if there is none, and zero for what is not a number: a program's loud sound
/// must not trap.
@inline(__always)
func truncated<Number: Real, Whole: FixedWidthInteger>(_ number: Number) -> Whole {
    if number.isNaN { return 0 }
    return Whole(min(max(number, Number(Whole.min)), Number(Whole.max)))
}

/// Makes numbers of integers: the values stay as they are.
/// Source: Apple, vDSP_vflt16.
public func vDSP_vflt16(
    _ A: UnsafePointer<Int16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { Float($0) }
}

/// `vDSP_vflt16` with numbers of double precision.
public func vDSP_vflt16D(
    _ A: UnsafePointer<Int16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { Double($0) }
}

/// Makes numbers of integers: the values stay as they are.
/// Source: Apple, vDSP_vfltu8.
public func vDSP_vfltu8(
    _ A: UnsafePointer<UInt8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { Float($0) }
}

/// `vDSP_vfltu8` with numbers of double precision.
public func vDSP_vfltu8D(
    _ A: UnsafePointer<UInt8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC) { Double($0) }
}

/// Makes integers of numbers, without their fractions. What does not fit becomes the nearest integer that does, and what
/// is not a number zero. Source: Apple, vDSP_vfix16.
public func vDSP_vfix16(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC, truncated)
}

/// `vDSP_vfix16` with numbers of double precision.
public func vDSP_vfix16D(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC, truncated)
}

/// Makes integers of numbers, without their fractions. What does not fit becomes the nearest integer that does, and what
/// is not a number zero. Source: Apple, vDSP_vfixu8.
public func vDSP_vfixu8(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<UInt8>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC, truncated)
}

/// `vDSP_vfixu8` with numbers of double precision.
public func vDSP_vfixu8D(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<UInt8>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
    makeEach(N, A, IA, C, IC, truncated)
}

/// Decibels over the number `B`: `20 * log10(A / B)` of amplitudes (`F` is 1), `10 * log10(A / B)` of powers (`F` is 0).
/// Source: Apple, vDSP_vdbcon.
public func vDSP_vdbcon(
    _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
    _ IC: vDSP_Stride, _ N: vDSP_Length, _ F: UInt32
) {
    let (reference, factor): (Float, Float) = (B.pointee, F == 0 ? 10 : 20)
    makeEach(N, A, IA, C, IC) { factor * log10($0 / reference) }
}

/// `vDSP_vdbcon` with numbers of double precision.
public func vDSP_vdbconD(
    _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
    _ IC: vDSP_Stride, _ N: vDSP_Length, _ F: UInt32
) {
    let (reference, factor): (Double, Double) = (B.pointee, F == 0 ? 10 : 20)
    makeEach(N, A, IA, C, IC) { factor * log10($0 / reference) }
}
