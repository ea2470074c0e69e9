import AVCamCore
import AVCamScreens
import SwiftUI

/// The camera app, on an iPhone, an iPad or a Linux desktop.
@main
struct AVCamApp: App {
    @State private var camera = CameraModel.forApp()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup("AVCam") {
            CameraView(camera: camera, library: MediaBrowser.forApp)
                .statusBarHidden(true)
                .persistentSystemOverlays(.hidden)
                .task { await camera.start() }
                .onChange(of: scenePhase) { _, phase in follow(phase) }
        }
    }

    /// Nobody sees the picture while the app is in the background.
    private func follow(_ phase: ScenePhase) {
        Task {
            switch phase {
            case .active: await camera.resume()
            case .background: await camera.pause()
            default: break
            }
        }
    }
}
