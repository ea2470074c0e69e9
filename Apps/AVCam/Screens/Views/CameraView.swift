import AVCamCore
import SwiftUI

/// The camera's screen: its picture, its controls, and what it is doing.
package struct CameraView<Model: Camera & Observable>: View {
    @Bindable private var camera: Model
    private let library: (@MainActor () -> MediaBrowser)?
    @Environment(\.horizontalSizeClass) private var horizontalSizeClass

    /// - Parameter library: opens the library; `nil` where nothing but the last capture may be seen.
    package init(camera: Model, library: (@MainActor () -> MediaBrowser)? = nil) {
        self.camera = camera
        self.library = library
    }

    package var body: some View {
        ZStack {
            Color.black.ignoresSafeArea()
            arrangement
            StatusOverlay(camera: camera)
        }
        .preferredColorScheme(.dark)
        .alert("Camera", isPresented: hasProblem) {
            Button("OK", role: .cancel) {}
        } message: {
            Text(verbatim: camera.problem?.text() ?? "")
        }
    }

    /// The controls are below the picture on a phone, and beside it where there is more width than height.
    @ViewBuilder private var arrangement: some View {
        if horizontalSizeClass == .regular {
            HStack(spacing: 0) {
                picture
                VStack {
                    FeaturesToolbar(camera: camera)
                    Spacer()
                    CaptureModePicker(camera: camera)
                    Spacer()
                    MainToolbar(camera: camera, library: library, axis: .vertical)
                }
                .padding()
                .frame(width: 132)
                .minimized(camera.prefersMinimizedUI)
            }
        } else {
            VStack(spacing: 0) {
                FeaturesToolbar(camera: camera)
                    .padding(.vertical, 8)
                    .minimized(camera.prefersMinimizedUI)
                picture
                VStack(spacing: 16) {
                    CaptureModePicker(camera: camera)
                    MainToolbar(camera: camera, library: library, axis: .horizontal)
                }
                .padding()
                .minimized(camera.prefersMinimizedUI)
            }
        }
    }

    private var picture: some View {
        PreviewContainer(camera: camera) {
            CameraPreview(source: camera.previewSource)
                .onTapGesture { location in Task { await camera.focusAndExpose(at: location) } }
                .simultaneousGesture(swipe)
                .accessibilityElement()
                .accessibilityLabel("Camera Preview")
                .accessibilityIdentifier("preview")
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }

    /// A swipe to the left shows what is on the right: video; and the other way round.
    private var swipe: some Gesture {
        DragGesture(minimumDistance: 50).onEnded { drag in
            guard abs(drag.translation.width) > 2 * abs(drag.translation.height) else { return }
            let mode = drag.translation.width < 0 ? CaptureMode.video : .photo
            guard mode != camera.captureMode, !camera.captureActivity.isRecording else { return }
            Task { await camera.switchMode(to: mode) }
        }
    }

    private var hasProblem: Binding<Bool> {
        Binding {
            camera.problem != nil
        } set: { isShown in
            if !isShown { camera.problem = nil }
        }
    }
}

extension View {
    /// Steps back while the Camera Control is on the screen.
    fileprivate func minimized(_ isMinimized: Bool) -> some View {
        opacity(isMinimized ? 0 : 1)
            .allowsHitTesting(!isMinimized)
            .accessibilityHidden(isMinimized)
            .animation(.easeInOut(duration: 0.2), value: isMinimized)
    }
}

#Preview {
    CameraView(camera: PreviewCameraModel(captureMode: .photo, status: .running))
}
