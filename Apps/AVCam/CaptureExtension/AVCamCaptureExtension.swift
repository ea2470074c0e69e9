import AVCamCore
import AVCamScreens
import LockedCameraCapture
import SwiftUI

/// The camera on the lock screen.
@main
struct AVCamCaptureExtension: LockedCameraCaptureExtension {
    var body: some LockedCameraCaptureExtensionScene {
        LockedCameraCaptureUIScene { session in
            LockedCameraView(session: session)
        }
    }
}

/// The app's camera with what was captured in this session, and without the library.
struct LockedCameraView: View {
    let session: LockedCameraCaptureSession
    @State private var camera: CameraModel?
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        ZStack {
            Color.black.ignoresSafeArea()
            if let camera { CameraView(camera: camera) }
        }
        .task {
            guard camera == nil else { return }
            let new = await CameraModel.forLockScreen(session)
            camera = new
            await new.start()
        }
        .onChange(of: scenePhase) { _, phase in
            // A recording ends, and is kept in the session's folder.
            guard phase == .background, let camera else { return }
            Task { await camera.stop() }
        }
    }
}
