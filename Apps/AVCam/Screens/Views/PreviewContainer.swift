import AVCamCore
import SwiftUI

/// Blurs the preview while the camera or the mode is changed, and blinks at each exposure.
struct PreviewContainer<Model: Camera & Observable, Content: View>: View {
    let camera: Model
    @ViewBuilder let content: Content

    var body: some View {
        content
            .blur(radius: camera.isSwitching ? 30 : 0, opaque: true)
            .clipped()
            .animation(.linear(duration: 0.15), value: camera.isSwitching)
            .overlay { Color.black.opacity(camera.shouldFlashScreen ? 1 : 0).allowsHitTesting(false) }
            .overlay(alignment: .top) { badges }
    }

    @ViewBuilder private var badges: some View {
        switch camera.captureActivity {
        case .movieCapture(let progress): RecordingTimeView(seconds: progress.duration).padding(12)
        case .photoCapture(let progress) where progress.livePhotos > 0: LiveBadge().padding(12)
        default: EmptyView()
        }
    }
}
