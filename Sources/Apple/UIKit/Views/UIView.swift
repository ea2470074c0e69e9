import Foundation
import GtkSupport
import MissingGraphics
import QuartzCore
import UIKitCore

/// A rectangle of the screen: what it shows, and what happens in it. Source: Apple, UIView.
///
/// Linux: a view is a GTK widget while it is in a window that is shown. What it shows are its layers.
open class UIView: UIResponder, CALayerDelegate {
    /// The class of ``layer``, a subclass of `CALayer`.
    open class var layerClass: AnyClass { CALayer.self }

    /// Overridden by views that name the class of their layer.
    open nonisolated var layer: CALayer { ownLayer }
    private nonisolated let ownLayer: CALayer

    /// The constraints' part.
    package final var layoutState: LayoutState?
    package internal(set) final var subviewList: [UIView] = []
    final weak var superviewLink: UIView?
    final weak var windowLink: UIWindow?
    /// What the view is for GTK.
    final var presence: ViewPresence?
    final weak var controllerLink: UIResponder?
    final var recognizers: [UIGestureRecognizer] = []
    final var ownTint: UIColor?
    final var background: UIColor?
    final var accessibility = AccessibilityValues()
    /// What screen readers were told last.
    final var wasSaidSelected = false
    final var drawsItself: Bool?

    public init(frame: CGRect) {
        guard let type = Self.layerClass as? CALayer.Type else {
            preconditionFailure("layerClass has to be a subclass of CALayer: \(Self.layerClass)")
        }
        ownLayer = type.makeLayer()
        super.init()
        layer.delegate = self
        layer.contentsScale = UITraitCollection.current.displayScale
        layer.frame = frame
        layer.setNeedsLayout()
    }

    public convenience override init() { self.init(frame: .zero) }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    /// Linux: writes nothing, as there are no archives of views; a subclass may write what is its own.
    open func encode(with coder: NSCoder) {}

    // MARK: Geometry

    /// In the superview's coordinates; with a transform, what is around the view.
    open var frame: CGRect {
        get { layer.frame }
        set {
            let old = bounds.size
            layer.frame = newValue
            sizeChanged(from: old)
        }
    }

