import AVFoundation

/// Where a preview gets its picture from, without a way to change the session.
package protocol PreviewSource: Sendable {
    /// Lets `target` show what the camera sees.
    @MainActor func connect(to target: any PreviewTarget)
}

/// What shows the preview.
package protocol PreviewTarget {
    @MainActor func setSession(_ session: AVCaptureSession)
}

/// Hands a session to previews.
struct SessionPreviewSource: PreviewSource {
    let session: AVCaptureSession

    @MainActor func connect(to target: any PreviewTarget) {
        target.setSession(session)
    }
}
