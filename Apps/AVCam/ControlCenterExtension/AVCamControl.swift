import AppIntents
import SwiftUI
import WidgetKit

/// The camera's button in the Control Center, on the lock screen and for the Action button.
struct AVCamControl: ControlWidget {
    static let kind = "org.avcam.AVCam.open-camera"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind) {
            ControlWidgetButton(action: AVCamCaptureIntent()) {
                Label("AVCam", systemImage: "camera.fill")
            }
        }
        .displayName("Camera")
        .description("Opens the camera to take photos and movies.")
    }
}