    /// In its own coordinates.
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            let old = bounds.size
            layer.bounds = newValue
            sizeChanged(from: old)
        }
    }

    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    open var autoresizingMask: AutoresizingMask = []
    open var autoresizesSubviews = true

    private func sizeChanged(from old: CGSize) {
        let new = bounds.size
        guard old != new else { return }
        if autoresizesSubviews {
            for subview in subviewList { subview.superviewResized(from: old, to: new) }
        }
        if contentMode == .redraw || drawsItself == true { setNeedsDisplay() }
        if safeAreaInsets != .zero { tellSafeAreaChange() }
    }

    // MARK: Looks

    /// `nil` for none.
    open var backgroundColor: UIColor? {
        get { background }
        set {
            background = newValue
            layer.backgroundColor = newValue?.resolvedColor(with: traitCollection).cgColor
        }
    }

    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(max(0, min(1, newValue))) }
    }

    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != isHidden else { return }
            layer.isHidden = newValue
            presence?.update()
            superviewLink?.setNeedsLayout()
        }
    }

    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// A hint: whether it fills its bounds. Linux: drawing does not need it.
    open var isOpaque = true

    open var contentMode = ContentMode.scaleToFill {
        didSet {
            layer.contentsGravity = contentMode.gravity
            setNeedsDisplay()
        }
    }

    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { layer.contentsScale = newValue }
    }

    /// The color of what can be pressed; the superview's by default.
    open var tintColor: UIColor! {
        get {
            let color = undimmedTint
            return tintAdjustmentMode == .dimmed ? color.dimmed : color
        }
        set {
            ownTint = newValue
            tellTintChange()
        }
    }

    final var ownAdjustment = TintAdjustmentMode.automatic

    /// Whether ``tintColor`` is gray, as of what is behind something more important; the superview's by default.
    open var tintAdjustmentMode: UIView.TintAdjustmentMode {
        get { ownAdjustment != .automatic ? ownAdjustment : superviewLink?.tintAdjustmentMode ?? .normal }
        set {
            ownAdjustment = newValue
            tellAdjustmentChange()
        }
    }

    open func tintColorDidChange() {}

    /// Whose opacity the view has.
    open var mask: UIView? {
        didSet { layer.mask = mask?.layer }
    }

    open var tag = 0
    open var isUserInteractionEnabled = true {
        didSet { presence?.update() }
    }
    /// Whether more than one finger can touch it; recognizers get them all.
    open var isMultipleTouchEnabled = false
    /// Whether no other view can be touched as long as it is, and it not as long as another one is.
    open var isExclusiveTouch = false

    /// The traits of where it is.
    open var traitCollection: UITraitCollection {
        let around = superviewLink?.traitCollection ?? .current
        let style = ownStyle == .unspecified ? around.userInterfaceStyle : ownStyle
        let direction = layoutDirectionOverride == .unspecified ? around.layoutDirection : layoutDirectionOverride
        // Views in SwiftUI's name their direction, which mostly is the one around.
        guard style != around.userInterfaceStyle || direction != around.layoutDirection else { return around }
        return around.modifyingTraits {
            $0.userInterfaceStyle = style
            $0.layoutDirection = direction
        }
    }

    /// The direction of the view and of all in it, if a SwiftUI view sets it.
    package final var layoutDirectionOverride = UITraitEnvironmentLayoutDirection.unspecified {
        didSet {
            let around = (superviewLink?.traitCollection ?? .current).layoutDirection
            let old = oldValue == .unspecified ? around : oldValue
            guard traitCollection.layoutDirection != old else { return }
            layoutDirectionChanged()
            tellTraitChange(from: nil)
        }
    }

    /// Whether what the view contains changes sides with the language.
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified {
        didSet { if semanticContentAttribute != oldValue { layoutDirectionChanged() } }
    }

    /// The traits, or the direction of what the view contains, may have changed.
    func directionChanged() {
        presence?.content?.isRightToLeft = isRightToLeft
        setNeedsLayout()
    }

    final var ownStyle = UIUserInterfaceStyle.unspecified

    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { ownStyle }
        set {
            guard newValue != ownStyle else { return }
            let around = superviewLink?.traitCollection ?? .current
            let change = UnseenChange()
            tellTraitsWillChange(
                to: newValue == .unspecified ? around : around.modifyingTraits { $0.userInterfaceStyle = newValue },
                with: change)
            ownStyle = newValue
            tellTraitChange(from: nil)
            change.finish()
        }
    }

    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Drawing

    /// Draws into the current context, with y pointing down. By default it draws nothing.
    open func draw(_ rect: CGRect) { drawsItself = false }

    open func setNeedsDisplay() {
        if drawsItself == false { layer.changed(.contents) } else { layer.setNeedsDisplay() }
    }

    open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

    /// Draws over the background and the layer's contents, below the subviews.
    func drawContent(in snapshot: Snapshot) { onDraw?(snapshot) }

    /// Draws what ``drawContent(in:)`` does, for views of other modules.
    package final var onDraw: (@MainActor (Snapshot) -> Void)? { didSet { setNeedsDisplay() } }

    open nonisolated func display(_ layer: CALayer) {
        onMainActor {
            // Most views do not draw themselves, which only the call shows.
            guard drawsItself != false else { return }
            let contents = layer.contents
            layer.drawContents()
            if drawsItself == nil { drawsItself = true }
            if drawsItself == false { layer.contents = contents }
        }
    }

    open nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
        onMainActor {
            UIGraphicsPushContext(ctx)
            draw(layer.bounds)
            UIGraphicsPopContext()
        }
    }

    open nonisolated func layerWillDraw(_ layer: CALayer) {}

    // MARK: Layout

    open func layoutSubviews() {}

    open func setNeedsLayout() { layer.setNeedsLayout() }

    open func layoutIfNeeded() { layer.layoutIfNeeded() }

    open nonisolated func layoutSublayers(of layer: CALayer) {
        onMainActor {
            guard layer === self.layer else { return }
            solveConstraints()
            (controllerLink as? any ViewLayoutListener)?.viewWillLayout()
            layoutSubviews()
            (controllerLink as? any ViewLayoutListener)?.viewDidLayout()
        }
    }

    open func updateConstraints() {}

    public nonisolated static let noIntrinsicMetric: CGFloat = -1

    /// The size that its content needs; `noIntrinsicMetric` for what does not matter.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    open func invalidateIntrinsicContentSize() { intrinsicSizeChanged() }

    /// The size that suits it best; its present one by default.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    open func sizeToFit() {
        let size = sizeThatFits(bounds.size)
        bounds = CGRect(origin: bounds.origin, size: size)
    }

    /// How much of each edge is covered by bars.
    open var safeAreaInsets: UIEdgeInsets {
        guard let superview = superviewLink else { return ownSafeArea }
        let (outer, size) = (superview.safeAreaInsets, superview.bounds)
        let frame = frame
        func rest(_ inset: CGFloat, _ distance: CGFloat) -> CGFloat { max(0, inset - max(0, distance)) }
        return UIEdgeInsets(
            top: rest(outer.top, frame.minY - size.minY) + ownSafeArea.top,
            left: rest(outer.left, frame.minX - size.minX) + ownSafeArea.left,
            bottom: rest(outer.bottom, size.maxY - frame.maxY) + ownSafeArea.bottom,
            right: rest(outer.right, size.maxX - frame.maxX) + ownSafeArea.right)
    }

    open func safeAreaInsetsDidChange() {}

    /// What a controller adds to the safe area.
    package final var additionalSafeArea = UIEdgeInsets.zero {
        didSet { if additionalSafeArea != oldValue { tellSafeAreaChange() } }
    }

    /// What the bars of the controller's container add to it.
    final var barSafeArea = UIEdgeInsets.zero {
        didSet { if barSafeArea != oldValue { tellSafeAreaChange() } }
    }

    private var margins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The margins by leading and trailing edge, if they were set that way.
    private var directionalMargins: NSDirectionalEdgeInsets?
    private var ownMargins: UIEdgeInsets { directionalMargins?.insets(in: self) ?? margins }

    /// The room around its contents, which keeps off the safe area's edges, too.
    open var layoutMargins: UIEdgeInsets {
        get {
            let ownMargins = ownMargins
            guard insetsLayoutMarginsFromSafeArea else { return ownMargins }
            let safe = safeAreaInsets
            return UIEdgeInsets(
                top: ownMargins.top + safe.top, left: ownMargins.left + safe.left,
                bottom: ownMargins.bottom + safe.bottom, right: ownMargins.right + safe.right)
        }
        set {
            (margins, directionalMargins) = (newValue, nil)
            layoutMarginsDidChange()
            setNeedsLayout()
        }
    }

    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let (margins, isMirrored) = (layoutMargins, isRightToLeft)
            return NSDirectionalEdgeInsets(
                top: margins.top, leading: isMirrored ? margins.right : margins.left, bottom: margins.bottom,
                trailing: isMirrored ? margins.left : margins.right)
        }
        set {
            layoutMargins = newValue.insets(in: self)
            directionalMargins = newValue
        }
    }

    open var insetsLayoutMarginsFromSafeArea = true

    open func layoutMarginsDidChange() {}

    // MARK: Hierarchy, for subclasses

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}

    open var superview: UIView? { superviewLink }
    open var subviews: [UIView] { subviewList }
    open var window: UIWindow? { windowLink }

    open func addSubview(_ view: UIView) { insert(view, at: subviewList.count) }

    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        place(view) { $0.firstIndex(of: siblingSubview) }
    }

    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        place(view) { $0.firstIndex(of: siblingSubview).map { $0 + 1 } }
    }

    open func removeFromSuperview() { leaveSuperview() }

    /// The view's controller, else its superview.
    open override var next: UIResponder? { controllerLink ?? superviewLink }

    // MARK: Touches

    /// The view at a point of its own coordinates that touches there are for.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for layer in layer.drawingOrder.reversed() {
            guard let subview = layer.delegate as? UIView, subview.superviewLink === self else { continue }
            if let hit = subview.hitTest(subview.convert(point, from: self), with: event) { return hit }
        }
        return self
    }

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    /// Takes a turn of the wheel; returns whether it was for this view.
    func scrolled(_ event: UIEvent) -> Bool { onScroll?(event) ?? false }

    /// Does what ``scrolled(_:)`` does, for views of other modules.
    package final var onScroll: (@MainActor (UIEvent) -> Bool)?
    /// Shows a menu for a place of the view, if it has one there: for the pointer's second button.
    package final var onMenu: (@MainActor (CGPoint) -> Bool)?
    /// Takes what other programs drag over the view, in its own coordinates.
    package final var onDrop: (@MainActor (DropEvent) -> Bool)?
    /// Told where the pointer is, in the view's own coordinates; `nil` when it has left.
    package final var onHover: (@MainActor (CGPoint?) -> Void)?

    final var wantsHover: Bool { onHover != nil || recognizers.contains { $0 is UIHoverGestureRecognizer } }

    /// - Parameter place: in the window's coordinates.
    final func hover(at place: CGPoint?) {
        onHover?(place.map { convert($0, from: nil) })
        for case let recognizer as UIHoverGestureRecognizer in recognizers { recognizer.hover(at: place) }
    }

    final var interactionList: [any UIInteraction] = []
    /// Takes keys that the focused view does not handle.
    package final var onKeyPress: (@MainActor (KeyPress) -> Bool)?

    /// Told of keys that are released.
    package final var onKeyRelease: (@MainActor (KeyPress) -> Void)?

    /// Whether a recognizer on the view or above may begin now.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    // MARK: Animation

    open nonisolated func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard isOnMainActor else { return NSNull() }
        // On this thread alone: the closure is called before the next line.
        nonisolated(unsafe) var action: (any CAAction)?
        MainActor.assumeIsolated { action = ViewAnimation.action(for: self, layer, event) }
        return action ?? NSNull()
    }

    // MARK: Screen readers

    /// Whether screen readers find it.
    open var isAccessibilityElement: Bool {
        get { accessibility.isElement }
        set { describe { $0.isElement = newValue } }
    }

    /// Its name.
    open var accessibilityLabel: String? {
        get { accessibility.label }
        set { describe { $0.label = newValue } }
    }

    open var accessibilityValue: String? {
        get { accessibility.value }
        set { describe { $0.value = newValue } }
    }

    open var accessibilityHint: String? {
        get { accessibility.hint }
        set { describe { $0.hint = newValue } }
    }

    /// A name for tests.
    open var accessibilityIdentifier: String? {
        get { accessibility.identifier }
        set { describe { $0.identifier = newValue } }
    }

    /// What it is. Linux: a role is that of the moment at which the view comes into a window.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibility.traits }
        set { describe { $0.traits = newValue } }
    }

    open var accessibilityElementsHidden: Bool {
        get { accessibility.hidesElements }
        set { describe { $0.hidesElements = newValue } }
    }

    /// What a screen reader does to press it.
    ///
    /// - Returns: whether it did something.
    @discardableResult
    open func accessibilityActivate() -> Bool { false }

    // MARK: Focus

    /// Whether the keyboard can reach it.
    open var canBecomeFocused: Bool { isPressable }

    open var isFocused: Bool { (presence?.content ?? presence?.widget)?.isFocused ?? false }

    // MARK: Controls

    /// The GTK widget of a control, made once when the view becomes visible. It always has the view's bounds.
    package func makeContent() -> Widget? { nil }

    /// What the view is for the keyboard and for screen readers.
    package var role: AccessibleRole { accessibility.role }

    /// Pressed by the keyboard or a screen reader.
    package func pressed() { _ = accessibilityActivate() }

    /// Whether the keyboard and screen readers can press it; asked when the view becomes visible.
    package var isPressable: Bool {
        isAccessibilityElement && !accessibilityTraits.isDisjoint(with: [.button, .link, .toggleButton])
    }
}

/// A controller that is told of its view's layout.
@MainActor
package protocol ViewLayoutListener: UIResponder {
    func viewWillLayout()
    func viewDidLayout()
}
