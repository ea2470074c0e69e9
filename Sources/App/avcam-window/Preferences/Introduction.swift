import AVCamCore
import GtkSupport

/// Tells a person once, at the first start, what the program wants with camera and microphone.
final class Introduction {
    private let camera: any Camera
    private let parent: Window
    private var dialog: Window?
    private var observer: Observer?

    init(_ camera: any Camera, over parent: Window) {
        self.camera = camera
        self.parent = parent
        // Before its parent, it would be put anywhere, and under it.
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
        dialog.transientFor = parent as Object?
        dialog.on("response") { [weak self] in self?.finish() }
        dialog.present()
    }

    private func finish() {
        camera.finishIntroduction()
        dialog = nil
        observer = nil
    }
}
