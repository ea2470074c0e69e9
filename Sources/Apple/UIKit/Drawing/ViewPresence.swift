import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// A view's widget, while the view is in a window that is shown.
@MainActor
final class ViewPresence {
    let widget: ViewWidget
    /// The GTK widget of a control.
    let content: Widget?
    private unowned let view: UIView
    private let painter: ViewPainter
    /// What a transition shows less and less of.
    private var outgoing: (looks: DrawnNode, style: TransitionStyle)?

    init(_ view: UIView) {
        self.view = view
        content = view.makeContent()
        content?.isRightToLeft = view.isRightToLeft
        widget = ViewWidget(role: view.role, isPressable: content == nil && view.isPressable)
        painter = ViewPainter(view, widget)
        if let content { widget.insert(content, after: nil) }
        widget.onSnapshot = { [unowned self] snapshot in draw(snapshot) }
        widget.onAllocate = { [unowned self] size in allocate(size) }
        if content == nil, view.isPressable { widget.on("clicked") { [weak view] in view?.pressed() } }
        if content == nil {
            widget.setFocusable(view.canBecomeFocused)
            // Also told while it goes.
            widget.on("notify::has-focus") { [weak widget] in widget?.queueDraw() }
        }
        for subview in view.subviewList { add(subview) }
        update()
        view.layer.setNeedsLayout()
        view.setNeedsDisplay()
    }

    /// Gives up the widget, and those of the subviews.
    func dismantle() {
        painter.stop()
        for subview in view.subviewList { remove(subview) }
        if let content { widget.removeChild(content) }
        (widget.onSnapshot, widget.onAllocate) = (nil, nil)
    }

    func add(_ subview: UIView) {
        let presence = subview.presence ?? ViewPresence(subview)
        subview.presence = presence
        widget.insert(presence.widget, after: sibling(before: subview))
        widget.queueAllocate()
    }

    func remove(_ subview: UIView) {
        guard let presence = subview.presence else { return }
        presence.dismantle()
        widget.removeChild(presence.widget)
        subview.presence = nil
    }

    /// The keyboard's order is that of the views.
    func orderChildren() {
        for subview in view.subviewList {
            if let presence = subview.presence { widget.insert(presence.widget, after: sibling(before: subview)) }
        }
        widget.queueDraw()
    }

    private func sibling(before subview: UIView) -> Widget? {
        let before = view.subviewList.prefix { $0 !== subview }.last { $0.presence != nil }
        return before?.presence?.widget ?? content
    }

    /// Tells GTK what has changed about the view.
    func update() {
        widget.setShown(!view.isHidden)
        widget.setTargetable(view.isUserInteractionEnabled)
        view.accessibility.apply(to: widget, view)
        if let control = view as? UIControl { (content ?? widget).setSensitive(control.isEnabled) }
    }

    /// The part of the view that its subviews were placed for, and what it does to them.
    private var placedOrigin = CGPoint.zero
    private var placedTransform = CATransform3DIdentity

    /// Has the subviews placed again if another part of the view is seen: a view that scrolls keeps its own place.
    fileprivate func contentMoved() {
        if view.bounds.origin != placedOrigin || view.layer.sublayerTransform != placedTransform {
            widget.queueAllocate()
        }
    }

    private func allocate(_ size: Size) {
        let outer = view.layer.values
        (placedOrigin, placedTransform) = (outer.bounds.origin, outer.sublayerTransform)
        if let content { widget.allocate(content, size, Placement(x: 0, y: 0)) }
        for subview in view.subviewList {
            guard let presence = subview.presence else { continue }
            let bounds = subview.bounds
            widget.allocate(
                presence.widget, Size(width: bounds.width, height: bounds.height),
                Placement(subview.layer.values.fromWidget(inside: outer, from: placedOrigin)))
        }
    }

    private func draw(_ snapshot: Snapshot) {
        snapshot.saved {
            snapshot.translate(-view.bounds.minX, -view.bounds.minY)
            if let effect = view as? UIVisualEffectView, effect.blurRadius > 0 { drawBackdrop(effect, snapshot) }
            painter.draw(snapshot)
            if widget.isFocusVisible { drawFocus(snapshot) }
        }
        drawControl(snapshot)
    }

    /// Draws the GTK widget of a control.
    func drawControl(_ snapshot: Snapshot) {
        if let content { widget.snapshotChild(content, in: snapshot) }
    }

