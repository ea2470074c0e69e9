import AVCamCore
import GtkSupport

/// Explains, once, at the first launch, what the program uses the camera and microphone for. Then the camera starts.
final class Introduction {
    private let camera: any Camera
    private let parent: Window
    private var dialog: Window?
    private var observer: Observer?

    init(_ camera: any Camera, over parent: Window) {
        self.camera = camera
        self.parent = parent
        // If it appeared before its parent, it could be placed anywhere, and behind it.
        parent.on("map") { [weak self] in self?.begin() }
    }

    private func begin() {
        guard observer == nil else { return }
        observer = observe { [unowned self] in if camera.needsIntroduction { present() } }
    }

    private func present() {
        guard dialog == nil else { return }
        let dialog: Window = Interface(App.resources + "/introduction.ui")["introduction"]
        self.dialog = dialog
        dialog.nameLabelledButtons()
        dialog.transientFor = parent as Object?
        dialog.on("response") { [weak self] in self?.finish() }
        dialog.present()
    }

    private func finish() {
        camera.finishIntroduction()
        dialog = nil
        observer = nil
        Task { [camera] in await camera.start() }
    }
}
