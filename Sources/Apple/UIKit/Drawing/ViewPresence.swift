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
    private let painter: LayerPainter

    init(_ view: UIView) {
        self.view = view
        content = view.makeContent()
        widget = ViewWidget(role: view.role, isPressable: content == nil && view.isPressable)
        painter = LayerPainter(view, widget)
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

    private func allocate(_ size: Size) {
        if let content { widget.allocate(content, size, Placement(x: 0, y: 0)) }
        for subview in view.subviewList {
            guard let presence = subview.presence else { continue }
            let bounds = subview.bounds
            widget.allocate(
                presence.widget, Size(width: bounds.width, height: bounds.height),
                Placement(subview.layer.values.fromWidget(inside: view.bounds)))
        }
    }

    private func draw(_ snapshot: Snapshot) {
        snapshot.saved {
            snapshot.translate(-view.bounds.minX, -view.bounds.minY)
            painter.draw(snapshot)
            if widget.isFocusVisible { drawFocus(snapshot) }
        }
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
        let allocated = subview.layer.values.fromWidget(inside: view.bounds)
        let now = shown.fromWidget(inside: view.bounds)
        snapshot.saved {
            // Children are drawn in the widget's coordinates.
            snapshot.translate(view.bounds.minX, view.bounds.minY)
            if now != allocated { snapshot.place(Placement(allocated.inverted().concatenating(now))) }
            snapshot.drawn(as: shown) { self.widget.snapshotChild(presence.widget, in: snapshot) }
        }
    }
}

extension UIView: LayerDrawer {
    package nonisolated func layer(_ layer: CALayer, changed change: LayerChange) {
        if isOnMainActor {
            return MainActor.assumeIsolated { changed(layer, change) }
        }
        Task { @MainActor in changed(layer, change) }
    }

    private func changed(_ layer: CALayer, _ change: LayerChange) {
        switch change {
        case .layout: windowLink?.setNeedsLayoutOfTree()
        case .geometry where layer === self.layer:
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
    /// From the coordinates of the view's widget to those of the superview's.
    fileprivate func fromWidget(inside outer: CGRect) -> CGAffineTransform {
        CGAffineTransform(translationX: bounds.minX, y: bounds.minY).concatenating(placement.plane)
            .concatenating(CGAffineTransform(translationX: -outer.minX, y: -outer.minY))
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
