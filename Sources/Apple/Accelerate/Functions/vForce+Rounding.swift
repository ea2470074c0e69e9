extension vForce {
    /// The nearest integers above.
    public static func ceil<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { ceil(vector, result: &$0) }
    }

    public static func ceil<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvceilf)
    }

    public static func ceil<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { ceil(vector, result: &$0) }
    }

    public static func ceil<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvceil)
    }

    /// The nearest integers below.
    public static func floor<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { floor(vector, result: &$0) }
    }

    public static func floor<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvfloorf)
    }

    public static func floor<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { floor(vector, result: &$0) }
    }

    public static func floor<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvfloor)
    }

    /// The integers towards zero.
    public static func trunc<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { trunc(vector, result: &$0) }
    }

    public static func trunc<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvintf)
    }

    public static func trunc<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { trunc(vector, result: &$0) }
    }

    public static func trunc<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvint)
    }

    /// The nearest integers; halves become even.
    public static func nearestInteger<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { nearestInteger(vector, result: &$0) }
    }

    public static func nearestInteger<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvnintf)
    }

    public static func nearestInteger<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { nearestInteger(vector, result: &$0) }
    }

    public static func nearestInteger<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvnint)
    }

    /// The square roots.
    public static func sqrt<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { sqrt(vector, result: &$0) }
    }

    public static func sqrt<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvsqrtf)
    }

    public static func sqrt<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { sqrt(vector, result: &$0) }
    }

    public static func sqrt<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvsqrt)
    }

    /// One divided by the square roots.
    public static func rsqrt<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { rsqrt(vector, result: &$0) }
    }

    public static func rsqrt<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvrsqrtf)
    }

    public static func rsqrt<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { rsqrt(vector, result: &$0) }
    }

    public static func rsqrt<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvrsqrt)
    }

    /// One divided by each element.
    public static func reciprocal<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { reciprocal(vector, result: &$0) }
    }

    public static func reciprocal<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result, vvrecf)
    }

    public static func reciprocal<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { reciprocal(vector, result: &$0) }
    }

    public static func reciprocal<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result, vvrec)
    }
}
