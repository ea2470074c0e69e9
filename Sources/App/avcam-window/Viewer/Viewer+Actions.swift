import AVCamCore
import Foundation
import GtkSupport

/// The viewer's commands, for buttons, keys and other programs: actions of the window.
extension Viewer {
    private static let itemActions = [
        "show-item", "zoom-item", "play-item", "item-details", "open-item", "open-item-with", "show-grid",
    ]
    /// They are for the shown item, or for those that are selected in the grid.
    private static let filesActions = ["delete-item", "copy-item", "reveal-item", "export-item", "send-item"]

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
            withFile { viewer, files in
                Desktop.open(uri: files.primary.absoluteString, for: viewer.window) { viewer.say(problem: $0) }
            }
        }
        window.addAction("open-item-with") { [unowned self] in
            withFile { viewer, files in
                Desktop.openWith(path: files.primary.path, for: viewer.window) { viewer.say(problem: $0) }
            }
        }
        window.addAction("reveal-item") { [unowned self] in withFiles { $0.reveal($1) } }
        window.addAction("copy-item") { [unowned self] in
            withFiles { viewer, files in
                Desktop.copy(paths: files.flatMap(\.all).map(\.path), from: viewer.window)
                viewer.say(gettext("Copied; paste it where you want it."))
            }
        }
        addEditingActions()
        window.addAction("export-item") { [unowned self] in withFiles { $0.export($1) } }
        window.addAction("time-lapse") { [unowned self] in makeTimeLapse() }
        window.addAction("send-item") { [unowned self] in withFiles { $0.send($1) } }
        window.addToggle("select-items") { [unowned self] isOn in
            window.setState(isOn, of: "select-items")
            grid.setSelecting(isOn)
        }
    }

    func enableActions(at place: Place) {
        window.setEnabled(place != .camera, action: "viewer-back")
        window.setEnabled(place == .grid, action: "select-items")
        enableFilesActions(at: place)
        for name in Self.itemActions { window.setEnabled(place == .item, action: name) }
        window.setEnabled(place != .camera, action: "show-camera")
        enableTurning()
        enableEditing()
    }

    /// The buttons at the sides appear only if there is an item in that direction.
    func enableTurning() {
        left.sensitive = pager.hasNewer
        right.sensitive = pager.hasOlder
    }

    func enableFilesActions(at place: Place) {
        let isEnabled = place == .item || place == .grid && !grid.selected.isEmpty
        for name in Self.filesActions { window.setEnabled(isEnabled, action: name) }
        window.setEnabled(isEnabled && place == .grid, action: "time-lapse")
    }

    /// The shown item, or those that are selected in the grid, in its order.
    private var chosen: [MediaItem] {
        switch place {
        case .camera: []
        case .item: pager.item.map { [$0] } ?? []
        case .grid: grid.selected
        }
    }

    private func delete() {
        browser.delete(chosen)
        endSelecting()
    }

    /// - Returns: `false` if presses did not select.
    @discardableResult func endSelecting() -> Bool {
        guard grid.isSelecting else { return false }
        window.setState(false, of: "select-items")
        grid.setSelecting(false)
        return true
    }

    /// Undoes the deletion. If one item is shown, the restored one takes its place.
    private func undo() {
        guard let items = browser.deletion?.items else { return }
        browser.undoDeletion()
        announce(ngettext("%d item restored", "%d items restored", items.count))
        if place == .item, let item = items.last { showItem(item) }
    }

    private func reveal(_ files: [MediaFiles]) {
        let uris = files.flatMap(\.all).map(\.absoluteString)
        Desktop.reveal(uris: uris, for: application) { [weak self] _ in
            // Without such a file manager, use whatever opens folders.
            guard let self, let folder = files.first?.primary.deletingLastPathComponent() else { return }
            Desktop.open(uri: folder.absoluteString, for: window) { _ in
                self.say(problem: filled(gettext("There is no file manager to show it; it is in %s"), folder.path))
            }
        }
    }

    /// Asks for a name if there is one file, else for a folder, and puts copies of the files there.
    private func export(_ files: [MediaFiles]) {
        let all = files.flatMap(\.all)
        if all.count == 1, let file = all.first { return export(file) }
        Desktop.chooseFolder(gettext("Save Copies"), accept: gettext("_Save"), for: window) { [weak self] folder in
            self?.save(files.count, in: folder) { try await MediaFiles.copy(files, to: URL(fileURLWithPath: folder)) }
        }
    }

    private func export(_ file: URL) {
        Desktop.chooseNewFile(
            gettext("Save a Copy"), named: file.lastPathComponent, accept: gettext("_Save"), for: window
        ) { [weak self] path in
            let copy = URL(fileURLWithPath: path)
            self?.save(1, in: copy.deletingLastPathComponent().path) { try await MediaFiles.copy(file, as: copy) }
        }
    }

    private func save(_ count: Int, in folder: String, _ copy: @escaping () async throws -> Void) {
        work.begin { [weak self] in
            do {
                try await copy()
                self?.say(filled(ngettext("%d item saved in %s", "%d items saved in %s", count), folder))
            } catch {
                self?.say(problem: Message.translated(error))
            }
        }
    }

    private func send(_ files: [MediaFiles]) {
        Mail.compose(attaching: files.flatMap(\.all).map(\.path), for: application) { [weak self] failure in
            switch failure {
            case .noProgram: self?.say(problem: gettext("There is no e-mail program to send it with."))
            case .refused:
                self?.say(
                    problem: gettext(
                        "The e-mail program could not take the files; save copies and attach them yourself."))
            }
        }
    }

    private func withFile(_ body: @escaping (Viewer, MediaFiles) -> Void) {
        withFiles { viewer, files in if let first = files.first { body(viewer, first) } }
    }

    /// Finds the files of the chosen items, and says why if there are none.
    private func withFiles(_ body: @escaping (Viewer, [MediaFiles]) -> Void) {
        let items = chosen
        Task {
            do {
                var files: [MediaFiles] = []
                for item in items { files.append(try await item.files()) }
                body(self, files)
            } catch {
                say(problem: Message.translated(error))
            }
        }
    }

    func say(_ sentence: String) { show(Toast(sentence), sentence) }

    /// Why something was not done.
    func say(problem sentence: String) { show(Toast(sentence, isProblem: true), sentence) }

    private func show(_ toast: Toast, _ sentence: String) {
        toasts.show(toast)
        announce(sentence)
    }
}
