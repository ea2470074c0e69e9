import Foundation

/// Powers of e. Source: Apple, vvexpf.
public func vvexpf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.exp($0) }
}

/// `vvexpf` in double precision.
public func vvexp(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.exp($0) }
}

/// Powers of two. Source: Apple, vvexp2f.
public func vvexp2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.exp2($0) }
}

/// `vvexp2f` in double precision.
public func vvexp2(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.exp2($0) }
}

/// Powers of e, less one: exact near zero. Source: Apple, vvexpm1f.
public func vvexpm1f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.expm1($0) }
}

/// `vvexpm1f` in double precision.
public func vvexpm1(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.expm1($0) }
}

/// Logarithms to the base e. Source: Apple, vvlogf.
public func vvlogf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log($0) }
}

/// `vvlogf` in double precision.
public func vvlog(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log($0) }
}

/// Logarithms of one more: exact near zero. Source: Apple, vvlog1pf.
public func vvlog1pf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log1p($0) }
}

/// `vvlog1pf` in double precision.
public func vvlog1p(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log1p($0) }
}

/// Logarithms to the base two. Source: Apple, vvlog2f.
public func vvlog2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log2($0) }
}

/// `vvlog2f` in double precision.
public func vvlog2(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log2($0) }
}

/// Logarithms to the base ten. Source: Apple, vvlog10f.
public func vvlog10f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log10($0) }
}

/// `vvlog10f` in double precision.
public func vvlog10(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.log10($0) }
}

/// `z` is `x` to the power of `y`, although the exponents come first. Source: Apple, vvpowf.
public func vvpowf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    makeEach(vDSP_Length(n.pointee), y, 1, x, 1, z, 1) { pow($1, $0) }
}

/// `vvpowf` in double precision.
public func vvpow(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    makeEach(vDSP_Length(n.pointee), y, 1, x, 1, z, 1) { pow($1, $0) }
}
