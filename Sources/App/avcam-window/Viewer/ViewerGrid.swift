import AVCamCore
import Foundation
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
    private let header: Widget
    private let back: Widget
    private let title: Widget
    /// Those for what is selected.
    private let buttons: [Widget]
    private let heading: Widget
    private let selecting: Widget
    /// The cells that exist, shown or not.
    var cells: [WeakCell] = []
    /// By how many places the last change has moved the items behind it.
    private var lastShift = 0
    private var raws: [MediaItem: Bool] = [:]
    /// Whether a press selects or deselects an item instead of opening it.
    private(set) var isSelecting = false
    /// Called when other items are selected.
    var onSelection: () -> Void = {}
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
        header = interface["grid-header"]
        back = interface["back-to-camera"]
        title = interface["grid-title"]
        buttons = ["delete-selected", "share-selected"].map { interface.widget($0) }
        heading = interface["grid-day"]
        selecting = interface["select-items"]
        selection = Selection(of: list)
        grid.show(selection) { [unowned self] in
            GridCell(in: self)
        } onActivate: { [weak self] in
            self?.press($0)
        }
        grid.makeOneStop()
        grid.onKeyPress(isFirst: true) { [weak self] key in
            if key.modifiers.isEmpty, ["Delete", "KP_Delete"].contains(key.name) { self?.selectFocused() }
            return false
        }
        selection.on("selection-changed") { [weak self] in self?.showSelection() }
        grid.onArrow { [weak self] direction in
            // GTK's own answer would drop what is selected.
            guard let self, isSelecting else { return false }
            return grid.moveFocus(direction)
        }
        showSelection()
        // The adjustment's page size is the visible width, for which the grid itself has no signal.
        let room = grid.hadjustment as Object?
        room?.on("notify::page-size") { [weak self] in
            // Not during layout.
            Task { self?.setColumns() }
        }
        let place = grid.vadjustment as Object?
        place?.on("notify::value") { [weak self] in self?.showHeading() }
    }

    private func setColumns() {
        let columns = max(3, grid.width / Self.cellWidth)
        if grid.maxColumns != columns { grid.maxColumns = columns }
        showHeading()
    }

    // MARK: Days

    /// The title of the day whose first item, which is its newest, has this index; `nil` for other items.
    func day(beginningAt index: Int) -> String? {
        guard shown.indices.contains(index) else { return nil }
        let date = shown[index].creationDate
        if index > 0, Calendar.current.isDate(shown[index - 1].creationDate, inSameDayAs: date) { return nil }
        let isThisYear = Calendar.current.isDate(date, equalTo: Date(), toGranularity: .year)
        return Self.day(of: shown[index], isThisYear ? gettext("%-d %b") : gettext("%-d %b %Y"))
    }

    private static func day(of item: MediaItem, _ format: String) -> String {
        LocalText.date(item.creationDate.timeIntervalSince1970, format)
    }

    /// Names the day of the first row that is seen, once its own title has been scrolled away.
    private func showHeading() {
        guard let place = grid.vadjustment as Object? else { return }
        let (value, height): (Double, Double) = (place.value, place.upper)
        let columns: Int = grid.maxColumns
        let rows = Double((shown.count + columns - 1) / columns)
        // All rows are equally high. The sum of their heights has a rounding error.
        let first = height > 0 ? Int(value / height * rows + 0.01) * columns : 0
        heading.visible = value > 0 && shown.indices.contains(first)
        if heading.visible { heading.label = Self.day(of: shown[first], gettext("%A, %-d %B %Y")) }
    }

    // MARK: Raw data

    /// `nil` until it was looked up.
    func isRaw(_ item: MediaItem) -> Bool? { raws[item] }

    func remember(_ item: MediaItem, isRaw: Bool) { raws[item] = isRaw }

    /// Updates the list, cell by cell.
    func show(_ items: [MediaItem], isLoaded: Bool) {
        if let splice = MediaItemSplice(from: shown, to: items) {
            // The cells look up their items while the list changes.
            shown = items
            lastShift = splice.inserted.count - splice.removed
            cells.removeAll { $0.cell == nil }
            list.replace(at: splice.position, count: splice.removed, with: splice.inserted.map(\.id))
            for cell in cells { cell.cell?.showDay() }
        }
        states.show(isLoaded ? (items.isEmpty ? "empty" : "items") : "loading")
        showSelection()
    }

    /// Where the item with this identifier is: probably at `index`, or where the last change has moved it.
    func index(of id: String, near index: Int) -> Int? {
        for index in [index, index + lastShift] where shown.indices.contains(index) && shown[index].id == id {
            return index
        }
        return shown.firstIndex { $0.id == id }
    }

    /// The item with this identifier, probably the one at `index`.
    func item(_ id: String, at index: Int) -> MediaItem? {
        if shown.indices.contains(index), shown[index].id == id { return shown[index] }
        return shown.first { $0.id == id }
    }

    /// Opens an item; while items are being selected, selects or deselects it.
    func press(_ index: Int) {
        guard shown.indices.contains(index) else { return }
        if isSelecting { selection.toggle(index) } else { onOpen(shown[index]) }
    }

    // MARK: Selecting

    /// - Parameter isSelecting: whether presses select; otherwise nothing stays selected.
    func setSelecting(_ isSelecting: Bool) {
        self.isSelecting = isSelecting
        if !isSelecting {
            selection.clear()
        } else if selection.indexes.isEmpty {
            // The keys that select are the grid's. It selects what has the focus by itself.
            grid.grabFocus()
            selection.clear()
        }
        showSelection()
    }

    /// Focuses an item, or the first one; in an empty library, what leads back.
    func focus(_ item: MediaItem?) {
        if shown.isEmpty {
            // GTK may still be about to move it.
            Task { back.grabFocus() }
            return
        }
        guard let index = item.flatMap({ item in shown.firstIndex { $0.id == item.id } }) else {
            // It gives the focus to the cell that had it last, if there is one.
            grid.grabFocus()
            if grid.hasFocus { focusCell(at: 0) }
            return
        }
        selection.clear()
        grid.scroll(to: index)
        focusCell(at: index)
    }

    private func focusCell(at index: Int) { cells.lazy.compactMap(\.cell).first { $0.index == index }?.focus() }

    /// Deleting is for what is selected. What has the focus when the grid opens is not, until a key moves the focus.
    private func selectFocused() {
        guard !isSelecting, selection.indexes.isEmpty,
            let index = cells.lazy.compactMap(\.cell).first(where: \.hasFocus)?.index
        else { return }
        selection.select(index)
    }

    var selected: [MediaItem] {
        selection.indexes.filter(shown.indices.contains).map { shown[$0] }
    }

    private func showSelection() {
        let count = selection.indexes.count
        for button in buttons { button.visible = count > 0 }
        let isChosen = isSelecting && count > 0
        // In a narrow window the number would be cut off. The arrow at the left ends the selection, too, and with it comes
        // back what closes the window.
        selecting.visible = !shown.isEmpty && !isChosen
        header.showEndTitleButtons = !isChosen
        onSelection()
        let selected = ngettext("%d selected", "%d selected", count)
        title.title = isChosen ? selected : isSelecting ? gettext("Select Items") : gettext("Library")
        title.subtitle =
            if isChosen {
                ""
            } else if count > 0 {
                selected
            } else if shown.isEmpty {
                ""
            } else {
                ngettext("%d item", "%d items", shown.count)
            }
    }
}
