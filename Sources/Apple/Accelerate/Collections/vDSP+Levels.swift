extension vDSP {
    /// The sum of the elements.
    public static func sum<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, 0) { source, count in
            var result: Float = 0
            vDSP_sve(source, 1, &result, count)
            return result
        }
    }

    public static func sum<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, 0) { source, count in
            var result: Double = 0
            vDSP_sveD(source, 1, &result, count)
            return result
        }
    }

    /// The sum of the squares of the elements.
    public static func sumOfSquares<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, 0) { source, count in
            var result: Float = 0
            vDSP_svesq(source, 1, &result, count)
            return result
        }
    }

    public static func sumOfSquares<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, 0) { source, count in
            var result: Double = 0
            vDSP_svesqD(source, 1, &result, count)
            return result
        }
    }

    /// The mean; of no elements, not a number.
    public static func mean<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, .nan) { source, count in
            var result: Float = 0
            vDSP_meanv(source, 1, &result, count)
            return result
        }
    }

    public static func mean<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, .nan) { source, count in
            var result: Double = 0
            vDSP_meanvD(source, 1, &result, count)
            return result
        }
    }

    /// The mean of the magnitudes; of no elements, not a number.
    public static func meanMagnitude<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, .nan) { source, count in
            var result: Float = 0
            vDSP_meamgv(source, 1, &result, count)
            return result
        }
    }

    public static func meanMagnitude<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, .nan) { source, count in
            var result: Double = 0
            vDSP_meamgvD(source, 1, &result, count)
            return result
        }
    }

    /// The mean of the squares; of no elements, not a number.
    public static func meanSquare<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, .nan) { source, count in
            var result: Float = 0
            vDSP_measqv(source, 1, &result, count)
            return result
        }
    }

    public static func meanSquare<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, .nan) { source, count in
            var result: Double = 0
            vDSP_measqvD(source, 1, &result, count)
            return result
        }
    }

    /// How loud sound is; of no elements, not a number.
    public static func rootMeanSquare<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, .nan) { source, count in
            var result: Float = 0
            vDSP_rmsqv(source, 1, &result, count)
            return result
        }
    }

    public static func rootMeanSquare<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, .nan) { source, count in
            var result: Double = 0
            vDSP_rmsqvD(source, 1, &result, count)
            return result
        }
    }
}

extension vDSP {
    /// The greatest element; of none, minus infinity.
    public static func maximum<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, -.infinity) { source, count in
            var result: Float = 0
            vDSP_maxv(source, 1, &result, count)
            return result
        }
    }

    public static func maximum<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, -.infinity) { source, count in
            var result: Double = 0
            vDSP_maxvD(source, 1, &result, count)
            return result
        }
    }

    /// The greatest magnitude; of no elements, zero.
    public static func maximumMagnitude<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, 0) { source, count in
            var result: Float = 0
            vDSP_maxmgv(source, 1, &result, count)
            return result
        }
    }

    public static func maximumMagnitude<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, 0) { source, count in
            var result: Double = 0
            vDSP_maxmgvD(source, 1, &result, count)
            return result
        }
    }

    /// The least element; of none, infinity.
    public static func minimum<U>(_ vector: U) -> Float where U: AccelerateBuffer, U.Element == Float {
        reading(vector, .infinity) { source, count in
            var result: Float = 0
            vDSP_minv(source, 1, &result, count)
            return result
        }
    }

    public static func minimum<U>(_ vector: U) -> Double where U: AccelerateBuffer, U.Element == Double {
        reading(vector, .infinity) { source, count in
            var result: Double = 0
            vDSP_minvD(source, 1, &result, count)
            return result
        }
    }

    /// The greatest element, and the index of the first such element.
    public static func indexOfMaximum<U>(_ vector: U) -> (UInt, Float) where U: AccelerateBuffer, U.Element == Float {
        reading(vector, (0, -.infinity)) { source, count in
            var (value, index): (Float, vDSP_Length) = (0, 0)
            vDSP_maxvi(source, 1, &value, &index, count)
            return (index, value)
        }
    }

    public static func indexOfMaximum<U>(_ vector: U) -> (UInt, Double) where U: AccelerateBuffer, U.Element == Double {
        reading(vector, (0, -.infinity)) { source, count in
            var (value, index): (Double, vDSP_Length) = (0, 0)
            vDSP_maxviD(source, 1, &value, &index, count)
            return (index, value)
        }
    }
}
