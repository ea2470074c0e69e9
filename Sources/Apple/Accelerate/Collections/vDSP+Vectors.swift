extension vDSP {
    /// The sums of the elements.
    public static func add<T, U>(_ vectorA: T, _ vectorB: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: vectorA.count) { add(vectorA, vectorB, result: &$0) }
    }

    public static func add<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(vectorA, vectorB, &result) { vDSP_vadd($0, 1, $1, 1, $2, 1, $3) }
    }

    public static func add<T, U>(_ vectorA: T, _ vectorB: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: vectorA.count) { add(vectorA, vectorB, result: &$0) }
    }

    public static func add<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(vectorA, vectorB, &result) { vDSP_vaddD($0, 1, $1, 1, $2, 1, $3) }
    }

    /// The elements of the first vector less those of the second.
    public static func subtract<T, U>(_ vectorA: T, _ vectorB: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: vectorA.count) { subtract(vectorA, vectorB, result: &$0) }
    }

    public static func subtract<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(vectorA, vectorB, &result) { vDSP_vsub($1, 1, $0, 1, $2, 1, $3) }
    }

    public static func subtract<T, U>(_ vectorA: T, _ vectorB: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: vectorA.count) { subtract(vectorA, vectorB, result: &$0) }
    }

    public static func subtract<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(vectorA, vectorB, &result) { vDSP_vsubD($1, 1, $0, 1, $2, 1, $3) }
    }

    /// The products of the elements.
    public static func multiply<T, U>(_ vectorA: T, _ vectorB: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: vectorA.count) { multiply(vectorA, vectorB, result: &$0) }
    }

    public static func multiply<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(vectorA, vectorB, &result) { vDSP_vmul($0, 1, $1, 1, $2, 1, $3) }
    }

    public static func multiply<T, U>(_ vectorA: T, _ vectorB: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: vectorA.count) { multiply(vectorA, vectorB, result: &$0) }
    }

    public static func multiply<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(vectorA, vectorB, &result) { vDSP_vmulD($0, 1, $1, 1, $2, 1, $3) }
    }

    /// The elements of the first vector divided by those of the second.
    public static func divide<T, U>(_ vectorA: T, _ vectorB: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: vectorA.count) { divide(vectorA, vectorB, result: &$0) }
    }

    public static func divide<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(vectorA, vectorB, &result) { vDSP_vdiv($1, 1, $0, 1, $2, 1, $3) }
    }

    public static func divide<T, U>(_ vectorA: T, _ vectorB: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: vectorA.count) { divide(vectorA, vectorB, result: &$0) }
    }

    public static func divide<T, U, V>(_ vectorA: T, _ vectorB: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(vectorA, vectorB, &result) { vDSP_vdivD($1, 1, $0, 1, $2, 1, $3) }
    }

    /// The sum of the products of the elements.
    public static func dot<T, U>(_ vectorA: T, _ vectorB: U) -> Float
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        var result: Float = 0
        precondition(
            vectorA.count == vectorB.count,
            "The vectors have to be equally long. They have \(vectorA.count) and \(vectorB.count) elements.")
        reading(vectorA, ()) { first, count in
            reading(vectorB, ()) { second, _ in vDSP_dotpr(first, 1, second, 1, &result, count) }
        }
        return result
    }

    public static func dot<T, U>(_ vectorA: T, _ vectorB: U) -> Double
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        var result: Double = 0
        precondition(
            vectorA.count == vectorB.count,
            "The vectors have to be equally long. They have \(vectorA.count) and \(vectorB.count) elements.")
        reading(vectorA, ()) { first, count in
            reading(vectorB, ()) { second, _ in vDSP_dotprD(first, 1, second, 1, &result, count) }
        }
        return result
    }
}
