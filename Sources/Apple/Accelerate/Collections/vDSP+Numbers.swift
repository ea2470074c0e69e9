extension vDSP {
    /// Each element plus the number.
    public static func add<U>(_ scalar: Float, _ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { add(scalar, vector, result: &$0) }
    }

    public static func add<U, V>(_ scalar: Float, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsadd(source, 1, $0, result, 1, count) }
        }
    }

    public static func add<U>(_ scalar: Double, _ vector: U) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { add(scalar, vector, result: &$0) }
    }

    public static func add<U, V>(_ scalar: Double, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsaddD(source, 1, $0, result, 1, count) }
        }
    }

    /// Each element times the number.
    public static func multiply<U>(_ scalar: Float, _ vector: U) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { multiply(scalar, vector, result: &$0) }
    }

    public static func multiply<U, V>(_ scalar: Float, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsmul(source, 1, $0, result, 1, count) }
        }
    }

    public static func multiply<U>(_ scalar: Double, _ vector: U) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { multiply(scalar, vector, result: &$0) }
    }

    public static func multiply<U, V>(_ scalar: Double, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsmulD(source, 1, $0, result, 1, count) }
        }
    }

    /// Each element divided by the number.
    public static func divide<U>(_ vector: U, _ scalar: Float) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { divide(vector, scalar, result: &$0) }
    }

    public static func divide<U, V>(_ vector: U, _ scalar: Float, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsdiv(source, 1, $0, result, 1, count) }
        }
    }

    public static func divide<U>(_ vector: U, _ scalar: Double) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { divide(vector, scalar, result: &$0) }
    }

    public static func divide<U, V>(_ vector: U, _ scalar: Double, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { source, result, count in
            withUnsafePointer(to: scalar) { vDSP_vsdivD(source, 1, $0, result, 1, count) }
        }
    }

    /// The number divided by each element.
    public static func divide<U>(_ scalar: Float, _ vector: U) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { divide(scalar, vector, result: &$0) }
    }

    public static func divide<U, V>(_ scalar: Float, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { source, result, count in
            makeEach(count, source, 1, result, 1) { scalar / $0 }
        }
    }

    public static func divide<U>(_ scalar: Double, _ vector: U) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { divide(scalar, vector, result: &$0) }
    }

    public static func divide<U, V>(_ scalar: Double, _ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { source, result, count in
            makeEach(count, source, 1, result, 1) { scalar / $0 }
        }
    }
}

extension vDSP {
    /// The squares of the elements.
    public static func square<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { square(vector, result: &$0) }
    }

    public static func square<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { vDSP_vsq($0, 1, $1, 1, $2) }
    }

    public static func square<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { square(vector, result: &$0) }
    }

    public static func square<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { vDSP_vsqD($0, 1, $1, 1, $2) }
    }

    /// The magnitudes of the elements.
    public static func absolute<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { absolute(vector, result: &$0) }
    }

    public static func absolute<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { vDSP_vabs($0, 1, $1, 1, $2) }
    }

    public static func absolute<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { absolute(vector, result: &$0) }
    }

    public static func absolute<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { vDSP_vabsD($0, 1, $1, 1, $2) }
    }

    /// The elements with the opposite sign.
    public static func negative<U>(_ vector: U) -> [Float] where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { negative(vector, result: &$0) }
    }

    public static func negative<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(vector, &result) { vDSP_vneg($0, 1, $1, 1, $2) }
    }

    public static func negative<U>(_ vector: U) -> [Double] where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { negative(vector, result: &$0) }
    }

    public static func negative<U, V>(_ vector: U, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(vector, &result) { vDSP_vnegD($0, 1, $1, 1, $2) }
    }

    /// The elements, or the nearer one of the bounds.
    public static func clip<U>(_ vector: U, to bounds: ClosedRange<Float>) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: vector.count) { clip(vector, to: bounds, result: &$0) }
    }

    public static func clip<U, V>(_ vector: U, to bounds: ClosedRange<Float>, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        var (low, high) = (bounds.lowerBound, bounds.upperBound)
        changing(vector, &result) { vDSP_vclip($0, 1, &low, &high, $1, 1, $2) }
    }

    public static func clip<U>(_ vector: U, to bounds: ClosedRange<Double>) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: vector.count) { clip(vector, to: bounds, result: &$0) }
    }

    public static func clip<U, V>(_ vector: U, to bounds: ClosedRange<Double>, result: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        var (low, high) = (bounds.lowerBound, bounds.upperBound)
        changing(vector, &result) { vDSP_vclipD($0, 1, &low, &high, $1, 1, $2) }
    }

    /// Sets each element to the number.
    public static func fill<V>(_ vector: inout V, with value: Float)
    where V: AccelerateMutableBuffer, V.Element == Float {
        let count = vector.count
        writing(&vector, count: count) { start in
            withUnsafePointer(to: value) { vDSP_vfill($0, start, 1, vDSP_Length(count)) }
        }
    }

    public static func fill<V>(_ vector: inout V, with value: Double)
    where V: AccelerateMutableBuffer, V.Element == Double {
        let count = vector.count
        writing(&vector, count: count) { start in
            withUnsafePointer(to: value) { vDSP_vfillD($0, start, 1, vDSP_Length(count)) }
        }
    }

    /// Sets each element to zero.
    public static func clear<V>(_ vector: inout V) where V: AccelerateMutableBuffer, V.Element == Float {
        let count = vector.count
        writing(&vector, count: count) { vDSP_vclr($0, 1, vDSP_Length(count)) }
    }

    public static func clear<V>(_ vector: inout V) where V: AccelerateMutableBuffer, V.Element == Double {
        let count = vector.count
        writing(&vector, count: count) { vDSP_vclrD($0, 1, vDSP_Length(count)) }
    }
}
