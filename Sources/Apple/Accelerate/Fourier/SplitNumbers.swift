/// Complex numbers whose parts are in two places, every `stride`-th one. It does not own them.
struct SplitNumbers<Number: Real> {
    let real: UnsafeMutablePointer<Number>
    let imaginary: UnsafeMutablePointer<Number>
    let stride: Int

    /// The same numbers, the real parts as imaginary ones.
    var exchanged: Self { Self(real: imaginary, imaginary: real, stride: stride) }

    subscript(index: Int) -> (real: Number, imaginary: Number) {
        get { (real[index * stride], imaginary[index * stride]) }
        nonmutating set { (real[index * stride], imaginary[index * stride]) = newValue }
    }
}

extension SplitNumbers<Float> {
    init(_ numbers: UnsafePointer<DSPSplitComplex>, _ stride: vDSP_Stride) {
        self.init(real: numbers.pointee.realp, imaginary: numbers.pointee.imagp, stride: stride)
    }
}

extension SplitNumbers<Double> {
    init(_ numbers: UnsafePointer<DSPDoubleSplitComplex>, _ stride: vDSP_Stride) {
        self.init(real: numbers.pointee.realp, imaginary: numbers.pointee.imagp, stride: stride)
    }
}
