extension vDSP {
    /// Between two vectors: the first at 0, the second at 1.
    public static func linearInterpolate<T, U>(_ vectorA: T, _ vectorB: U, using interpolationConstant: Float)
        -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: vectorA.count) {
            linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0)
        }
    }

    public static func linearInterpolate<T, U, V>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Float, result: inout V
    )
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        joining(vectorA, vectorB, &result) {
            makeEach($3, $0, 1, $1, 1, $2, 1) { $0 + interpolationConstant * ($1 - $0) }
        }
    }

    public static func linearInterpolate<T, U>(_ vectorA: T, _ vectorB: U, using interpolationConstant: Double)
        -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: vectorA.count) {
            linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0)
        }
    }

    public static func linearInterpolate<T, U, V>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Double, result: inout V
    )
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        joining(vectorA, vectorB, &result) {
            makeEach($3, $0, 1, $1, 1, $2, 1) { $0 + interpolationConstant * ($1 - $0) }
        }
    }

    /// Between the elements of a vector: 1.5 in the control vector is in the middle of the elements 1 and 2. Before the first
    /// element and after the last one, these continue.
    public static func linearInterpolate<T, U>(elementsOf vector: T, using controlVector: U) -> [Float]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Float, U.Element == Float {
        [Float](filling: 0, count: controlVector.count) {
            linearInterpolate(elementsOf: vector, using: controlVector, result: &$0)
        }
    }

    public static func linearInterpolate<T, U, V>(elementsOf vector: T, using controlVector: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Float, U.Element == Float,
        V.Element == Float
    {
        changing(controlVector, &result) { places, result, count in
            vector.withUnsafeBufferPointer { elements in
                makeEach(count, places, 1, result, 1) { between(elements, at: $0) }
            }
        }
    }

    public static func linearInterpolate<T, U>(elementsOf vector: T, using controlVector: U) -> [Double]
    where T: AccelerateBuffer, U: AccelerateBuffer, T.Element == Double, U.Element == Double {
        [Double](filling: 0, count: controlVector.count) {
            linearInterpolate(elementsOf: vector, using: controlVector, result: &$0)
        }
    }

    public static func linearInterpolate<T, U, V>(elementsOf vector: T, using controlVector: U, result: inout V)
    where
        T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer, T.Element == Double, U.Element == Double,
        V.Element == Double
    {
        changing(controlVector, &result) { places, result, count in
            vector.withUnsafeBufferPointer { elements in
                makeEach(count, places, 1, result, 1) { between(elements, at: $0) }
            }
        }
    }

    private static func between<Number: Real>(_ elements: UnsafeBufferPointer<Number>, at place: Number) -> Number {
        precondition(!elements.isEmpty, "There is nothing between the elements of an empty vector.")
        let place = place.isNaN ? 0 : min(max(place, 0), Number(elements.count - 1))
        let (lower, upper) = (Int(place), min(Int(place) + 1, elements.count - 1))
        return elements[lower] + (place - Number(lower)) * (elements[upper] - elements[lower])
    }
}
