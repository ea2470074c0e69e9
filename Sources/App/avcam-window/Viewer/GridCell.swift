import AVCamCore
import GtkSupport

/// One thumbnail of the grid, reused for other items.
final class GridCell: Cell {
    /// In pixels, for a display of normal density.
    private static let size = 256
    /// Shown until the thumbnail is ready; it keeps the cell square.
    private static let placeholder = Object.emptyPicture(width: size, height: size)

    let widget: Widget
    private let picture: Widget
    private let duration: Widget
    private let kind: Widget
    private let live: Widget
    private let raw: Widget
    private let day: Widget
    private unowned let grid: ViewerGrid
    /// The item's identifier, and where it was last.
    private var shown: (text: String, index: Int)?
    private var loading: Task<Void, Never>?
    private var asking: Task<Void, Never>?

    init(in grid: ViewerGrid) {
        let interface = Interface(App.resources + "/grid-cell.ui")
        widget = interface["cell"]
        picture = interface["picture"]
        duration = interface["duration"]
        kind = interface["kind"]
        live = interface["live"]
        raw = interface["raw"]
        day = interface["day"]
        self.grid = grid
        widget.onPlainClick { [weak self] in
            if let index = self?.index { grid.press(index) }
        }
        grid.cells.append(WeakCell(self))
    }

    /// Where the item is now: items before it come and go.
    var index: Int? { shown.flatMap { grid.index(of: $0.text, near: $0.index) } }

    func focus() { (widget.parent as Widget?)?.grabFocus() }

    var hasFocus: Bool { (widget.parent as Widget?)?.hasFocus ?? false }

    func show(_ text: String, at index: Int) {
        shown = (text, index)
        guard let item = grid.item(text, at: index) else { return }
        // The focus is on the widget that GTK puts around the cell.
        setName(grid.names[item])
        showDay()
        showRaw(of: item)
        live.visible = item.kind == .livePhoto
        kind.visible = item.kind == .movie
        kind.iconName = "camera-video-symbolic"
        widget.tooltipText = ""
        duration.visible = item.kind == .movie
        duration.label = MediaText.duration(item.duration)
        let size = widget.scaleFactor > 1 ? Self.size * 3 / 2 : Self.size
        if let image = grid.pictures.keptThumbnail(of: item, size: size) {
            picture.paintable = Texture(image) as Object?
        } else {
            picture.paintable = Self.placeholder as Object?
            load(item, size)
        }
    }

    private func setName(_ name: String) { (widget.parent as Widget? ?? widget).setAccessibleLabel(name) }

    /// Names the day above its first item; which one that is changes with the list.
    func showDay() {
        let index = index
        if let index { shown?.index = index }
        let title = index.flatMap { grid.day(beginningAt: $0) }
        day.visible = title != nil
        if let title { day.label = title }
    }

    private func showRaw(of item: MediaItem) {
        raw.visible = grid.isRaw(item) == true
        if raw.visible { setName(grid.names.raw(item)) }
        guard item.kind == .photo, grid.isRaw(item) == nil else { return }
        asking = Task { [weak self, grid] in
            // A file that cannot be read says so in place of its picture.
            guard let hasRaw = try? await item.hasRaw() else { return }
            grid.remember(item, isRaw: hasRaw)
            if !Task.isCancelled, hasRaw { self?.showRaw(of: item) }
        }
    }

    func clear() {
        asking?.cancel()
        loading?.cancel()
        loading = nil
        shown = nil
        picture.paintable = nil as Object?
    }

    private func load(_ item: MediaItem, _ size: Int) {
        loading = Task { [weak self, pictures = grid.pictures] in
            let thumbnail = await Result { try await pictures.thumbnail(of: item, size: size) }
            guard !Task.isCancelled, let self else { return }
            switch thumbnail {
            case .success(let image): picture.paintable = Texture(image) as Object?
            case .failure(let error): fail(Message.translated(error))
            }
        }
    }

    /// A file that cannot be shown is still listed, so that it can be deleted or opened with another program.
    private func fail(_ reason: String) {
        kind.visible = true
        kind.iconName = "dialog-warning-symbolic"
        widget.tooltipText = reason
    }
}

/// A cell that the grid view owns.
struct WeakCell {
    private(set) weak var cell: GridCell?

    init(_ cell: GridCell) { self.cell = cell }
}
