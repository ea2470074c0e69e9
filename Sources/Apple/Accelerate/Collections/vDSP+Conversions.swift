extension vDSP {
    public enum RoundingMode: Sendable {
        case towardZero
        /// Halves become even.
        case towardNearestInteger
    }
}

extension vDSP {
    // Integers of a sample or a pixel become numbers of the same value.

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Int16, V.Element == Float {
        changing(source, &destination) { vDSP_vflt16($0, 1, $1, 1, $2) }
    }

    public static func integerToFloatingPoint<T>(_ vector: T, floatingPointType: Float.Type) -> [Float]
    where T: AccelerateBuffer, T.Element == Int16 {
        [Float](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Int16, V.Element == Double {
        changing(source, &destination) { vDSP_vflt16D($0, 1, $1, 1, $2) }
    }

    public static func integerToFloatingPoint<T>(_ vector: T, floatingPointType: Double.Type) -> [Double]
    where T: AccelerateBuffer, T.Element == Int16 {
        [Double](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == UInt8, V.Element == Float {
        changing(source, &destination) { vDSP_vfltu8($0, 1, $1, 1, $2) }
    }

    public static func integerToFloatingPoint<T>(_ vector: T, floatingPointType: Float.Type) -> [Float]
    where T: AccelerateBuffer, T.Element == UInt8 {
        [Float](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == UInt8, V.Element == Double {
        changing(source, &destination) { vDSP_vfltu8D($0, 1, $1, 1, $2) }
    }

    public static func integerToFloatingPoint<T>(_ vector: T, floatingPointType: Double.Type) -> [Double]
    where T: AccelerateBuffer, T.Element == UInt8 {
        [Double](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Double {
        changing(source, &destination) { makeEach($2, $0, 1, $1, 1, Double.init) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Float {
        changing(source, &destination) { makeEach($2, $0, 1, $1, 1, Float.init) }
    }
}

extension vDSP {
    // Numbers become integers; what does not fit becomes the nearest one that does, and what is not a number zero.

    public static func convertElements<U, V>(of source: U, to destination: inout V, rounding: RoundingMode)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Int16 {
        changing(source, &destination) {
            switch rounding {
            case .towardZero: vDSP_vfix16($0, 1, $1, 1, $2)
            case .towardNearestInteger: makeEach($2, $0, 1, $1, 1) { truncated($0.rounded(.toNearestOrEven)) }
            }
        }
    }

    public static func floatingPointToInteger<T>(_ vector: T, integerType: Int16.Type, rounding: RoundingMode)
        -> [Int16]
    where T: AccelerateBuffer, T.Element == Float {
        [Int16](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V, rounding: RoundingMode)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Int16 {
        changing(source, &destination) {
            switch rounding {
            case .towardZero: vDSP_vfix16D($0, 1, $1, 1, $2)
            case .towardNearestInteger: makeEach($2, $0, 1, $1, 1) { truncated($0.rounded(.toNearestOrEven)) }
            }
        }
    }

    public static func floatingPointToInteger<T>(_ vector: T, integerType: Int16.Type, rounding: RoundingMode)
        -> [Int16]
    where T: AccelerateBuffer, T.Element == Double {
        [Int16](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V, rounding: RoundingMode)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == UInt8 {
        changing(source, &destination) {
            switch rounding {
            case .towardZero: vDSP_vfixu8($0, 1, $1, 1, $2)
            case .towardNearestInteger: makeEach($2, $0, 1, $1, 1) { truncated($0.rounded(.toNearestOrEven)) }
            }
        }
    }

    public static func floatingPointToInteger<T>(_ vector: T, integerType: UInt8.Type, rounding: RoundingMode)
        -> [UInt8]
    where T: AccelerateBuffer, T.Element == Float {
        [UInt8](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }

    public static func convertElements<U, V>(of source: U, to destination: inout V, rounding: RoundingMode)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == UInt8 {
        changing(source, &destination) {
            switch rounding {
            case .towardZero: vDSP_vfixu8D($0, 1, $1, 1, $2)
            case .towardNearestInteger: makeEach($2, $0, 1, $1, 1) { truncated($0.rounded(.toNearestOrEven)) }
            }
        }
    }

    public static func floatingPointToInteger<T>(_ vector: T, integerType: UInt8.Type, rounding: RoundingMode)
        -> [UInt8]
    where T: AccelerateBuffer, T.Element == Double {
        [UInt8](filling: 0, count: vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
    }
}

extension vDSP {
    /// Decibels of amplitudes over the reference.
    public static func amplitudeToDecibels<U>(_ amplitude: U, zeroReference: Float) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: amplitude.count) {
            convert(amplitude: amplitude, toDecibels: &$0, zeroReference: zeroReference)
        }
    }

    public static func convert<U, V>(amplitude: U, toDecibels decibels: inout V, zeroReference: Float)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(amplitude, &decibels) { source, result, count in
            withUnsafePointer(to: zeroReference) { vDSP_vdbcon(source, 1, $0, result, 1, count, 1) }
        }
    }

    public static func amplitudeToDecibels<U>(_ amplitude: U, zeroReference: Double) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: amplitude.count) {
            convert(amplitude: amplitude, toDecibels: &$0, zeroReference: zeroReference)
        }
    }

    public static func convert<U, V>(amplitude: U, toDecibels decibels: inout V, zeroReference: Double)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(amplitude, &decibels) { source, result, count in
            withUnsafePointer(to: zeroReference) { vDSP_vdbconD(source, 1, $0, result, 1, count, 1) }
        }
    }

    /// Decibels of powers over the reference.
    public static func powerToDecibels<U>(_ power: U, zeroReference: Float) -> [Float]
    where U: AccelerateBuffer, U.Element == Float {
        [Float](filling: 0, count: power.count) {
            convert(power: power, toDecibels: &$0, zeroReference: zeroReference)
        }
    }

    public static func convert<U, V>(power: U, toDecibels decibels: inout V, zeroReference: Float)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Float, V.Element == Float {
        changing(power, &decibels) { source, result, count in
            withUnsafePointer(to: zeroReference) { vDSP_vdbcon(source, 1, $0, result, 1, count, 0) }
        }
    }

    public static func powerToDecibels<U>(_ power: U, zeroReference: Double) -> [Double]
    where U: AccelerateBuffer, U.Element == Double {
        [Double](filling: 0, count: power.count) {
            convert(power: power, toDecibels: &$0, zeroReference: zeroReference)
        }
    }

    public static func convert<U, V>(power: U, toDecibels decibels: inout V, zeroReference: Double)
    where U: AccelerateBuffer, V: AccelerateMutableBuffer, U.Element == Double, V.Element == Double {
        changing(power, &decibels) { source, result, count in
            withUnsafePointer(to: zeroReference) { vDSP_vdbconD(source, 1, $0, result, 1, count, 0) }
        }
    }
}
