/// The nearest integers above. Source: Apple, vvceilf.
public func vvceilf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.up) }
}

/// `vvceilf` in double precision.
public func vvceil(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.up) }
}

/// The nearest integers below. Source: Apple, vvfloorf.
public func vvfloorf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.down) }
}

/// `vvfloorf` in double precision.
public func vvfloor(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.down) }
}

/// The integers towards zero. Source: Apple, vvintf.
public func vvintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.towardZero) }
}

/// `vvintf` in double precision.
public func vvint(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.towardZero) }
}

/// The nearest integers; halves become even. Source: Apple, vvnintf.
public func vvnintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.toNearestOrEven) }
}

/// `vvnintf` in double precision.
public func vvnint(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.rounded(.toNearestOrEven) }
}

/// The square roots. Source: Apple, vvsqrtf.
public func vvsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.squareRoot() }
}

/// `vvsqrtf` in double precision.
public func vvsqrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { $0.squareRoot() }
}

/// One divided by the square roots. Source: Apple, vvrsqrtf.
public func vvrsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { 1 / $0.squareRoot() }
}

/// `vvrsqrtf` in double precision.
public func vvrsqrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { 1 / $0.squareRoot() }
}

/// One divided by each element. Source: Apple, vvrecf.
public func vvrecf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { 1 / $0 }
}

/// `vvrecf` in double precision.
public func vvrec(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { 1 / $0 }
}
