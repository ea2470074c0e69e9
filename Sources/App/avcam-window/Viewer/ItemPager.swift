import AVCamCore
import Foundation
import GtkSupport

/// One item at a time, sliding across the window.
final class ItemPager {
    /// In layout units: the width of a phone, where the bar has no room for a long date.
    private static let narrow = 500

    private let slides: PageStack
    private let title: Widget
    private let deleteButton: Widget
    private let details: DetailsPanel
    private let flap: Widget
    private let pictures: MediaPictures
    private let pages: [ItemPage]
    private var front = 0
    private var items: [MediaItem] = []
    private var index: Int?

    /// Called when the last item is gone.
    var onEmpty: () -> Void = {}
    /// Called when another item, or none, is shown.
    var onTurn: () -> Void = {}

    init(_ interface: Interface, pictures: MediaPictures, names: ItemNames) {
        slides = interface["slides"]
        title = interface["item-title"]
        deleteButton = interface["delete-item"]
        flap = interface["flap"]
        details = DetailsPanel(interface["details"])
        self.pictures = pictures
        pages = (0..<2).map { _ in ItemPage(pictures: pictures, names: names) }
        for (number, page) in pages.enumerated() {
            slides.add(page.widget, named: "\(number)")
            // Not during layout.
            page.onResize = { [weak self] in Task { self?.showTitle() } }
            page.zoom.onSwipe = { [weak self] direction in self?.turn(direction) }
        }
        flap.onChange(of: "reveal-flap") { [weak self] in self?.showDetails() }
    }

    var item: MediaItem? { index.map { items[$0] } }
    var page: ItemPage { pages[front] }
    var hasNewer: Bool { (index ?? 0) > 0 }
    var hasOlder: Bool { (index ?? items.count) < items.count - 1 }

    // MARK: Showing

    /// Shows an item without sliding.
    func open(_ item: MediaItem, of items: [MediaItem]) {
        self.items = items
        index = items.firstIndex { $0.id == item.id }
        page.show(item)
        page.grabFocus()
        turned()
    }

    /// The library changed: the shown item stays, or the one after it takes its place.
    func update(_ new: [MediaItem]) {
        guard let index, let item else { return }
        items = new
        if let place = new.firstIndex(where: { $0.id == item.id }) {
            self.index = place
            if new[place] != item { page.show(new[place]) }
            turned()
        } else if new.isEmpty {
            close()
            onEmpty()
        } else {
            let place = min(index, new.count - 1)
            self.index = place
            slide(place < index ? .slideRight : .slideLeft)
        }
    }

    /// Releases everything, because something else is shown.
    func close() {
        index = nil
        for page in pages { page.clear() }
        details.clear()
        onTurn()
    }

    /// - Parameter direction: a word of the action `show-item`.
    func show(_ direction: String) {
        switch direction {
        case "newer": move(-1)
        case "older": move(1)
        case "left": turn(-1)
        case "right": turn(1)
        case "newest": move(-items.count)
        case "oldest": move(items.count)
        default: break
        }
    }

    /// - Parameter steps: to the right, as the user sees it.
    private func turn(_ steps: Int) { move(slides.isRightToLeft ? -steps : steps) }

    private func move(_ steps: Int) {
        guard let index, !items.isEmpty else { return }
        let place = min(max(index + steps, 0), items.count - 1)
        guard place != index else { return }
        self.index = place
        slide(steps > 0 ? .slideLeft : .slideRight)
    }

    private func slide(_ transition: PageStack.Transition) {
        guard let item else { return }
        page.stop()
        front = 1 - front
        page.show(item)
        let isMirrored = slides.isRightToLeft
        slides.show("\(front)", isMirrored ? (transition == .slideLeft ? .slideRight : .slideLeft) : transition)
        page.grabFocus()
        turned()
    }

    private func turned() {
        guard let index else { return }
        showTitle()
        showDetails()
        let neighbors = [index - 1, index + 1].filter(items.indices.contains).map { items[$0] }
        pictures.prepare(neighbors, fitting: page.size)
        onTurn()
    }

    private func showTitle() {
        guard let item else { return }
        let seconds = item.creationDate.timeIntervalSince1970
        let isNarrow = slides.width < Self.narrow
        title.title = LocalText.date(seconds, isNarrow ? gettext("%-d %b") : gettext("%-d %B %Y"))
        title.subtitle = LocalText.date(seconds, gettext("%H:%M"))
        // The menu next to it has the same entry, and the date needs the room.
        deleteButton.visible = !isNarrow
    }

    // MARK: Details

    func toggleDetails() { if !closeDetails() { flap.revealFlap = true } }

    /// Closes the details.
    ///
    /// - Returns: `false` if they were not open.
    func closeDetails() -> Bool {
        guard flap.revealFlap as Bool else { return false }
        // The focus may be in what goes.
        page.grabFocus()
        flap.revealFlap = false
        return true
    }

    private func showDetails() {
        guard let item, flap.revealFlap as Bool else { return }
        details.show(item)
    }

    // MARK: Zooming

    /// - Parameter word: of the action `zoom-item`.
    func zoom(_ word: String) {
        switch word {
        case "in": page.zoom.zoomIn()
        case "out": page.zoom.zoomOut()
        case "own": page.zoom.showOwnSize()
        default: page.zoom.showAll()
        }
    }
}