    private func drawFocus(_ snapshot: Snapshot) {
        let rect = view.bounds.insetBy(dx: -3, dy: -3)
        let radius = Double(view.layer.cornerRadius) + 3
        snapshot.border(
            Rect(rect), radii: [radius, radius, radius, radius], width: 2,
            Color(red: 0.2, green: 0.52, blue: 0.9, alpha: 0.9))
    }

    /// Draws a subview at the place where it shows now.
    func draw(_ subview: UIView, in snapshot: Snapshot) {
        guard let presence = subview.presence else { return }
        let shown = subview.layer.presented().values
        guard !shown.isHidden, shown.opacity > 0 else { return }
        let origin = view.bounds.origin
        let allocated = subview.layer.values.fromWidget(inside: view.layer.values, from: origin)
        let now = shown.fromWidget(inside: view.layer.presented().values, from: origin)
        snapshot.saved {
            // Children are drawn in the widget's coordinates.
            snapshot.translate(view.bounds.minX, view.bounds.minY)
            if now != allocated { snapshot.place(Placement(allocated.inverted().concatenating(now))) }
            snapshot.drawn(as: shown) {
                presence.drawTransition(shown.transitionPart, snapshot) {
                    self.widget.snapshotChild(presence.widget, in: snapshot)
                }
            }
        }
    }

    /// What the view and its subviews show now; `nil` for nothing.
    func recorded() -> DrawnNode? { DrawnNode.record { draw($0) } }

    /// Gives the subviews' widgets their places at once, not with the next frame.
    func allocateNow() {
        let bounds = view.bounds
        allocate(Size(width: Double(bounds.width), height: Double(bounds.height)))
    }

    // MARK: Transitions

    /// Keeps what the view shows now, for a transition to what it will show.
    func beginTransition(_ style: TransitionStyle) {
        outgoing = recorded().map { ($0, style) }
    }

    private func drawTransition(_ part: CGFloat, _ snapshot: Snapshot, _ body: () -> Void) {
        if part >= 1 { outgoing = nil }
        guard let outgoing else { return body() }
        switch outgoing.style {
        case .dissolve: snapshot.crossFade(Double(part), from: { snapshot.draw(outgoing.looks) }, to: body)
        case .slide(let slide):
            let bounds = CGRect(origin: .zero, size: view.bounds.size)
            let places = slide.places(Double(part), in: bounds.size)
            func old() {
                snapshot.saved {
                    snapshot.translate(places.old.x, places.old.y)
                    snapshot.draw(outgoing.looks)
                }
            }
            func new() {
                snapshot.saved {
                    snapshot.translate(places.new.x, places.new.y)
                    body()
                }
            }
            snapshot.clipped(to: Rect(bounds)) {
                if slide.isOldInFront { new() }
                old()
                if !slide.isOldInFront { new() }
            }
        case .flip(let isAcross):
            // Seen from the front: it becomes narrow, and wide again with its other side.
            let scale = Double(max(0.001, abs(1 - 2 * part)))
            let (width, height) = (Double(view.bounds.width), Double(view.bounds.height))
            snapshot.saved {
                snapshot.place(
                    Placement(
                        a: isAcross ? scale : 1, b: 0, c: 0, d: isAcross ? 1 : scale,
                        x: isAcross ? width * (1 - scale) / 2 : 0, y: isAcross ? 0 : height * (1 - scale) / 2))
                if part < 0.5 { snapshot.draw(outgoing.looks) } else { body() }
            }
        }
    }

    // MARK: What is behind

    private func drawBackdrop(_ effect: UIVisualEffectView, _ snapshot: Snapshot) {
        let (bounds, radius) = (effect.bounds, effect.blurRadius)
        guard bounds.width > 0, bounds.height > 0 else { return }
        snapshot.clipped(to: Rect(bounds), radii: effect.layer.presented().values.radii) {
            snapshot.blurred(radius: Double(radius) * 2) {
                snapshot.clipped(to: Rect(bounds.insetBy(dx: -3 * radius, dy: -3 * radius))) {
                    var branches = Array(sequence(first: effect as UIView, next: \.superviewLink))
                    while branches.count > 1, let outer = branches.popLast(), let branch = branches.last {
                        snapshot.saved {
                            snapshot.place(Placement(effect.map(from: outer)))
                            outer.presence?.painter.draw(behind: branch.layer, snapshot)
                        }
                    }
                }
            }
        }
    }
}

