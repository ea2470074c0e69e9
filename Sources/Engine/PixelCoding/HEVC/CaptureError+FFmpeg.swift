import CaptureEngine
import FFmpeg

extension CaptureError {
    /// What an encoder's refusal means for a recording.
    package init(_ error: FFmpegError) {
        let code: Code =
            switch error.code {
            case .librariesMissing, .codecMissing: .encoderNotFound
            case .unsupported: .formatUnsupported
            case .unreadable: .fileUnreadable
            case .codecFailed: .encodeFailed
            }
        self.init(code, error.message, cause: error)
    }
}
