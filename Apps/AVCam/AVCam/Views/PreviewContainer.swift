import AVCamCore
import SwiftUI

/// Gives the preview its shape, blurs it while the camera or the mode is changed, and blinks at each exposure.
struct PreviewContainer<Model: Camera & Observable, Content: View>: View {
    let camera: Model
    @ViewBuilder let content: Content
    @State private var blurRadius = 0.0

    var body: some View {
        content
            .clipped()
            .overlay { Color.black.opacity(camera.shouldFlashScreen ? 1 : 0).allowsHitTesting(false) }
            .overlay(alignment: .top) { badges }
            .onChange(of: camera.isSwitching) { _, isSwitching in
                withAnimation(.linear(duration: 0.15)) { blurRadius = isSwitching ? 24 : 0 }
            }
    }

    @ViewBuilder private var badges: some View {
        switch camera.captureActivity {
        case .movieCapture(let progress): RecordingTimeView(seconds: progress.duration).padding(12)
        case .photoCapture(let progress) where progress.livePhotos > 0: LiveBadge().padding(12)
        default: EmptyView()
        }
    }
}
