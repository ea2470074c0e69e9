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

        public static let normal = Level(rawValue: 0)
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
    private lazy var delivery = TouchDelivery(self)
    private var isLayoutScheduled = false
    open weak var windowScene: UIWindowScene?
    open internal(set) var isKeyWindow = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        windowLink = self
        isHidden = true
        backgroundColor = .systemBackground
    }

    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        self.windowScene = windowScene
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
        UIApplication.shared.keep(self)
        isKeyWindow = true
        host?.present()
    }

    open override var isHidden: Bool {
        get { super.isHidden }
        set {
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
        root?.rootAppeared(true)
    }

    private func showHost() {
        guard host == nil, let application = UIApplication.shared.application else { return }
        let window = Window.make(
            in: application, title: UIApplication.title,
            size: Size(width: Double(bounds.width), height: Double(bounds.height)))
        host = window
        layer.drawer = self
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
        window.setContent(presence.widget)
        window.onActivityChange { [weak self] in UIApplication.shared.windowChanged(self, isActive: $0) }
        window.onCloseRequest { [weak self] in UIApplication.shared.close(self) }
        FrameDriver.use(presence.widget)
        window.present()
        setNeedsLayoutOfTree()
    }

    private func close() {
        guard let host else { return }
        root?.rootAppeared(false)
        host.setContent(nil)
        presence?.dismantle()
        presence = nil
        layer.drawer = nil
        self.host = nil
        host.destroy()
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

    // MARK: Events

    /// Brings an event to recognizers and views.
    open func sendEvent(_ event: UIEvent) {
        if event.type == .touches { return delivery.deliver(event) }
        let hit = hitTest(event.scrollPlace, with: event)
        for view in sequence(first: hit, next: { $0?.superviewLink }) {
            guard let view else { break }
            if view.scrolled(event) { break }
        }
    }

    /// Takes touches as a screen would send them; for tests.
    @discardableResult
    package final func receiveTouch(
        id: UInt = 1, _ phase: UITouch.Phase, at place: CGPoint, time: TimeInterval
    ) -> Bool { delivery.receive(id: id, phase, at: place, time: time) }

    private func receive(_ gesture: ScreenGesture) -> Bool {
        switch gesture {
        case .scroll(let place, let dx, let dy):
            let point = CGPoint(x: place.x, y: place.y)
            guard hitTest(point, with: nil)?.presence?.content == nil else { return false }
            sendEvent(UIEvent(scroll: CGPoint(x: dx, y: dy), at: point, time: CACurrentMediaTime()))
            return true
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

/// Moves layers on with the frames of a window.
@MainActor
enum FrameDriver {
    private static weak var widget: Widget?
    private static var isTicking = false
    private static var isSet = false

    static func use(_ widget: Widget) {
        Self.widget = widget
        guard !isSet else { return }
        isSet = true
        LayerClock.current.setDriver {
            Task { @MainActor in start() }
            return true
        }
    }

    private static func start() {
        guard !isTicking, let widget else { return }
        isTicking = true
        widget.onEachFrame { _ in
            isTicking = LayerClock.current.tick()
            return isTicking
        }
    }
}
