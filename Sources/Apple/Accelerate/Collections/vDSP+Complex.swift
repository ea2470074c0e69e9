extension vDSP {
    /// The squared magnitudes of as many complex numbers as the result has elements.
    public static func squareMagnitudes<V>(_ splitComplex: DSPSplitComplex, result: inout V)
    where V: AccelerateMutableBuffer, V.Element == Float {
        let count = result.count
        writing(&result, count: count) { start in
            withUnsafePointer(to: splitComplex) { vDSP_zvmags($0, 1, start, 1, vDSP_Length(count)) }
        }
    }

    public static func squareMagnitudes<V>(_ splitComplex: DSPDoubleSplitComplex, result: inout V)
    where V: AccelerateMutableBuffer, V.Element == Double {
        let count = result.count
        writing(&result, count: count) { start in
            withUnsafePointer(to: splitComplex) { vDSP_zvmagsD($0, 1, start, 1, vDSP_Length(count)) }
        }
    }

    /// The magnitudes of as many complex numbers as the result has elements.
    public static func absolute<V>(_ vector: DSPSplitComplex, result: inout V)
    where V: AccelerateMutableBuffer, V.Element == Float {
        let count = result.count
        writing(&result, count: count) { start in
            withUnsafePointer(to: vector) { vDSP_zvabs($0, 1, start, 1, vDSP_Length(count)) }
        }
    }

    public static func absolute<V>(_ vector: DSPDoubleSplitComplex, result: inout V)
    where V: AccelerateMutableBuffer, V.Element == Double {
        let count = result.count
        writing(&result, count: count) { start in
            withUnsafePointer(to: vector) { vDSP_zvabsD($0, 1, start, 1, vDSP_Length(count)) }
        }
    }

    /// Separates all numbers of the array into real and imaginary parts.
    public static func convert(
        interleavedComplexVector: [DSPComplex], toSplitComplexVector splitComplexVector: inout DSPSplitComplex
    ) {
        vDSP_ctoz(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count))
    }

    public static func convert(
        interleavedComplexVector: [DSPDoubleComplex],
        toSplitComplexVector splitComplexVector: inout DSPDoubleSplitComplex
    ) {
        vDSP_ctozD(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count))
    }

    /// Joins real and imaginary parts to as many complex numbers as the array has.
    public static func convert(
        splitComplexVector: DSPSplitComplex, toInterleavedComplexVector interleavedComplexVector: inout [DSPComplex]
    ) {
        let count = vDSP_Length(interleavedComplexVector.count)
        withUnsafePointer(to: splitComplexVector) { vDSP_ztoc($0, 1, &interleavedComplexVector, 2, count) }
    }

    public static func convert(
        splitComplexVector: DSPDoubleSplitComplex,
        toInterleavedComplexVector interleavedComplexVector: inout [DSPDoubleComplex]
    ) {
        let count = vDSP_Length(interleavedComplexVector.count)
        withUnsafePointer(to: splitComplexVector) { vDSP_ztocD($0, 1, &interleavedComplexVector, 2, count) }
    }
}
