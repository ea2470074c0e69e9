import GtkSupport

/// Places the controls where they take nothing from the picture: beside it in wide windows, below it in tall ones.
final class CameraLayout {
    /// In layout units. Lower windows have no room for all controls in one column.
    private static let columnHeight = 560
    /// In layout units. Wider windows have room for the badges between the buttons of the header bar.
    private static let badgesWidth = 720

    private struct Arrangement: Equatable {
        let isBeside: Bool
        let hasTwoColumns: Bool
        let hasBadgesInHeader: Bool

        init(width: Int, height: Int) {
            isBeside = width >= height
            hasTwoColumns = isBeside && height < columnHeight
            hasBadgesInHeader = width >= badgesWidth
        }
    }

    private let interface: Interface
    private let window: Window
    /// As large as the window.
    private let extent: Widget
    private var arrangement: Arrangement?

    init(_ interface: Interface) {
        self.interface = interface
        window = interface["window"]
        extent = interface["extent"]
        for badges in ["status-badges", "warning-badges"] { interface.widget(badges).wrapChildren() }
        // In the header bar they stay in one line, however narrow it is. The scroller has put a viewport around them.
        let viewport = interface.widget("badges-scroller").child as Widget?
        viewport?.hscrollPolicy = 1
        // The size at which the window will open.
        for side in ["default-width", "default-height"] {
            window.onChange(of: side) { [weak self] in self?.sizeChosen() }
        }
        // Unlike the default size, it follows a window that is maximized, too. GTK forgets what changes during its
        // layout.
        extent.onResize { [weak self] width, height in
            Task { self?.arrange(width: width, height: height) }
        }
    }

    private func sizeChosen() {
        if window.width == 0 { arrange(width: window.defaultWidth, height: window.defaultHeight) }
    }

    private func arrange(width: Int, height: Int) {
        let new = Arrangement(width: width, height: height)
        guard new != arrangement else { return }
        arrangement = new
        window.setClass("beside", new.isBeside)
        setHorizontal("stage", new.isBeside)
        setHorizontal("bottom", new.hasTwoColumns)
        for id in ["zoom-ladder", "mode-switch", "buttons", "camera-buttons", "camera-control", "manual"] {
            setHorizontal(id, !new.isBeside)
        }
        setHorizontal("badges", new.hasBadgesInHeader)
        moveBadges(toHeader: new.hasBadgesInHeader)
    }

    private func setHorizontal(_ id: String, _ isHorizontal: Bool) {
        interface.widget(id).orientation = isHorizontal ? 0 : 1
    }

    private func moveBadges(toHeader isInHeader: Bool) {
        let header = interface.widget("badges-in-header")
        let picture = interface.widget("badges-over-picture")
        let (old, new) = isInHeader ? (picture, header) : (header, picture)
        let badges = interface.widget("badges")
        old.child = nil as Object?
        new.child = badges as Object?
    }
}
