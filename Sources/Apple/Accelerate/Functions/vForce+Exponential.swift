extension vForce {
    /// Powers of e.
    public static func exp<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { exp(vector, result: &$0) }
    }

    public static func exp<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvexpf)
    }

    public static func exp<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { exp(vector, result: &$0) }
    }

    public static func exp<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvexp)
    }

    /// Powers of two.
    public static func exp2<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { exp2(vector, result: &$0) }
    }

    public static func exp2<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvexp2f)
    }

    public static func exp2<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { exp2(vector, result: &$0) }
    }

    public static func exp2<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvexp2)
    }

    /// Powers of e, less one: exact near zero.
    public static func expm1<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { expm1(vector, result: &$0) }
    }

    public static func expm1<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvexpm1f)
    }

    public static func expm1<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { expm1(vector, result: &$0) }
    }

    public static func expm1<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvexpm1)
    }

    /// Logarithms to the base e.
    public static func log<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { log(vector, result: &$0) }
    }

    public static func log<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvlogf)
    }

    public static func log<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { log(vector, result: &$0) }
    }

    public static func log<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvlog)
    }

    /// Logarithms of one more: exact near zero.
    public static func log1p<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { log1p(vector, result: &$0) }
    }

    public static func log1p<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvlog1pf)
    }

    public static func log1p<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { log1p(vector, result: &$0) }
    }

    public static func log1p<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvlog1p)
    }

    /// Logarithms to the base two.
    public static func log2<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { log2(vector, result: &$0) }
    }

    public static func log2<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvlog2f)
    }

    public static func log2<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { log2(vector, result: &$0) }
    }

    public static func log2<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvlog2)
    }

    /// Logarithms to the base ten.
    public static func log10<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { log10(vector, result: &$0) }
    }

    public static func log10<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvlog10f)
    }

    public static func log10<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { log10(vector, result: &$0) }
    }

    public static func log10<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvlog10)
    }

    /// Each base to the power of its exponent.
    public static func pow<T, U>(bases: T, exponents: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: bases.count) { pow(bases: bases, exponents: exponents, result: &$0) }
    }

    public static func pow<T, U, V>(bases: T, exponents: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(exponents, bases, &result) { first, second, result, count in
            withUnsafePointer(to: Int32(count)) { vvpowf(result, first, second, $0) }
        }
    }

    public static func pow<T, U>(bases: T, exponents: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: bases.count) { pow(bases: bases, exponents: exponents, result: &$0) }
    }

    public static func pow<T, U, V>(bases: T, exponents: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(exponents, bases, &result) { first, second, result, count in
            withUnsafePointer(to: Int32(count)) { vvpow(result, first, second, $0) }
        }
    }
}
