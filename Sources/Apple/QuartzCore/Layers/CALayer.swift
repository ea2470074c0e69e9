import Foundation
import Locking
import MissingGraphics

/// A rectangle in a tree of rectangles, with what is drawn in it. Source: Apple, CALayer.
///
/// Linux: any thread may use it. It is drawn where it is the layer of a view in a window, or below one.
open class CALayer: NSObject, @unchecked Sendable {  // `state` is a Mutex; there is nothing else.
    struct State {
        var values = LayerValues()
        var contents: Any?
        weak var delegate: (any CALayerDelegate)?
        weak var drawer: (any LayerDrawer)?
        var name: String?
        var mask: CALayer?
        var sublayers: [CALayer] = []
        weak var superlayer: CALayer?
        var actions: [String: any CAAction]?
        var extraValues: [String: Any] = [:]
        var animations: [RunningAnimation] = []
        var timing = LayerTiming()
        var needsLayout = false
        var needsDisplay = false
        var needsDisplayOnBoundsChange = false
    }

    let state = Mutex(State())

    /// An empty rectangle, in no other layer.
    public override init() {}

    /// A copy of another layer's values, without its sublayers.
    public init(layer: Any) {
        super.init()
        if let other = layer as? CALayer { take(from: other) }
    }

    /// Linux: always `nil`, as there are no archives of layers.
    public required init?(coder: NSCoder) { nil }

    /// Makes a layer for ``makeLayer()``: calls the initializer of the class that is asked.
    @_silgen_name("QuartzCore_makeLayer")
    package convenience init(ofItsClass: Void) { self.init() }

    /// Makes a copy for ``makeCopy(of:)``: calls the initializer of the class that is asked.
    @_silgen_name("QuartzCore_makeLayerCopy")
    package convenience init(copying layer: CALayer) { self.init(layer: layer) }

    /// A layer of the class that is asked, made by its `init()`.
    ///
    /// Swift calls an initializer of a class that only the running program knows if it is `required`. Subclasses would
    /// then have to have it, which Apple's do not. So this is another name for a convenience initializer, which calls
    /// the class's own one; without an `init()` the program ends, as on Apple's systems.
    @_silgen_name("QuartzCore_makeLayer")
    package final class func makeLayer() -> CALayer

    /// A copy made by the class's `init(layer:)`, as ``makeLayer()``. Initializers own what they are given.
    @_silgen_name("QuartzCore_makeLayerCopy")
    final class func makeCopy(of layer: consuming CALayer) -> CALayer

    /// Takes over what another layer looks like.
    func take(from other: CALayer) {
        let (values, name, timing) = other.read { ($0.values, $0.name, $0.timing) }
        // A picture, which does not change.
        nonisolated(unsafe) let contents = other.contents
        state.withLock {
            $0.values = values
            $0.contents = contents
            $0.name = name
            $0.timing = timing
        }
    }

    /// A layer of the same kind, for what shows during an animation.
    func blank() -> CALayer { CALayer() }

    /// Reads what is not Sendable; programs share it at their own risk, as on Apple's systems.
    final func read<Value>(_ body: (State) -> Value) -> Value {
        // Both on this thread alone: the closure is called before the next line.
        nonisolated(unsafe) var value: Value?
        nonisolated(unsafe) let body = body
        state.withLock { value = body($0) }
        return value!
    }

    /// Everything about its looks at once.
    package final var values: LayerValues { state.withLock { $0.values } }

    /// Changes a value, with the action for its key.
    final func set<Value: Equatable>(
        _ path: WritableKeyPath<LayerValues, Value>, _ value: Value, _ key: String, _ change: LayerChange = .contents
    ) {
        // A key path has no state.
        nonisolated(unsafe) let path = path
        let isNew = state.withLock { $0.values[keyPath: path] != value }
        guard isNew else { return }
        changing(key, change) { state.withLock { $0.values[keyPath: path] = value } }
    }

    // MARK: Geometry

    /// The rectangle in its own coordinates.
    open var bounds: CGRect {
        get { values.bounds }
        set {
            let resizes = bounds.size != newValue.size
            set(\.bounds, newValue, "bounds", .geometry)
            guard resizes else { return }
            setNeedsLayout()
            if needsDisplayOnBoundsChange { setNeedsDisplay() }
        }
    }

    /// Where the anchor point is in the superlayer's coordinates.
    open var position: CGPoint {
        get { values.position }
        set { set(\.position, newValue, "position", .geometry) }
    }

    /// The point in the bounds that `position` refers to; both coordinates run from 0 to 1.
    open var anchorPoint: CGPoint {
        get { values.anchorPoint }
        set { set(\.anchorPoint, newValue, "anchorPoint", .geometry) }
    }

    /// The rectangle in the superlayer's coordinates, made of bounds, position, anchor point and transform.
    open var frame: CGRect {
        get { values.frame }
        set {
            var values = values
            values.frame = newValue
            (bounds, position) = (values.bounds, values.position)
        }
    }

