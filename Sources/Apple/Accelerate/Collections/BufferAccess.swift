/// Calls with the memory of a vector, unless it is empty.
func reading<U: AccelerateBuffer, Result>(
    _ vector: U, _ nothing: Result, _ body: (UnsafePointer<U.Element>, vDSP_Length) -> Result
) -> Result {
    vector.withUnsafeBufferPointer { memory in
        memory.baseAddress.map { body($0, vDSP_Length(memory.count)) } ?? nothing
    }
}

/// Calls with the memory of a result of that length, unless it is empty.
func writing<V: AccelerateMutableBuffer>(
    _ result: inout V, count: Int, _ body: (UnsafeMutablePointer<V.Element>) -> Void
) {
    precondition(result.count == count, "The result has to have \(count) elements. It has \(result.count).")
    result.withUnsafeMutableBufferPointer { memory in
        if let start = memory.baseAddress, count > 0 { body(start) }
    }
}

/// Makes a vector from another one.
func changing<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
    _ vector: U, _ result: inout V,
    _ body: (UnsafePointer<U.Element>, UnsafeMutablePointer<V.Element>, vDSP_Length) -> Void
) {
    reading(vector, ()) { source, count in
        writing(&result, count: Int(count)) { body(source, $0, count) }
    }
}

/// Makes a vector from two of the same length.
func joining<T: AccelerateBuffer, U: AccelerateBuffer, V: AccelerateMutableBuffer>(
    _ first: T, _ second: U, _ result: inout V,
    _ body: (UnsafePointer<T.Element>, UnsafePointer<U.Element>, UnsafeMutablePointer<V.Element>, vDSP_Length) -> Void
) {
    precondition(
        first.count == second.count,
        "The vectors have to be equally long. They have \(first.count) and \(second.count) elements.")
    reading(first, ()) { first, count in
        reading(second, ()) { second, _ in
            writing(&result, count: Int(count)) { body(first, second, $0, count) }
        }
    }
}

extension Array {
    /// An array that `fill` overwrites.
    init(filling zero: Element, count: Int, _ fill: (inout Self) -> Void) {
        self.init(repeating: zero, count: count)
        fill(&self)
    }
}
