import AppIntents

/// What the system offers of the app without being asked.
struct AVCamShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: AVCamCaptureIntent(), phrases: ["Open the camera of \(.applicationName)"],
            shortTitle: "Open Camera", systemImageName: "camera.fill")
    }
}
