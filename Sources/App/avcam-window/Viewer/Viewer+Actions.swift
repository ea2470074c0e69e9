import AVCamCore
import Foundation
import GtkSupport

/// The viewer's commands, for buttons, keys and other programs: actions of the window.
extension Viewer {
    private static let itemActions = [
        "show-item", "zoom-item", "play-item", "item-details", "open-item", "open-item-with", "copy-item",
        "reveal-item",
        "show-grid", "show-camera",
    ]

    func addActions() {
        window.addAction("show-camera") { [unowned self] in showCamera() }
        window.addAction("show-grid") { [unowned self] in showGrid() }
        window.addAction("viewer-back") { [unowned self] in goBack() }
        window.addAction("show-item") { [unowned self] word in pager.show(word) }
        window.addAction("zoom-item") { [unowned self] word in pager.zoom(word) }
        window.addAction("play-item") { [unowned self] in pager.page.play() }
        window.addAction("item-details") { [unowned self] in pager.toggleDetails() }
        window.addAction("delete-item") { [unowned self] in delete() }
        window.addAction("undo-delete") { [unowned self] in undo() }
        window.addAction("open-item") { [unowned self] in
            withFiles { viewer, files in
                Desktop.open(uri: files.primary.absoluteString, for: viewer.window) { viewer.say($0) }
            }
        }
        window.addAction("open-item-with") { [unowned self] in
            withFiles { viewer, files in
                Desktop.openWith(path: files.primary.path, for: viewer.window) { viewer.say($0) }
            }
        }
        window.addAction("reveal-item") { [unowned self] in withFiles { $0.reveal($1) } }
        window.addAction("copy-item") { [unowned self] in
            withFiles { viewer, files in
                Desktop.copy(paths: files.all.map(\.path), from: viewer.window)
                viewer.say(gettext("Copied; paste it where you want it."))
            }
        }
    }

    func enableActions(at place: Place) {
        window.setEnabled(place != .camera, action: "viewer-back")
        window.setEnabled(place != .camera, action: "delete-item")
        for name in Self.itemActions { window.setEnabled(place == .item, action: name) }
        window.setEnabled(place != .camera, action: "show-camera")
        enableTurning()
    }

    /// The buttons at the sides appear only if there is an item in that direction.
    func enableTurning() {
        left.sensitive = pager.hasNewer
        right.sensitive = pager.hasOlder
    }

    private func delete() {
        switch place {
        case .camera: break
        case .item: browser.delete(pager.item.map { [$0] } ?? [])
        case .grid: browser.delete(grid.selected)
        }
    }

    /// Undoes the deletion. If one item is shown, the restored one takes its place.
    private func undo() {
        let item = browser.deletion?.items.last
        browser.undoDeletion()
        if place == .item, let item { showItem(item) }
    }

    private func reveal(_ files: MediaFiles) {
        Desktop.reveal(uris: files.all.map(\.absoluteString), for: application) { [weak self] _ in
            // Without such a file manager, use whatever opens folders.
            guard let self else { return }
            let folder = files.primary.deletingLastPathComponent()
            Desktop.open(uri: folder.absoluteString, for: window) { _ in
                self.say(filled(gettext("There is no file manager to show it; it is in %s"), folder.path))
            }
        }
    }

    /// Finds the files of the shown items, and says why if there are none.
    private func withFiles(_ body: @escaping (Viewer, MediaFiles) -> Void) {
        guard let item = pager.item else { return }
        Task {
            do {
                body(self, try await item.files())
            } catch {
                say(Message.translated(error))
            }
        }
    }

    func say(_ sentence: String) {
        toasts.show(Toast(sentence))
        announce(sentence)
    }
}