    /// Layers with a higher one are in front of their siblings.
    open var zPosition: CGFloat {
        get { values.zPosition }
        set { set(\.zPosition, newValue, "zPosition", .sublayers) }
    }

    /// About the anchor point. Linux: drawn without perspective on the views below it.
    open var transform: CATransform3D {
        get { values.transform }
        set { set(\.transform, newValue, "transform", .geometry) }
    }

    /// Applied to all sublayers after their own transforms, about the anchor point. Linux: drawn without perspective, as
    /// ``transform``.
    open var sublayerTransform: CATransform3D {
        get { values.sublayerTransform }
        set { set(\.sublayerTransform, newValue, "sublayerTransform", .geometry) }
    }

    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    open func affineTransform() -> CGAffineTransform { transform.plane }

    /// Whether y points the other way for its sublayers. Linux: counts in movies
    /// (`AVVideoCompositionCoreAnimationTool`), not in windows.
    open var isGeometryFlipped: Bool {
        get { values.isGeometryFlipped }
        set { set(\.isGeometryFlipped, newValue, "geometryFlipped", .geometry) }
    }

    // MARK: Looks

    open var isHidden: Bool {
        get { values.isHidden }
        set { set(\.isHidden, newValue, "hidden") }
    }

    open var opacity: Float {
        get { values.opacity }
        set { set(\.opacity, newValue, "opacity") }
    }

    open var masksToBounds: Bool {
        get { values.masksToBounds }
        set { set(\.masksToBounds, newValue, "masksToBounds") }
    }

    open var cornerRadius: CGFloat {
        get { values.cornerRadius }
        set { set(\.cornerRadius, newValue, "cornerRadius") }
    }

    open var maskedCorners: CACornerMask {
        get { values.maskedCorners }
        set { set(\.maskedCorners, newValue, "maskedCorners") }
    }

    open var cornerCurve: CALayerCornerCurve {
        get { values.cornerCurve }
        set { set(\.cornerCurve, newValue, "cornerCurve") }
    }

    open var backgroundColor: CGColor? {
        get { values.backgroundColor }
        set { set(\.backgroundColor, newValue, "backgroundColor") }
    }

    open var borderColor: CGColor? {
        get { values.borderColor }
        set { set(\.borderColor, newValue, "borderColor") }
    }

    /// Inside of the bounds.
    open var borderWidth: CGFloat {
        get { values.borderWidth }
        set { set(\.borderWidth, newValue, "borderWidth") }
    }

    /// Whether the layer is drawn once and then moved as a picture. Linux: without effect; the window's renderer keeps
    /// what does not change.
    open var shouldRasterize: Bool {
        get { values.shouldRasterize }
        set { set(\.shouldRasterize, newValue, "shouldRasterize") }
    }

    /// Pixels per point of that picture; 1 by default. Linux: without effect, as ``shouldRasterize``.
    open var rasterizationScale: CGFloat {
        get { values.rasterizationScale }
        set { set(\.rasterizationScale, newValue, "rasterizationScale") }
    }

    /// Whether what the layer draws has no transparent parts: black is behind it then. Contents that are set, and the
    /// background, are as they are.
    open var isOpaque: Bool {
        get { values.isOpaque }
        set { set(\.isOpaque, newValue, "opaque") }
    }

    open var shadowColor: CGColor? {
        get { values.shadowColor }
        set { set(\.shadowColor, newValue, "shadowColor") }
    }

    open var shadowOpacity: Float {
        get { values.shadowOpacity }
        set { set(\.shadowOpacity, newValue, "shadowOpacity") }
    }

    open var shadowOffset: CGSize {
        get { values.shadowOffset }
        set { set(\.shadowOffset, newValue, "shadowOffset") }
    }

    open var shadowRadius: CGFloat {
        get { values.shadowRadius }
        set { set(\.shadowRadius, newValue, "shadowRadius") }
    }

    /// What casts the shadow; `nil` for what is drawn.
    open var shadowPath: CGPath? {
        get { values.shadowPath }
        set { set(\.shadowPath, newValue, "shadowPath") }
    }

    /// How far the layer and its sublayers are blurred, beyond the bounds too: the deviation of a normal distribution,
    /// as in ``shadowRadius``.
    package final var blurRadius: CGFloat {
        get { values.blurRadius }
        set { set(\.blurRadius, max(0, newValue), "blurRadius") }
    }

    /// How the colors of the layer and its sublayers are changed. Without an animation.
    package final var colorMatrix: ColorMatrix? {
        get { values.colorMatrix }
        set { set(\.colorMatrix, newValue, "colorMatrix") }
    }

    /// How the layer is put together with those behind it in its superlayer. Without an animation.
    package final var blend: CGBlendMode {
        get { values.blend }
        set { set(\.blend, newValue, "blend") }
    }

    /// How far a transition from what the layer showed before has come.
    package final var transitionPart: CGFloat {
        get { values.transitionPart }
        set { set(\.transitionPart, newValue, "transitionPart") }
    }

