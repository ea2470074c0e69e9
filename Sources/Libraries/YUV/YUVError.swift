/// libyuv refused the arguments: a size of zero, or a combination that it does not support.
package struct YUVError: Error, Sendable, CustomStringConvertible {
    /// libyuv's name of the operation.
    package var operation: String
    /// What it returned; -1 for bad arguments.
    package var code: Int32

    package var description: String { "libyuv's \(operation) failed (\(code))" }
}

/// Turns libyuv's return code into an error.
@inline(__always)
func check(_ operation: String, _ code: Int32) throws(YUVError) {
    guard code == 0 else { throw YUVError(operation: operation, code: code) }
}
