import AVCamCore
import SwiftUI

/// The shutter: takes a photo, or starts and ends a movie.
struct CaptureButton<Model: Camera & Observable>: View {
    let camera: Model

    var body: some View {
        Button(action: press) {
            EmptyView()
        }
        .buttonStyle(ShutterStyle(isVideo: camera.captureMode == .video, isRecording: isRecording))
        .frame(width: 68, height: 68)
        .disabled(camera.status != .running)
        .accessibilityLabel(label)
        .accessibilityIdentifier("shutter")
    }

    private var isRecording: Bool { camera.captureActivity.isRecording }

    private var label: LocalizedStringKey {
        switch (camera.captureMode, isRecording) {
        case (.photo, _): "Take Photo"
        case (.video, false): "Start Recording"
        case (.video, true): "Stop Recording"
        }
    }

    private func press() {
        Task {
            switch camera.captureMode {
            case .photo: await camera.capturePhoto()
            case .video: await camera.toggleRecording()
            }
        }
    }
}

/// A ring around a disc, which is red for video, and a square while a movie is recorded.
private struct ShutterStyle: ButtonStyle {
    let isVideo: Bool
    let isRecording: Bool

    func makeBody(configuration: Configuration) -> some View {
        ZStack {
            Circle().strokeBorder(.white, lineWidth: 4)
            RoundedRectangle(cornerRadius: isRecording ? 6 : 28)
                .fill(isVideo ? Color.red : .white)
                .padding(isRecording ? 20 : 7)
                .scaleEffect(configuration.isPressed ? 0.9 : 1)
        }
        .animation(.easeInOut(duration: 0.25), value: isRecording)
        .animation(.easeInOut(duration: 0.15), value: configuration.isPressed)
    }
}
