internal import CALSA

/// An error from alsa-lib, and what was being attempted.
package struct ALSAError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// There is no PCM of that name, or no card behind it.
        case notFound
        /// Another program has it open.
        case busy
        case notPermitted
        /// The card was pulled out, or the sound server ended.
        case disconnected
        /// The sound server that the PCM leads to is not running.
        case serverNotRunning
        /// The program read too slowly and frames were lost; ``CapturePCM/recover(from:)`` continues.
        case overrun
        /// The machine was suspended; ``CapturePCM/recover(from:)`` continues.
        case suspended
        /// No sound has arrived yet.
        case notReady
        /// The PCM cannot do what was asked: format, rate, channels.
        case unsupported
        case other
    }

    package let kind: Kind
    /// The positive `errno`, for logs.
    package let number: Int32
    /// One sentence that names the PCM.
    package let message: String

    package var description: String { message }

    /// Reads alsa-lib's negative return code.
    ///
    /// - Parameter attempt: what was being done, as in "cannot *read from* …".
    package init(code: Int32, pcm: String, attempt: String) {
        number = abs(code)
        kind = Self.kind(of: abs(code))
        let reason =
            switch kind {
            case .notFound: "there is no such PCM or sound card"
            case .busy: "it is used by another program"
            case .notPermitted: "permission is denied; is this user in the group \"audio\"?"
            case .disconnected: "it is gone or answers no more"
            case .serverNotRunning: "the sound server does not run"
            default: ALSAText.string(snd_strerror(code), unknown: "error \(abs(code))")
            }
        message = "cannot \(attempt) ALSA's \"\(pcm)\": \(reason)"
    }

    private static func kind(of number: Int32) -> Kind {
        switch number {
        case ENOENT, ENXIO: .notFound
        case EBUSY: .busy
        case EACCES, EPERM: .notPermitted
        case ENODEV, ENOTCONN, EIO, EBADF: .disconnected
        case EHOSTDOWN, ECONNREFUSED: .serverNotRunning
        case EPIPE: .overrun
        case ESTRPIPE: .suspended
        case EAGAIN: .notReady
        case EINVAL: .unsupported
        default: .other
        }
    }

    /// Throws if `code` is negative, which is alsa-lib's sign of failure.
    @discardableResult
    static func check(_ code: Int32, pcm: String, _ attempt: String) throws(ALSAError) -> Int32 {
        if code < 0 { throw ALSAError(code: code, pcm: pcm, attempt: attempt) }
        return code
    }
}

/// Texts of alsa-lib, which has no words for some things when memory or descriptors are short.
enum ALSAText {
    static func string(_ text: UnsafePointer<CChar>?, unknown: String = "") -> String {
        text.map { String(cString: $0) } ?? unknown
    }
}
