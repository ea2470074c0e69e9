/// What went wrong with PipeWire.
package struct PipeWireError: Error, Sendable {
    package enum Kind: Sendable {
        /// The client library is not installed.
        case libraryMissing
        /// There is no daemon, or it does not answer.
        case notRunning
        case other
    }

    package let kind: Kind
    package let message: String
}
