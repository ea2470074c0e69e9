import AVCamCore
import GtkSupport

/// All photos and movies at once, newest first.
final class ViewerGrid {
    /// The approximate width of a cell in a wide window; a narrow one has three columns.
    private static let cellWidth = 165

    let pictures: MediaPictures
    let names: ItemNames
    private let grid: GridView
    private let states: PageStack
    private let spinner: Widget
    private let title: Widget
    private let deleteButton: Widget
    private let list = TextList()
    private let selection: Selection
    private let onOpen: (MediaItem) -> Void
    /// What the list shows now.
    private var shown: [MediaItem] = []

    init(
        _ interface: Interface, pictures: MediaPictures, names: ItemNames, onOpen: @escaping (MediaItem) -> Void
    ) {
        self.pictures = pictures
        self.names = names
        self.onOpen = onOpen
        grid = interface["grid"]
        states = interface["grid-states"]
        spinner = interface["grid-spinner"]
        spinner.spinWhileSeen()
        title = interface["grid-title"]
        deleteButton = interface["delete-selected"]
        selection = Selection(of: list)
        grid.show(selection) { [unowned self] in
            GridCell(in: self)
        } onActivate: { [weak self] in
            self?.open($0)
        }
        selection.on("selection-changed") { [weak self] in self?.showSelection() }
        showSelection()
        // The adjustment's page size is the visible width, for which the grid itself has no signal.
        let room = grid.hadjustment as Object?
        room?.on("notify::page-size") { [weak self] in
            // Not during layout.
            Task { self?.setColumns() }
        }
    }

    private func setColumns() {
        let columns = max(3, grid.width / Self.cellWidth)
        if grid.maxColumns != columns { grid.maxColumns = columns }
    }

    /// Updates the list, cell by cell.
    func show(_ items: [MediaItem], isLoaded: Bool) {
        if let splice = MediaItemSplice(from: shown, to: items) {
            // The cells look up their items while the list changes.
            shown = items
            list.replace(at: splice.position, count: splice.removed, with: splice.inserted.map(\.id))
        }
        states.show(isLoaded ? (items.isEmpty ? "empty" : "items") : "loading")
        showSelection()
    }

    /// The item with this identifier, probably the one at `index`.
    func item(_ id: String, at index: Int) -> MediaItem? {
        if shown.indices.contains(index), shown[index].id == id { return shown[index] }
        return shown.first { $0.id == id }
    }

    func open(_ index: Int) {
        guard shown.indices.contains(index) else { return }
        onOpen(shown[index])
    }

    /// Focuses an item, or the first one.
    func focus(_ item: MediaItem?) {
        grid.grabFocus()
        guard let item, let index = shown.firstIndex(where: { $0.id == item.id }) else { return }
        selection.clear()
        grid.focusCell(index)
    }

    var selected: [MediaItem] {
        selection.indexes.filter(shown.indices.contains).map { shown[$0] }
    }

    private func showSelection() {
        let count = selection.indexes.count
        deleteButton.visible = count > 0
        title.subtitle =
            if count > 0 {
                ngettext("%d selected", "%d selected", count)
            } else if shown.isEmpty {
                ""
            } else {
                ngettext("%d item", "%d items", shown.count)
            }
    }
}
