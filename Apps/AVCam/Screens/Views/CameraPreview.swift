import AVCamCore
import AVFoundation
import SwiftUI

/// What the camera sees.
struct CameraPreview: UIViewRepresentable {
    let source: any PreviewSource

    func makeUIView(context: Context) -> PreviewView {
        let preview = PreviewView()
        source.connect(to: preview)
        return preview
    }

    /// A session is connected once; nothing else changes.
    func updateUIView(_ preview: PreviewView, context: Context) {}

    /// A view whose own layer is the preview.
    final class PreviewView: UIView, PreviewTarget {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

        private var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }

        func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void) {
            // Setting the session blocks while it opens its devices.
            let layer = previewLayer
            DispatchQueue.global(qos: .userInitiated).async {
                layer.session = session
                onConnected()
            }
        }
    }
}
