import QuartzCore
import UIKit

/// The view of a part of the screen. Touches pass it: the host gives them to the gestures.
class SurfaceView: UIView {
    /// What the keyboard and assistive programs do.
    var press: (() -> Void)?

    override func accessibilityActivate() -> Bool {
        press?()
        return press != nil
    }
}

/// What a view is drawn on: one UIView, with what a leaf shows, or with the surfaces of what is in it.
@MainActor final class Surface {
    /// What a leaf shows.
    enum Content: Equatable {
        case nothing
        case shape(Path, Paint, StrokeStyle?, isEvenOdd: Bool)
        case text(StyledText)
        case picture(ObjectIdentifier, CGFloat)
        /// What stands for a text or a picture that is hidden.
        case placeholder(Path, Color.Resolved)
    }

    let view: UIView
    var layer: CALayer { view.layer }
    var accessibility = AccessibilityValues() { didSet { if accessibility != oldValue { describe() } } }
    /// What the picture that is shown was made of.
    var pictureKey: AnyHashable?
    /// Whether an effect moves the symbol that is shown.
    var isPosed = false
    private(set) var content = Content.nothing
    private(set) var children: [Surface] = []
    private(set) var frame = CGRect.zero
    var size: CGSize { frame.size }

    init(_ view: UIView = SurfaceView()) { self.view = view }

    private func describe() {
        view.isAccessibilityElement = accessibility.isElement
        view.accessibilityLabel = accessibility.label
        view.accessibilityValue = accessibility.value
        view.accessibilityHint = accessibility.hint
        view.accessibilityIdentifier = accessibility.identifier
        view.accessibilityElementsHidden = accessibility.isHidden
        view.accessibilityTraits = accessibility.traits.uiTraits.union(accessibility.isEnabled ? [] : .notEnabled)
    }

    func setFrame(_ frame: CGRect) {
        guard frame != self.frame else { return }
        self.frame = frame
        view.bounds = CGRect(origin: .zero, size: frame.size)
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }

    /// Shows other surfaces, back to front.
    func show(_ surfaces: [Surface]) {
        guard !surfaces.elementsEqual(children, by: ===) else { return }
        for element in (children.filter { old in !surfaces.contains { $0 === old } }) {
            element.view.removeFromSuperview()
        }
        for (index, surface) in surfaces.enumerated() { view.insertSubview(surface.view, at: index) }
        children = surfaces
    }

    /// - Parameter transform: around the top left corner.
    func setTransform(_ transform: CGAffineTransform) {
        let center = CGPoint(x: size.width / 2, y: size.height / 2)
        let centered = CGAffineTransform(translationX: center.x, y: center.y).concatenating(transform)
            .concatenating(CGAffineTransform(translationX: -center.x, y: -center.y))
        if view.transform != centered { view.transform = centered }
    }

    func show(_ content: Content) {
        guard content != self.content else { return }
        if case .placeholder = self.content { clear() }
        self.content = content
        switch content {
        case .nothing: for element in layer.sublayers ?? [] { element.removeFromSuperlayer() }
        case .shape(let path, let paint, let stroke, let isEvenOdd): draw(path, paint, stroke, isEvenOdd)
        case .text(let text): draw(text)
        case .picture: break
        case .placeholder(let path, let color):
            clear()
            draw(path, .color(color), nil, false)
        }
    }

    private func clear() {
        for element in layer.sublayers ?? [] { element.removeFromSuperlayer() }
        (layer.contents, pictureKey) = (nil, nil)
        draw(StyledText(runs: []))
    }

    /// Shows that something is hidden.
    func showPlaceholder(_ environment: EnvironmentValues, lineHeight: CGFloat?) {
        var color = environment.foreground.paint(environment).color
        color.opacity *= 0.2
        show(.placeholder(.placeholder(size, lineHeight: lineHeight), color))
    }

    /// Shows a picture, stretched to the surface.
    func show(picture: CGImage, scale: CGFloat) {
        show(.picture(ObjectIdentifier(picture), scale))
        layer.contents = picture
        layer.contentsScale = scale
        layer.contentsGravity = .resize
    }

    private func only<Layer: CALayer>(_ type: Layer.Type, _ make: () -> Layer) -> Layer {
        if let first = layer.sublayers?.first as? Layer { return first }
        for element in layer.sublayers ?? [] { element.removeFromSuperlayer() }
        let inner = make()
        layer.addSublayer(inner)
        return inner
    }

