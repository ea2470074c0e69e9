/// What went wrong with PipeWire.
package struct PipeWireError: Error, Sendable {
    package enum Kind: Sendable {
        /// The client library is not installed.
        case libraryMissing
        /// There is no daemon, or it does not answer.
        case notRunning
        /// This program may not connect.
        case notAllowed
        case other
    }

    package let kind: Kind
    package let message: String

    package init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}