/// Two pictures of which one slides, or both.
struct Slide: Equatable {
    /// Whether the old picture moves, the new one, or both.
    let movesOld: Bool
    let movesNew: Bool
    /// One width or height.
    let direction: CGPoint

    var isOldInFront: Bool { movesOld && !movesNew }

    /// Where the pictures are.
    ///
    /// - Parameter part: of the way.
    func places(_ part: Double, in size: CGSize) -> (old: CGPoint, new: CGPoint) {
        let way = CGPoint(x: direction.x * size.width, y: direction.y * size.height)
        return (
            old: movesOld ? CGPoint(x: way.x * part, y: way.y * part) : .zero,
            new: movesNew ? CGPoint(x: way.x * (part - 1), y: way.y * (part - 1)) : .zero
        )
    }
}

/// How a view changes to what it shows next.
enum TransitionStyle: Equatable {
    case dissolve
    case slide(Slide)
    /// About the vertical axis, or the horizontal one.
    case flip(isAcross: Bool)
}

extension UIView {
    /// From another view's coordinates to this one's.
    fileprivate func map(from view: UIView) -> CGAffineTransform {
        let points = [CGPoint.zero, CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 1)].map { convert($0, from: view) }
        return CGAffineTransform(
            a: points[1].x - points[0].x, b: points[1].y - points[0].y, c: points[2].x - points[0].x,
            d: points[2].y - points[0].y, tx: points[0].x, ty: points[0].y)
    }
}

extension TransitionStyle {
    init(_ transition: CATransition) {
        let direction =
            switch transition.subtype {
            case .fromRight: CGPoint(x: -1, y: 0)
            case .fromTop: CGPoint(x: 0, y: -1)
            case .fromBottom: CGPoint(x: 0, y: 1)
            default: CGPoint(x: 1, y: 0)
            }
        self =
            switch transition.type {
            case .push: .slide(Slide(movesOld: true, movesNew: true, direction: direction))
            case .moveIn: .slide(Slide(movesOld: false, movesNew: true, direction: direction))
            case .reveal: .slide(Slide(movesOld: true, movesNew: false, direction: direction))
            default: .dissolve
            }
    }
}

extension UIView: LayerDrawer {
    package nonisolated func layer(_ layer: CALayer, begins transition: CATransition) {
        let style = TransitionStyle(transition)
        if isOnMainActor { return MainActor.assumeIsolated { begin(style, of: layer) } }
        Task { @MainActor in begin(style, of: layer) }
    }

    private func begin(_ style: TransitionStyle, of layer: CALayer) {
        if layer === self.layer { presence?.beginTransition(style) }
    }

    package nonisolated func layer(_ layer: CALayer, changed change: LayerChange) {
        if isOnMainActor {
            return MainActor.assumeIsolated { changed(layer, change) }
        }
        Task { @MainActor in changed(layer, change) }
    }

    private func changed(_ layer: CALayer, _ change: LayerChange) {
        if change != .layout { windowLink?.backdropsChanged() }
        switch change {
        case .layout: windowLink?.setNeedsLayoutOfTree()
        case .geometry where layer === self.layer:
            presence?.contentMoved()
            superviewLink?.presence?.widget.queueAllocate()
            superviewLink?.presence?.widget.queueDraw()
            presence?.widget.queueDraw()
        case .contents where layer === self.layer:
            presence?.widget.queueDraw()
            superviewLink?.presence?.widget.queueDraw()
        default: presence?.widget.queueDraw()
        }
    }
}

extension LayerValues {
    /// From the coordinates of the view's widget to those of the superview's, which begin at `origin`.
    fileprivate func fromWidget(inside outer: LayerValues, from origin: CGPoint) -> CGAffineTransform {
        CGAffineTransform(translationX: bounds.minX, y: bounds.minY)
            .concatenating(placement(inside: outer).plane)
            .concatenating(CGAffineTransform(translationX: -origin.x, y: -origin.y))
    }
}

extension Placement {
    init(_ t: CGAffineTransform) {
        self.init(
            a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), x: Double(t.tx), y: Double(t.ty))
    }
}

extension Rect {
    init(_ rect: CGRect) {
        self.init(x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width), height: Double(rect.height))
    }
}

extension Point {
    init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension Color {
    package init(_ color: CGColor) {
        let parts = color.rgba
        self.init(red: parts.x, green: parts.y, blue: parts.z, alpha: parts.w)
    }
}
