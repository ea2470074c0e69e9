/// An error from libheif, as one sentence.
package struct HEIFError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The shared library is not installed.
        case libraryMissing
        /// The file is damaged, or is not a picture that can be decoded.
        case unreadable
    }

    package var code: Code
    package var description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
