import AVCamCore
import AVCamLinux
import GtkSupport
import Observation

/// Shows what was captured, in place of the camera: all items in a grid, or one at a time.
@Observable
final class Viewer {
    enum Place {
        case camera
        case grid
        case item
    }

    /// What the window shows.
    private(set) var place = Place.camera

    /// How long the camera stays visible while the library is first read.
    private static let delay = Duration.milliseconds(400)

    @ObservationIgnored let work: PendingWork
    @ObservationIgnored let window: Window
    @ObservationIgnored let application: Application
    @ObservationIgnored let browser = MediaBrowser()
    @ObservationIgnored let pager: ItemPager
    @ObservationIgnored let toasts: ToastOverlay
    /// The buttons at the sides.
    @ObservationIgnored let left: Widget
    @ObservationIgnored let right: Widget
    @ObservationIgnored private(set) lazy var grid = ViewerGrid(interface, pictures: pictures, names: names) {
        [weak self] in self?.showItem($0)
    }
    @ObservationIgnored private let interface = Interface(App.resources + "/viewer.ui")
    @ObservationIgnored let pictures = MediaPictures()
    @ObservationIgnored private let names = ItemNames()
    @ObservationIgnored private let places: PageStack
    @ObservationIgnored private let pages: PageStack
    @ObservationIgnored let announce: (String) -> Void
    @ObservationIgnored private var focusOfCamera: Widget?
    @ObservationIgnored private var deletionToast: Toast?
    @ObservationIgnored private var selectedCount = 0
    /// Whether an edit is being saved.
    @ObservationIgnored var isEditing = false
    @ObservationIgnored private var observers: [Observer] = []
    /// Where one step back from an item leads: to where the person came from.
    @ObservationIgnored private var origin = Place.camera
    /// Whether to show the newest item as soon as the library has been read.
    @ObservationIgnored private var isWaitingForNewest = false

    /// - Parameters:
    ///   - places: of the window; it already has the page `camera`.
    ///   - work: gets what must not be interrupted.
    ///   - announce: tells a screen reader.
    init(
        in window: Window, _ places: PageStack, of application: Application, _ work: PendingWork,
        announce: @escaping (String) -> Void
    ) {
        self.work = work
        self.window = window
        self.announce = announce
        self.places = places
        self.application = application
        toasts = interface["viewer"]
        left = interface["left"]
        right = interface["right"]
        pages = interface["pages"]
        pager = ItemPager(interface, pictures: pictures, names: names)
        places.add(toasts, named: "viewer")
        toasts.nameButtons()
        addActions()
        follow()
        application.on("shutdown") { [browser] in browser.finishDeletionAtOnce() }
    }

    // MARK: Moving between places

    /// Shows the newest item, or an empty grid.
    func open() {
        if place == .camera { focusOfCamera = window.focusWidget as Widget? }
        browser.start()
        isWaitingForNewest = !browser.isLoaded
        if browser.isLoaded { return showNewest() }
        Task {
            try await Task.sleep(for: Self.delay)
            // A large library on a slow disk: the grid says that it is being read.
            if isWaitingForNewest, place == .camera { showGrid() }
        }
    }

    private func showNewest() {
        isWaitingForNewest = false
        guard let newest = browser.items.first else { return showGrid() }
        origin = .camera
        showItem(newest)
    }

    func showItem(_ item: MediaItem) {
        endSelecting()
        enter(.item)
        show(page: "item")
        pager.open(item, of: browser.items)
    }

    func showGrid() {
        let item = pager.item
        pager.close()
        origin = .grid
        enter(.grid)
        show(page: "grid")
        grid.focus(item)
    }

    func showCamera() {
        isWaitingForNewest = false
        pager.close()
        endSelecting()
        place = .camera
        window.dropFocus()
        places.show("camera")
        focusOfCamera?.grabFocus()
    }

    /// One step back: from the details to the item, from the item to where it was opened, from the grid to the camera.
    func goBack() {
        switch place {
        case .item where pager.closeDetails(): break
        case .item where origin == .grid: showGrid()
        case .item: showCamera()
        case .grid: if !endSelecting() { showCamera() }
        case .camera: showCamera()
        }
    }

    private func enter(_ new: Place) {
        place = new
        window.dropFocus()
        places.show("viewer")
    }

    /// GTK would first give the focus to what had it last on that page, and a screen reader would say that.
    private func show(page: String) {
        window.dropFocus()
        pages.show(page)
    }

    // MARK: Following the library

    private func follow() {
        observers = [
            observe { [unowned self] in showItems(browser.items, isLoaded: browser.isLoaded) },
            observe { [unowned self] in showDeletion(browser.deletion) },
            observe { [unowned self] in showProblem(browser.problem) },
            observe { [unowned self] in enableActions(at: place) },
        ]
        grid.onSelection = { [weak self] in self?.selectionChanged() }
        pager.onTurn = { [weak self] in self?.itemChanged() }
        pager.onEmpty = { [weak self] in self?.showGrid() }
    }

    private func selectionChanged() {
        enableFilesActions(at: place)
        let count = grid.selected.count
        defer { selectedCount = count }
        guard grid.isSelecting, count != selectedCount else { return }
        announce(ngettext("%d selected", "%d selected", count))
    }

    private func itemChanged() {
        enableTurning()
        enableEditing()
    }

    private func showItems(_ items: [MediaItem], isLoaded: Bool) {
        names.follow(items)
        grid.show(items, isLoaded: isLoaded)
        pager.update(items)
        if isWaitingForNewest, isLoaded {
            showNewest()
        }
    }

    private func showDeletion(_ deletion: MediaDeletion?) {
        let last = deletionToast
        deletionToast = deletion.map { deletion in
            let sentence = ngettext("%d item deleted", "%d items deleted", deletion.items.count)
            // The toast's button is some keys away.
            announce(filled(gettext("%s; press Control+Z to undo"), sentence))
            return Toast(sentence, seconds: 0, button: (gettext("_Undo"), "win.undo-delete"))
        }
        deletionToast?.onFocus = { [browser] in browser.holdDeletion($0) }
        deletionToast?.onDismiss { [weak self] in self?.keepFocus() }
        if let deletionToast { toasts.show(deletionToast) } else { last?.dismiss() }
        window.setEnabled(deletion != nil, action: "undo-delete")
    }

    /// A toast that goes takes the focus with it.
    private func keepFocus() {
        guard window.focusWidget as Widget? == nil else { return }
        switch place {
        case .camera: break
        case .item: pager.page.grabFocus()
        case .grid: grid.focus(nil)
        }
    }

    private func showProblem(_ problem: Message?) {
        guard let problem else { return }
        problem.logDetail()
        say(problem: problem.translated)
        browser.problem = nil
    }
}
