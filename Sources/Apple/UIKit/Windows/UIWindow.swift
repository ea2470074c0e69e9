import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// What a window shows: a controller with its view.
@MainActor
package protocol WindowRoot: UIResponder {
    var windowView: UIView { get }
    /// The view has come onto the screen, or left it.
    func rootAppeared(_ isVisible: Bool)
}

/// Source: Apple, UIWindow.Level.
extension UIWindow {
    /// Which windows are in front of others. Source: Apple, UIWindow.Level. Linux: the desktop orders windows.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = Level(rawValue: 0)
        public static let statusBar = Level(rawValue: 1000)
        public static let alert = Level(rawValue: 2000)

        public static func + (level: Level, offset: CGFloat) -> Level { Level(rawValue: level.rawValue + offset) }
        public static func - (level: Level, offset: CGFloat) -> Level { Level(rawValue: level.rawValue - offset) }
    }
}

/// The view that all others on the screen are in. Source: Apple, UIWindow.
///
/// Linux: a window of the desktop, whose size a person may change.
open class UIWindow: UIView {
    /// The controller's part: whose view fills the window.
    package final var root: (any WindowRoot)? {
        didSet { rootChanged(from: oldValue) }
    }
    private(set) final var host: Window?
    /// The desktop's window, for dialogs; `nil` while it is not shown.
    package final var desktopWindow: Window? { host }
    private lazy var delivery = TouchDelivery(self)
    private var isLayoutScheduled = false
    open weak var windowScene: UIWindowScene? {
        didSet {
            guard windowScene !== oldValue else { return }
            oldValue?.remove(self)
            windowScene?.add(self)
        }
    }
    open internal(set) var isKeyWindow = false
    /// Linux: without effect, as the desktop orders windows.
    open var windowLevel = Level.normal {
        didSet {
            if windowLevel != .normal {
                NoEffectReport.add("UIWindow.windowLevel", "the desktop orders windows")
            }
        }
    }
    /// The one that it belongs to.
    final var program = UIApplication.shared
    /// Whether a person works with it.
    final var isActive = false
    /// The name of the desktop's window: the scene's title, else the program's name.
    package final var hostTitle: String? { didSet { titleChanged() } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        windowLink = self
        isHidden = true
        backgroundColor = .systemBackground
    }

    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        self.windowScene = windowScene
        // An initializer's assignment is not observed.
        windowScene.add(self)
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var screen: UIScreen { .main }

