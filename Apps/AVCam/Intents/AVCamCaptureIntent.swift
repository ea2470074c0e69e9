import AVCamCore
import AppIntents

/// Opens the camera: the app, or on the lock screen its capture extension.
struct AVCamCaptureIntent: CameraCaptureIntent {
    /// The settings with which the extension begins.
    typealias AppContext = CameraState

    static let title: LocalizedStringResource = "Open AVCam"
    static let description: IntentDescription? = IntentDescription("Opens the camera to take photos and movies.")

    @MainActor
    func perform() async throws -> some IntentResult { .result() }
}