    /// Whose opacity the layer and its sublayers have. It belongs to no other layer.
    open var mask: CALayer? {
        get { state.withLock { $0.mask } }
        set {
            let old = state.withLock { state in
                defer { state.mask = newValue }
                return state.mask
            }
            old?.state.withLock { $0.superlayer = nil }
            newValue?.state.withLock { $0.superlayer = self }
            changed(.contents)
        }
    }

    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    open weak var delegate: (any CALayerDelegate)? {
        get { read { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    // MARK: What subclasses change

    /// Sets the contents: has the delegate do it, or draws them.
    open func display() {
        if let delegate { delegate.display(self) } else { drawContents() }
    }

    /// Draws the contents, with y pointing down; has the delegate do it.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Draws the layer with those below it as they are without their animations, in the layer's coordinates, with y
    /// pointing down: its place and transform are left out.
    ///
    /// Any thread; with UIKit, others wait for the main thread, which draws. Linux: pictures that come by themselves, of
    /// cameras and players, are left out, as on Apple's systems, and of controls outside of windows what GTK draws.
    /// Without UIKit, there are no texts, shadows, blurs and blend modes.
    open func render(in ctx: CGContext) { LayerTreePainter.chosen.render(self, in: ctx) }

    /// Arranges the sublayers; has the delegate do it.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// Has ``layoutSublayers()`` called before the next frame.
    open func setNeedsLayout() {
        state.withLock { $0.needsLayout = true }
        changed(.layout)
    }

    open func needsLayout() -> Bool { state.withLock { $0.needsLayout } }

    /// Arranges the layers from the uppermost one that needs it, down to those below this one.
    open func layoutIfNeeded() {
        var top = self
        while let above = top.superlayer, above.needsLayout() { top = above }
        top.layoutTree()
    }

    private func layoutTree() {
        let isNeeded = state.withLock { state in
            defer { state.needsLayout = false }
            return state.needsLayout
        }
        if isNeeded { layoutSublayers() }
        for layer in sublayers ?? [] { layer.layoutTree() }
    }

    /// Whether a point of its own coordinates is in its bounds.
    open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

    /// The size that the layer would like to have, in the superlayer's coordinates: the size that it has.
    open func preferredFrameSize() -> CGSize { frame.size }

    /// The front layer at a point of the superlayer's coordinates, hidden ones left out.
    open func hitTest(_ p: CGPoint) -> CALayer? {
        guard !isHidden, opacity > 0 else { return nil }
        let point = convert(p, from: superlayer)
        if masksToBounds, !contains(point) { return nil }
        for layer in drawingOrder.reversed() {
            if let hit = layer.hitTest(point) { return hit }
        }
        return contains(point) ? self : nil
    }

    /// What happens when the value for a key changes: the delegate's action, or one of ``actions``, or the class's.
    open func action(forKey event: String) -> (any CAAction)? {
        if let action = delegate?.action(for: self, forKey: event) { return action is NSNull ? nil : action }
        if let action = read({ $0.actions?[event] }) { return action is NSNull ? nil : action }
        if let action = Self.defaultAction(forKey: event) { return action is NSNull ? nil : action }
        // What nobody sees changes at once, and so does what somebody else moves.
        guard delegate == nil, animatedValue(event) != nil, isDrawn else { return nil }
        let action = CABasicAnimation(keyPath: event)
        // What an app adds itself is even; what a change shows is not.
        action.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        return action
    }

    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// Whether a change of the key's value has the layer drawn again with ``display()``.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    /// Shows an animation over the layer's own values, which stay as they are. One with the same key ends.
    open func add(_ anim: CAAnimation, forKey key: String?) { begin(anim, key) }

    open func removeAnimation(forKey key: String) { endAnimations { $0.key == key } }

    open func removeAllAnimations() { endAnimations { _ in true } }

    // MARK: Its own time

    /// Whether it can change without an animation.
    var mayChangeByItself: Bool { timing.isLimited }

    /// Whether what it shows changes after a moment of the clock without an animation.
    func changesByItself(after now: CFTimeInterval) -> Bool { hasLimitAhead(at: now) }

    // MARK: Values by name

    /// What an animation changes.
    ///
    /// - Returns: `nil` for a key path that it does not have.
    func animatedValue(_ keyPath: String) -> AnimatedValue? { values[keyPath] }

    func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        state.withLock { $0.values[keyPath] = value }
    }
}

/// Does a layer's work. Source: Apple, CALayerDelegate.
public protocol CALayerDelegate: AnyObject {
    /// Sets the layer's contents.
    func display(_ layer: CALayer)
    func draw(_ layer: CALayer, in ctx: CGContext)
    func layerWillDraw(_ layer: CALayer)
    func layoutSublayers(of layer: CALayer)
    /// `nil` for the layer's own, `NSNull` for none.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Has the layer draw itself.
    public func display(_ layer: CALayer) { layer.drawContents() }
    public func draw(_ layer: CALayer, in ctx: CGContext) {}
    public func layerWillDraw(_ layer: CALayer) {}
    public func layoutSublayers(of layer: CALayer) {}
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
