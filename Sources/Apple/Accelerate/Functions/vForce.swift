/// Functions of each element of a vector; a result has to be as long. Source: Apple, vForce (enumeration).
public enum vForce {
    /// Calls a C function that makes a vector from another one.
    static func changing<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        _ vector: U, _ result: inout V,
        _ function: (UnsafeMutablePointer<V.Element>, UnsafePointer<U.Element>, UnsafePointer<Int32>) -> Void
    ) {
        Accelerate.changing(vector, &result) { source, result, count in
            withUnsafePointer(to: Int32(count)) { function(result, source, $0) }
        }
    }
}