    open override var next: UIResponder? { UIApplication.isRunning ? UIApplication.shared : nil }

    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    open func makeKey() {
        program.keep(self)
        program.setKey(self)
        host?.present()
    }

    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            guard newValue != isHidden else { return }
            super.isHidden = newValue
            if newValue { close() } else { open() }
        }
    }

    private func rootChanged(from old: (any WindowRoot)?) {
        old?.windowView.removeFromSuperview()
        guard let root else { return }
        let view = root.windowView
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
        if !isHidden { root.rootAppeared(true) }
    }

    // MARK: On the screen

    private func open() {
        if UIApplication.isRunning { showHost() }
        setDrawn(true)
        root?.rootAppeared(true)
    }

    /// The desktop's window, for one that was visible before there was a screen.
    final func showHost() {
        guard host == nil, let application = program.application else { return }
        let window = Window.make(
            in: application, title: shownTitle,
            size: Size(width: Double(bounds.width), height: Double(bounds.height)))
        host = window
        program.keep(self)
        let presence = ViewPresence(self)
        self.presence = presence
        let allocate = presence.widget.onAllocate
        presence.widget.onAllocate = { [unowned self] size in
            resize(to: size)
            allocate?(size)
        }
        presence.widget.onTouches { [unowned self] touch in
            delivery.receive(
                id: touch.id, UITouch.Phase(touch.phase), at: CGPoint(x: touch.point.x, y: touch.point.y),
                time: touch.time)
        } onGesture: { [unowned self] gesture in
            receive(gesture)
        }
        presence.widget.onPointer { [unowned self] in receiveHover(at: CGPoint(x: $0.x, y: $0.y)) }
        presence.widget.onHover { [unowned self] isInside in if !isInside { receiveHover(at: nil) } }
        presence.widget.onDrop { [unowned self] in receiveDrop($0) }
        window.setContent(presence.widget)
        window.onKeyPress { [weak self] in
            self?.keyPressed($0) ?? false
        } released: { [weak self] in
            self?.keyReleased($0)
        }
        window.onActivityChange { [weak self] in
            if let self { program.windowChanged(self, isActive: $0) }
        }
        window.onCloseRequest { [weak self] in self?.program.close(self) }
        FrameDriver.shared.add(presence.widget)
        window.present()
        setNeedsLayoutOfTree()
    }

    private func close() {
        root?.rootAppeared(false)
        setDrawn(false)
        isActive = false
        program.drop(self)
        guard let host else { return }
        host.setContent(nil)
        if let widget = presence?.widget { FrameDriver.shared.remove(widget) }
        presence?.dismantle()
        presence = nil
        isLayoutScheduled = false
        self.host = nil
        host.destroy()
    }

    /// What is in a closed window is not seen to move.
    private func setDrawn(_ isDrawn: Bool) {
        func set(_ view: UIView) {
            view.layer.drawer = isDrawn ? view : nil
            for subview in view.subviewList { set(subview) }
        }
        set(self)
    }

    final var shownTitle: String {
        let titles = [hostTitle, windowScene?.title].compactMap { $0 }.filter { !$0.isEmpty }
        return titles.first ?? UIApplication.title
    }

    final func titleChanged() { host?.title = shownTitle }

    open override var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        didSet { setNeedsLayout() }
    }

    private func resize(to size: Size) {
        let new = CGSize(width: size.width, height: size.height)
        UIScreen.main.size = new
        if bounds.size != new { UIView.performWithoutAnimation { frame = CGRect(origin: .zero, size: new) } }
        layoutIfNeeded()
    }

    /// Arranges the views before the next frame.
    final func setNeedsLayoutOfTree() {
        guard !isLayoutScheduled, let widget = presence?.widget else { return }
        isLayoutScheduled = true
        widget.onEachFrame { [weak self] _ in
            self?.isLayoutScheduled = false
            self?.layoutIfNeeded()
            return false
        }
    }

    // MARK: What is blurred

    private struct Backdrop { weak var view: UIVisualEffectView? }

    private var backdrops: [Backdrop] = []

    final func addBackdrop(_ view: UIVisualEffectView) { backdrops.append(Backdrop(view: view)) }

    final func removeBackdrop(_ view: UIVisualEffectView) {
        backdrops.removeAll { $0.view == nil || $0.view === view }
    }

    /// Has those views drawn again which show what is behind them.
    final func backdropsChanged() {
        for backdrop in backdrops { backdrop.view?.presence?.widget.queueDraw() }
    }

    // MARK: Events

    /// Brings an event to recognizers and views.
    open func sendEvent(_ event: UIEvent) {
        if event.type == .touches { return delivery.deliver(event) }
        if program.isIgnoringInteractionEvents { return }
        let hit = hitTest(event.scrollPlace, with: event)
        for view in sequence(first: hit, next: { $0?.superviewLink }) {
            guard let view else { break }
            if view.scrolled(event) { break }
        }
    }

    /// Brings a key to the views of what is presented last, those in front first.
    package final func keyPressed(_ key: KeyPress) -> Bool {
        func take(_ view: UIView) -> Bool {
            guard !view.isHidden else { return false }
            return view.subviewList.reversed().contains(where: take) || view.onKeyPress?(key) == true
        }
        return frontView.map(take) ?? false
    }

    /// Tells the views of what is presented last.
    package final func keyReleased(_ key: KeyPress) {
        func tell(_ view: UIView) {
            guard !view.isHidden else { return }
            for subview in view.subviewList { tell(subview) }
            view.onKeyRelease?(key)
        }
        if let frontView { tell(frontView) }
    }

    /// Of what is presented last.
    private var frontView: UIView? {
        guard let controller = root as? UIViewController else { return root?.windowView }
        var front = controller
        while let presented = front.presentedViewController { front = presented }
        return front.view
    }

    /// Takes touches as a screen would send them; for tests.
    @discardableResult
    package final func receiveTouch(
        id: UInt = 1, _ phase: UITouch.Phase, at place: CGPoint, time: TimeInterval
    ) -> Bool { delivery.receive(id: id, phase, at: place, time: time) }

    /// Shows the menu of the innermost view at a place that has one.
    package final func presentMenu(at point: CGPoint) -> Bool {
        for view in sequence(first: hitTest(point, with: nil), next: { $0?.superviewLink }) {
            if let view, view.onMenu?(view.convert(point, from: nil)) == true { return true }
        }
        return false
    }

    private struct Hovered { weak var view: UIView? }

    /// The views below the pointer that want to know.
    private var hovered: [Hovered] = []

    /// Tells views and recognizers where the pointer is.
    ///
    /// - Parameter place: `nil` when it has left the window.
    package final func receiveHover(at place: CGPoint?) {
        let now = place.map { views(at: $0).filter(\.wantsHover) } ?? []
        for case let view? in hovered.map(\.view) where !now.contains(view) { view.hover(at: nil) }
        hovered = now.map { Hovered(view: $0) }
        for view in now { view.hover(at: place) }
    }

    /// The view at a point, and those around it.
    private func views(at point: CGPoint) -> [UIView] {
        guard let hit = hitTest(point, with: nil) else { return [] }
        return Array(sequence(first: hit, next: \.superviewLink))
    }

    private weak var dropView: UIView?

    /// Brings what another program drags to the innermost view below it that takes drops.
    ///
    /// - Returns: whether that view would take it, or has taken it.
    @discardableResult
    package final func receiveDrop(_ event: DropEvent) -> Bool {
        guard let place = event.place else {
            defer { dropView = nil }
            return dropView?.onDrop?(event) ?? false
        }
        let point = CGPoint(x: place.x, y: place.y)
        let view = views(at: point).first { $0.onDrop != nil }
        if let dropView, dropView !== view { _ = dropView.onDrop?(.left) }
        dropView = view
        guard let view else { return false }
        let inside = view.convert(point, from: nil)
        return view.onDrop?(event.moved(to: Point(x: inside.x, y: inside.y))) ?? false
    }

    private func receive(_ gesture: ScreenGesture) -> Bool {
        switch gesture {
        case .scroll(let place, let dx, let dy):
            let point = CGPoint(x: place.x, y: place.y)
            guard hitTest(point, with: nil)?.presence?.content == nil else { return false }
            sendEvent(UIEvent(scroll: CGPoint(x: dx, y: dy), at: point, time: CACurrentMediaTime()))
            return true
        case .menu(let place): return presentMenu(at: CGPoint(x: place.x, y: place.y))
        }
    }
}

extension UITouch.Phase {
    fileprivate init(_ phase: ScreenTouch.Phase) {
        self =
            switch phase {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}
