import AVCamCore
import SwiftUI

/// The last capture, the shutter, and the other camera.
struct MainToolbar<Model: Camera & Observable>: View {
    let camera: Model
    let library: (@MainActor () -> MediaBrowser)?
    let axis: Axis

    var body: some View {
        let layout = axis == .horizontal ? AnyLayout(HStackLayout()) : AnyLayout(VStackLayout(spacing: 24))
        layout {
            ThumbnailButton(camera: camera, library: library)
            if axis == .horizontal { Spacer() }
            CaptureButton(camera: camera)
            if axis == .horizontal { Spacer() }
            SwitchCameraButton(camera: camera)
        }
    }
}

/// Changes to the next camera.
struct SwitchCameraButton<Model: Camera & Observable>: View {
    let camera: Model

    var body: some View {
        Button {
            Task { await camera.switchCamera() }
        } label: {
            Image(systemName: "arrow.triangle.2.circlepath")
                .font(.title2)
                .frame(width: 52, height: 52)
                .background(.white.opacity(0.15), in: .circle)
        }
        .buttonStyle(.plain)
        .foregroundStyle(.white)
        .disabled(camera.cameras.count < 2 || camera.captureActivity.isRecording || camera.isSwitching)
        .accessibilityLabel("Switch Camera")
        .accessibilityIdentifier("switch-camera")
    }
}

/// The last capture. A press shows the library, if there is one to show.
struct ThumbnailButton<Model: Camera & Observable>: View {
    let camera: Model
    let library: (@MainActor () -> MediaBrowser)?
    @State private var isLibraryShown = false

    var body: some View {
        if let library {
            Button {
                isLibraryShown = true
            } label: {
                frame
            }
            .buttonStyle(.plain)
            .disabled(camera.captureActivity.isRecording)
            .accessibilityLabel("Photos and Movies")
            .accessibilityIdentifier("library")
            .sheet(isPresented: $isLibraryShown) { LibraryView(browser: library()) }
        } else {
            frame
                .accessibilityElement()
                .accessibilityLabel(camera.thumbnail == nil ? Text("Nothing Captured Yet") : Text("Last Capture"))
                .accessibilityIdentifier("last-capture")
        }
    }

    private var frame: some View {
        picture
            .frame(width: 52, height: 52)
            .background(.white.opacity(0.15))
            .clipShape(.rect(cornerRadius: 8))
    }

    @ViewBuilder private var picture: some View {
        if let thumbnail = camera.thumbnail {
            Image(decorative: thumbnail, scale: 1)
                .resizable()
                .aspectRatio(contentMode: .fill)
                .transition(.scale)
        } else {
            Image(systemName: "photo.on.rectangle").foregroundStyle(.white)
        }
    }
}
