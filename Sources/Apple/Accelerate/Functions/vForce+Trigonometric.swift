extension vForce {
    /// Sines of radians.
    public static func sin<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { sin(vector, result: &$0) }
    }

    public static func sin<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvsinf)
    }

    public static func sin<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { sin(vector, result: &$0) }
    }

    public static func sin<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvsin)
    }

    /// Cosines of radians.
    public static func cos<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { cos(vector, result: &$0) }
    }

    public static func cos<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvcosf)
    }

    public static func cos<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { cos(vector, result: &$0) }
    }

    public static func cos<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvcos)
    }

    /// Tangents of radians.
    public static func tan<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { tan(vector, result: &$0) }
    }

    public static func tan<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvtanf)
    }

    public static func tan<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { tan(vector, result: &$0) }
    }

    public static func tan<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvtan)
    }

    /// Angles in radians.
    public static func asin<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { asin(vector, result: &$0) }
    }

    public static func asin<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvasinf)
    }

    public static func asin<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { asin(vector, result: &$0) }
    }

    public static func asin<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvasin)
    }

    /// Angles in radians.
    public static func acos<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { acos(vector, result: &$0) }
    }

    public static func acos<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvacosf)
    }

    public static func acos<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { acos(vector, result: &$0) }
    }

    public static func acos<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvacos)
    }

    /// Angles in radians.
    public static func atan<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { atan(vector, result: &$0) }
    }

    public static func atan<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvatanf)
    }

    public static func atan<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { atan(vector, result: &$0) }
    }

    public static func atan<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvatan)
    }

    /// Hyperbolic sines.
    public static func sinh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { sinh(vector, result: &$0) }
    }

    public static func sinh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvsinhf)
    }

    public static func sinh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { sinh(vector, result: &$0) }
    }

    public static func sinh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvsinh)
    }

    /// Hyperbolic cosines.
    public static func cosh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { cosh(vector, result: &$0) }
    }

    public static func cosh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvcoshf)
    }

    public static func cosh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { cosh(vector, result: &$0) }
    }

    public static func cosh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvcosh)
    }

    /// Hyperbolic tangents.
    public static func tanh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { tanh(vector, result: &$0) }
    }

    public static func tanh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvtanhf)
    }

    public static func tanh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { tanh(vector, result: &$0) }
    }

    public static func tanh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvtanh)
    }

    /// Inverse hyperbolic sines.
    public static func asinh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { asinh(vector, result: &$0) }
    }

    public static func asinh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvasinhf)
    }

    public static func asinh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { asinh(vector, result: &$0) }
    }

    public static func asinh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvasinh)
    }

    /// Inverse hyperbolic cosines.
    public static func acosh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { acosh(vector, result: &$0) }
    }

    public static func acosh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvacoshf)
    }

    public static func acosh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { acosh(vector, result: &$0) }
    }

    public static func acosh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvacosh)
    }

    /// Inverse hyperbolic tangents.
    public static func atanh<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { atanh(vector, result: &$0) }
    }

    public static func atanh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvatanhf)
    }

    public static func atanh<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { atanh(vector, result: &$0) }
    }

    public static func atanh<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvatanh)
    }

    /// The angles of points, in radians.
    public static func atan2<T, U>(x: T, y: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: x.count) { atan2(x: x, y: y, result: &$0) }
    }

    public static func atan2<T, U, V>(x: T, y: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(y, x, &result) { first, second, result, count in
            withUnsafePointer(to: Int32(count)) { vvatan2f(result, first, second, $0) }
        }
    }

    public static func atan2<T, U>(x: T, y: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: x.count) { atan2(x: x, y: y, result: &$0) }
    }

    public static func atan2<T, U, V>(x: T, y: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(y, x, &result) { first, second, result, count in
            withUnsafePointer(to: Int32(count)) { vvatan2(result, first, second, $0) }
        }
    }
}
