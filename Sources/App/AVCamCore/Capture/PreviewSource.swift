import AVFoundation

/// Where a preview gets its picture; it offers no way to change the session.
package protocol PreviewSource: Sendable {
    /// Lets `target` show what the camera sees.
    @MainActor func connect(to target: any PreviewTarget)
}

/// What shows the preview.
package protocol PreviewTarget {
    /// - Parameter onConnected: call it, on any thread, when the session has the preview's layer.
    @MainActor func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void)
}

/// Hands a service's session to previews.
struct SessionPreviewSource: PreviewSource {
    let service: CaptureService

    @MainActor func connect(to target: any PreviewTarget) {
        target.setSession(service.session) { [weak service] in
            Task { await service?.rotate() }
        }
    }
}
