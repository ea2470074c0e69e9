import Foundation

/// Sines of radians. Source: Apple, vvsinf.
public func vvsinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.sin($0) }
}

/// `vvsinf` in double precision.
public func vvsin(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.sin($0) }
}

/// Cosines of radians. Source: Apple, vvcosf.
public func vvcosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.cos($0) }
}

/// `vvcosf` in double precision.
public func vvcos(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.cos($0) }
}

/// Tangents of radians. Source: Apple, vvtanf.
public func vvtanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.tan($0) }
}

/// `vvtanf` in double precision.
public func vvtan(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.tan($0) }
}

/// Angles in radians. Source: Apple, vvasinf.
public func vvasinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.asin($0) }
}

/// `vvasinf` in double precision.
public func vvasin(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.asin($0) }
}

/// Angles in radians. Source: Apple, vvacosf.
public func vvacosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.acos($0) }
}

/// `vvacosf` in double precision.
public func vvacos(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.acos($0) }
}

/// Angles in radians. Source: Apple, vvatanf.
public func vvatanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.atan($0) }
}

/// `vvatanf` in double precision.
public func vvatan(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.atan($0) }
}

/// Hyperbolic sines. Source: Apple, vvsinhf.
public func vvsinhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.sinh($0) }
}

/// `vvsinhf` in double precision.
public func vvsinh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.sinh($0) }
}

/// Hyperbolic cosines. Source: Apple, vvcoshf.
public func vvcoshf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.cosh($0) }
}

/// `vvcoshf` in double precision.
public func vvcosh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.cosh($0) }
}

/// Hyperbolic tangents. Source: Apple, vvtanhf.
public func vvtanhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.tanh($0) }
}

/// `vvtanhf` in double precision.
public func vvtanh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.tanh($0) }
}

/// Inverse hyperbolic sines. Source: Apple, vvasinhf.
public func vvasinhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.asinh($0) }
}

/// `vvasinhf` in double precision.
public func vvasinh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.asinh($0) }
}

/// Inverse hyperbolic cosines. Source: Apple, vvacoshf.
public func vvacoshf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.acosh($0) }
}

/// `vvacoshf` in double precision.
public func vvacosh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.acosh($0) }
}

/// Inverse hyperbolic tangents. Source: Apple, vvatanhf.
public func vvatanhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.atanh($0) }
}

/// `vvatanhf` in double precision.
public func vvatanh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    makeEach(vDSP_Length(n.pointee), x, 1, y, 1) { Foundation.atanh($0) }
}

/// The angles of the points (x, y), in radians. Source: Apple, vvatan2f.
public func vvatan2f(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    makeEach(vDSP_Length(n.pointee), y, 1, x, 1, z, 1) { atan2($0, $1) }
}

/// `vvatan2f` in double precision.
public func vvatan2(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    makeEach(vDSP_Length(n.pointee), y, 1, x, 1, z, 1) { atan2($0, $1) }
}
