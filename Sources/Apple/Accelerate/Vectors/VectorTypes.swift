/// A number of elements. Source: Apple, vDSP_Length.
public typealias vDSP_Length = UInt
/// The distance from one element to the next one that counts, in elements; negative ones lead backward.
/// Source: Apple, vDSP_Stride.
public typealias vDSP_Stride = Int

/// A complex number. Source: Apple, DSPComplex.
public struct DSPComplex: Sendable {
    public var real: Float
    public var imag: Float

    public init(real: Float, imag: Float) { (self.real, self.imag) = (real, imag) }
    public init() { self.init(real: 0, imag: 0) }
}

/// A complex number of double precision. Source: Apple, DSPDoubleComplex.
public struct DSPDoubleComplex: Sendable {
    public var real: Double
    public var imag: Double

    public init(real: Double, imag: Double) { (self.real, self.imag) = (real, imag) }
    public init() { self.init(real: 0, imag: 0) }
}

/// Complex numbers whose real and imaginary parts are in two places. It does not own them.
/// Source: Apple, DSPSplitComplex.
public struct DSPSplitComplex {
    public var realp: UnsafeMutablePointer<Float>
    public var imagp: UnsafeMutablePointer<Float>

    public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
        (self.realp, self.imagp) = (realp, imagp)
    }
}

/// Complex numbers of double precision whose real and imaginary parts are in two places. It does not own them.
/// Source: Apple, DSPDoubleSplitComplex.
public struct DSPDoubleSplitComplex {
    public var realp: UnsafeMutablePointer<Double>
    public var imagp: UnsafeMutablePointer<Double>

    public init(realp: UnsafeMutablePointer<Double>, imagp: UnsafeMutablePointer<Double>) {
        (self.realp, self.imagp) = (realp, imagp)
    }
}
