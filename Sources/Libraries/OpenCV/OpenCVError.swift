/// A failure of OpenCV.
package struct OpenCVError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The library, or the file of a detector, is not installed.
        case missing
        /// The library gave up; most often there is no memory.
        case failed
    }

    package let code: Code
    /// What failed, and what to do about it.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
