/// What the vector functions compute with: `Float` and `Double`.
typealias Real = BinaryFloatingPoint & SIMDScalar

/// A loop is compiled twice: with elements side by side it becomes vector instructions, which other strides do not allow.
@inline(__always)
func makeEach<Source, Result>(
    _ count: vDSP_Length, _ source: UnsafePointer<Source>, _ sourceStride: Int,
    _ result: UnsafeMutablePointer<Result>, _ resultStride: Int, _ value: (Source) -> Result
) {
    let count = Int(count)
    if sourceStride == 1, resultStride == 1 {
        for index in 0..<count { result[index] = value(source[index]) }
    } else {
        for index in 0..<count { result[index * resultStride] = value(source[index * sourceStride]) }
    }
}

/// The same of two vectors.
@inline(__always)
func makeEach<Number>(
    _ count: vDSP_Length, _ first: UnsafePointer<Number>, _ firstStride: Int, _ second: UnsafePointer<Number>,
    _ secondStride: Int, _ result: UnsafeMutablePointer<Number>, _ resultStride: Int,
    _ value: (_ first: Number, _ second: Number) -> Number
) {
    let count = Int(count)
    if firstStride == 1, secondStride == 1, resultStride == 1 {
        for index in 0..<count { result[index] = value(first[index], second[index]) }
    } else {
        for index in 0..<count {
            result[index * resultStride] = value(first[index * firstStride], second[index * secondStride])
        }
    }
}

/// Adds up terms in eight lanes: that is as fast as memory, and rounds less than one long sum.
@inline(__always)
func sum<Number: Real>(_ count: vDSP_Length, _ term: (Int) -> Number) -> Number {
    let count = Int(count)
    var lanes = SIMD8<Number>()
    let whole = count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
        lanes += SIMD8(
            term(start), term(start + 1), term(start + 2), term(start + 3),
            term(start + 4), term(start + 5), term(start + 6), term(start + 7))
    }
    var total = lanes.sum()
    for index in whole..<count { total += term(index) }
    return total
}

/// The sum of what becomes of each element.
@inline(__always)
func sum<Number: Real>(
    _ count: vDSP_Length, _ source: UnsafePointer<Number>, _ stride: Int, _ term: (Number) -> Number
) -> Number {
    stride == 1 ? sum(count) { term(source[$0]) } : sum(count) { term(source[$0 * stride]) }
}

/// The first of the elements that precede all others, and its index; `nil` if there is no element.
@inline(__always)
func first<Number: Real>(
    _ count: vDSP_Length, _ source: UnsafePointer<Number>, _ stride: Int, _ measure: (Number) -> Number,
    precedes: (Number, Number) -> Bool
) -> (index: Int, value: Number)? {
    guard count > 0 else { return nil }
    var best = (index: 0, value: measure(source[0]))
    for index in 1..<max(Int(count), 1) {
        let value = measure(source[index * stride])
        if precedes(value, best.value) { best = (index, value) }
    }
    return best
}
