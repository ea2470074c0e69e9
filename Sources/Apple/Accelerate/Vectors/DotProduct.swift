/// The sum of the products of the elements of two vectors.
@inline(__always)
func dotProduct<Number: Real>(
    _ count: vDSP_Length, _ first: UnsafePointer<Number>, _ firstStride: Int, _ second: UnsafePointer<Number>,
    _ secondStride: Int
) -> Number {
    if firstStride == 1, secondStride == 1 { return sum(count) { first[$0] * second[$0] } }
    return sum(count) { first[$0 * firstStride] * second[$0 * secondStride] }
}
