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
    private unowned let grid: ViewerGrid
    private var index: Int?
    private var loading: Task<Void, Never>?

    init(in grid: ViewerGrid) {
        let interface = Interface(App.resources + "/grid-cell.ui")
        widget = interface["cell"]
        picture = interface["picture"]
        duration = interface["duration"]
        kind = interface["kind"]
        live = interface["live"]
        self.grid = grid
        widget.onPlainClick { [weak self] in
            guard let self, let index else { return }
            grid.open(index)
        }
    }

    func show(_ text: String, at index: Int) {
        self.index = index
        guard let item = grid.item(text, at: index) else { return }
        // The focus is on the widget that GTK puts around the cell.
        (widget.parent as Widget? ?? widget).setAccessibleLabel(grid.names[item])
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

    func clear() {
        loading?.cancel()
        loading = nil
        index = nil
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
