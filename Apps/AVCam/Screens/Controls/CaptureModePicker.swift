import AVCamCore
import SwiftUI

/// Photo or video.
struct CaptureModePicker<Model: Camera & Observable>: View {
    let camera: Model

    var body: some View {
        Picker("Mode", selection: mode) {
            Text("Photo").tag(CaptureMode.photo)
            Text("Video").tag(CaptureMode.video)
        }
        .pickerStyle(.segmented)
        .frame(maxWidth: 220)
        .disabled(camera.captureActivity.isRecording)
    }

    private var mode: Binding<CaptureMode> {
        Binding {
            camera.captureMode
        } set: { mode in
            Task { await camera.switchMode(to: mode) }
        }
    }
}
