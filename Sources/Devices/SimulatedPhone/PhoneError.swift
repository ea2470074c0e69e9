import Foundation

/// Why a phone cannot be driven, as a sentence.
public struct PhoneError: LocalizedError, Sendable, Hashable {
    public enum Code: Sendable, Hashable {
        /// There is no such command; the sentence lists those that exist.
        case unknownCommand
        /// There is no such process, or it does not let its phone be driven.
        case noProgram
        /// The program listens but does not answer.
        case noAnswer
        /// The program belongs to another user, or too many programs drive it already.
        case refused
        /// There is no folder to find programs in: `XDG_RUNTIME_DIR` is not set.
        case noRuntimeFolder
    }

    public var code: Code
    public var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var errorDescription: String? { message }
}
