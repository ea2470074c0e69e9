/// What went wrong in the engine, in words a person can use.
package struct CaptureError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// There is no such device, or it does not answer to its name.
        case deviceNotFound
        /// Another program holds it.
        case deviceInUse
        /// It was pulled out while in use.
        case deviceDisconnected
        /// The user, the portal or the node's permissions forbid it.
        case notAuthorized
        /// The device refused, stalled or gave an invalid answer.
        case deviceFailed
        /// No frame came within the deadline.
        case noFrames
        /// The device, encoder or file cannot do this format.
        case formatUnsupported
        /// A file already exists where a new one should be made.
        case fileExists
        /// A file or folder cannot be read.
        case fileUnreadable
        /// A required file is missing, or has changed since it was written.
        case fileDamaged
        /// A file cannot be written: permission, missing folder, I/O error.
        case fileUnwritable
        /// Another program moved, replaced or changed a file while it was written.
        case fileLost
        /// No space is left.
        case diskFull
        /// The encoder's library is missing or has no such encoder.
        case encoderNotFound
        /// The encoder refused or failed.
        case encodeFailed
        /// Stopped before there was anything to keep.
        case noData
        /// A limit that the caller set: duration.
        case durationLimit
        /// A limit that the caller set: file size.
        case fileSizeLimit
        /// A limit that the caller set: free space to leave on the disk.
        case freeSpaceLimit
        /// Given up because the session stopped.
        case interrupted
        /// Asked for while the session does not run.
        case sessionNotRunning
        /// Ended because routes or a camera's format were changed meanwhile.
        case reconfigured
        /// The output records into another file.
        case alreadyRecording
        /// Something took the session's devices away for a while.
        case sessionInterrupted
    }

    package var code: Code
    /// The device that it happened to, if any.
    package var device: DeviceID?
    /// One sentence that names the thing and says what is wrong: "/dev/video0 is used by another program".
    package var message: String
    /// The underlying error: an `Errno`, or a library's error.
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, device: DeviceID? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.device = device
        self.cause = cause
    }

    package var description: String { message }

    /// Whether the caller set what ended it.
    var isLimit: Bool { [.durationLimit, .fileSizeLimit, .freeSpaceLimit].contains(code) }
}
