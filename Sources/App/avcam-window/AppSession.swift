import AVCamCore
import AVCamLinux
import Foundation
import GtkSupport

/// What exists as long as the program runs: the camera, its window, and the actions that belong to neither.
final class AppSession {
    private let application: Application
    private let camera: any Camera
    private let settings = WindowSettings()
    private var window: CameraWindow?
    private var preferences: PreferencesWindow?
    private var introduction: Introduction?
    /// Whether a person has quit, and the program waits for what is being written.
    private var isQuitting = false

    init(_ application: Application) {
        self.application = application
        camera = CameraModel()
        application.on("activate") { [weak self] in self?.activate() }
        addActions()
    }

    /// Shows the window. A second start of the program brings the first one's window to the front.
    private func activate() {
        let window = window ?? makeWindow()
        self.window = window
        window.present()
    }

    private func makeWindow() -> CameraWindow {
        // In parallel with building the window. Nobody is filmed before they know it: the introduction comes first.
        if !camera.needsIntroduction { camera.prepare() }
        let window = CameraWindow(camera, settings, in: application)
        settings.remember(sizeOf: window.window)
        window.window.onCloseRequest { [weak self] in self?.quit() }
        if FrameTimes.isWanted { measure(window.window) }
        introduction = Introduction(camera, over: window.window)
        Task.detached(priority: .background) { PartialCopies.standard.removeAbandoned() }
        return window
    }

    private func addActions() {
        for mode in CaptureMode.allCases {
            application.addAction(mode.rawValue) { [weak self] in self?.show(mode) }
        }
        application.addAction("preferences") { [weak self] in self?.showPreferences() }
        application.addAction("about") { [weak self] in if let self { AboutWindow.present(over: frontWindow) } }
        application.addAction("quit") { [weak self] in self?.quit() }
        application.setKeys(Keys.always)
        if SimulatedPhoneControl.isOffered { application.addAction("simulate") { [weak self] in self?.simulate($0) } }
    }

    /// Adds an action that reports on standard error how well the main thread keeps up.
    private func measure(_ window: Window) {
        let times = FrameTimes(window)
        application.addAction("print-frame-times") {
            FileHandle.standardError.write(Data((times.summary + "\n").utf8))
            times.reset()
        }
    }

    /// Passes a script's command to the simulated phone.
    private func simulate(_ command: String) {
        Task {
            do { try await SimulatedPhoneControl.perform(command) } catch {
                camera.problem = Message(error)
            }
        }
    }

    /// The desktop file's additional actions.
    private func show(_ mode: CaptureMode) {
        guard window == nil else {
            activate()
            Task { await camera.switchMode(to: mode) }
            return
        }
        // A camera that has not been started begins in the mode that it remembers.
        var state = CameraState.load()
        state.captureMode = mode
        do { try state.save() } catch { camera.problem = Message(error) }
        activate()
    }

    private func showPreferences() {
        if frontWindow.presentDialog() { return }
        preferences = PreferencesWindow(camera, settings, over: frontWindow)
        preferences?.present()
    }

    /// D-Bus may ask for a dialog before there is a window.
    private var frontWindow: Window {
        let window = window ?? makeWindow()
        self.window = window
        return window.window
    }

    /// Ends a recording first, so that the movie is complete and saved, and waits for what is being written. Quitting
    /// again does not wait.
    private func quit() {
        let isRepeated = isQuitting
        isQuitting = true
        Task {
            if let window, !window.work.isEmpty, !isRepeated {
                if camera.captureActivity.isRecording { await camera.toggleRecording() }
                await window.finishWork()
            }
            window?.window.visible = false
            await camera.stop()
            application.quit()
        }
    }
}