    private func draw(_ path: Path, _ paint: Paint, _ stroke: StrokeStyle?, _ isEvenOdd: Bool) {
        let bounds = CGRect(origin: .zero, size: size)
        let shape: CAShapeLayer
        let color: CGColor
        switch paint {
        case .color(let resolved):
            shape = only(CAShapeLayer.self) { CAShapeLayer() }
            color = resolved.cgColor
        case .gradient(let gradient):
            let area = only(CAGradientLayer.self) { CAGradientLayer() }
            area.frame = bounds
            gradient.apply(to: area)
            shape = area.mask as? CAShapeLayer ?? CAShapeLayer()
            area.mask = shape
            color = CGColor(gray: 0, alpha: 1)
        }
        shape.frame = bounds
        shape.path = path.cgPath
        shape.fillRule = isEvenOdd ? .evenOdd : .nonZero
        shape.fillColor = stroke == nil ? color : nil
        shape.strokeColor = stroke == nil ? nil : color
        if let stroke { shape.take(stroke) }
    }

    private func draw(_ text: StyledText) { (view as? UILabel)?.show(text) }
}

extension CAShapeLayer {
    fileprivate func take(_ stroke: StrokeStyle) {
        lineWidth = stroke.lineWidth
        lineCap = stroke.lineCap == .round ? .round : stroke.lineCap == .square ? .square : .butt
        lineJoin = stroke.lineJoin == .round ? .round : stroke.lineJoin == .bevel ? .bevel : .miter
        miterLimit = stroke.miterLimit
        lineDashPhase = stroke.dashPhase
        lineDashPattern = stroke.dash.isEmpty ? nil : stroke.dash.map { NSNumber(value: Double($0)) }
    }
}

extension Color.Resolved {
    var cgColor: CGColor {
        CGColor(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(opacity))
    }
}

extension GradientPaint {
    fileprivate func apply(to layer: CAGradientLayer) {
        layer.colors = stops.map(\.color.cgColor)
        layer.locations = stops.map { NSNumber(value: Double($0.location)) }
        func point(_ point: UnitPoint) -> CGPoint { CGPoint(x: point.x, y: point.y) }
        switch kind {
        case .linear(let start, let end):
            layer.type = .axial
            (layer.startPoint, layer.endPoint) = (point(start), point(end))
        case .radial(let center, let inner, let outer):
            layer.type = .radial
            layer.startPoint = point(center)
            let size = layer.bounds.size
            layer.endPoint = CGPoint(
                x: center.x + outer / max(1, size.width), y: center.y + outer / max(1, size.height))
            // The layer's gradient begins at the center.
            layer.locations = stops.map { stop in
                NSNumber(value: Double((inner + stop.location * (outer - inner)) / max(outer, 0.001)))
            }
        case .angular(let center, let from, let to):
            layer.type = .conic
            layer.startPoint = point(center)
            layer.endPoint = CGPoint(x: center.x + cos(from.radians) / 2, y: center.y + sin(from.radians) / 2)
            let part = min(1, abs(to.radians - from.radians) / (2 * .pi))
            layer.locations = stops.map { NSNumber(value: Double($0.location) * part) }
        }
    }
}

/// The surfaces of one container, in the order in which they are drawn.
@MainActor final class Drawing {
    private let origin: CGPoint
    private let scale: CGFloat
    private(set) var surfaces: [Surface] = []

    /// - Parameters:
    ///   - origin: of the container, in the coordinates of the root.
    ///   - scale: pixels per point.
    init(origin: CGPoint = .zero, scale: CGFloat) {
        self.origin = origin
        self.scale = scale
    }

    /// A frame whose corner is on a pixel.
    func snapped(_ frame: CGRect) -> CGRect {
        func snapped(_ value: CGFloat) -> CGFloat { (value * scale + 0.5).rounded(.down) / scale }
        return CGRect(x: snapped(frame.minX), y: snapped(frame.minY), width: frame.width, height: frame.height)
    }

    func add(_ surface: Surface, _ frame: CGRect) {
        surface.setFrame(frame.offsetBy(dx: -origin.x, dy: -origin.y))
        surfaces.append(surface)
    }

    /// Draws what is in an item on a surface of its own, which has an effect.
    func group(_ item: Item, _ effect: Effect, _ body: (Drawing) -> Void) {
        let surface = item.surface ?? Surface()
        item.surface = surface
        let frame = item.shownFrame.now
        add(surface, frame)
        let inner = Drawing(origin: frame.origin, scale: scale)
        body(inner)
        surface.show(inner.surfaces)
        surface.view.alpha = effect.opacity
        surface.setTransform(effect.transform)
    }
}
