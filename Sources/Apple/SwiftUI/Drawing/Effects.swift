import QuartzCore

/// A change of how a view is drawn, with all that is in it. Its numbers are animated.
protocol EffectChange: Change, Animatable {
    @MainActor func apply(_ surface: Surface, _ environment: EnvironmentValues)
    /// Whether touches outside of the frame, or of the shape that it is cut to, find nothing.
    @MainActor func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool
    /// The point of the view that is drawn at a point of the screen, both in the view's coordinates.
    @MainActor func original(_ point: CGPoint, _ size: CGSize) -> CGPoint
}

@MainActor extension EffectChange {
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool { true }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint { point }
    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { EffectNode<Self>(view, inputs) }
}

private final class EffectNode<E: EffectChange>: ModifierNode {
    lazy var effect = AnimatedValue(change as! E, graph.clock)

    override func wrap(_ item: Item) -> Item { EffectItem<E>(self, item) }

    override func changed(from old: any Change) {
        effect.set(change as! E, graph.transaction)
        graph.schedule()
    }
}

private final class EffectItem<E: EffectChange>: PassingItem {
    private var effectNode: EffectNode<E> { node as! EffectNode<E> }

    override func draw(_ drawing: Drawing) {
        drawing.group(self, Effect()) { super.draw($0) }
        if let surface { effectNode.effect.now.apply(surface, environment) }
    }

    override func hit(_ point: CGPoint) -> [Item]? {
        let effect = effectNode.effect.target
        let inside = effect.original(CGPoint(x: point.x - frame.minX, y: point.y - frame.minY), frame.size)
        guard effect.contains(inside, frame.size, environment) else { return nil }
        return super.hit(CGPoint(x: inside.x + frame.minX, y: inside.y + frame.minY))
    }
}

struct Opacity: EffectChange {
    var animatableData: Double

    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.view.alpha = animatableData }
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool { animatableData > 0 }
}

struct Scaling: EffectChange {
    var scale: CGSize
    var anchor: UnitPoint
    var animatableData: AnimatablePair<CGSize.AnimatableData, UnitPoint.AnimatableData> {
        get { AnimatablePair(scale.animatableData, anchor.animatableData) }
        set { (scale.animatableData, anchor.animatableData) = (newValue.first, newValue.second) }
    }

    private func transform(_ size: CGSize) -> CGAffineTransform {
        Effect.scale(scale.width, scale.height, anchor, size)
    }
    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.setTransform(transform(surface.size)) }
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool {
        scale.width != 0 && scale.height != 0
    }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint {
        scale.width == 0 || scale.height == 0 ? point : point.applying(transform(size).inverted())
    }
}

struct Rotation: EffectChange {
    var angle: Angle
    var anchor: UnitPoint
    var animatableData: AnimatablePair<Double, UnitPoint.AnimatableData> {
        get { AnimatablePair(angle.animatableData, anchor.animatableData) }
        set { (angle.animatableData, anchor.animatableData) = (newValue.first, newValue.second) }
    }

    private func transform(_ size: CGSize) -> CGAffineTransform { Effect.rotation(angle, anchor, size) }
    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.setTransform(transform(surface.size)) }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint { point.applying(transform(size).inverted()) }
}

/// As seen from far away: without perspective.
struct Rotation3D: EffectChange {
    var angle: Angle
    var axis: (x: CGFloat, y: CGFloat, z: CGFloat)
    var anchor: UnitPoint
    var animatableData: AnimatablePair<Double, UnitPoint.AnimatableData> {
        get { AnimatablePair(angle.animatableData, anchor.animatableData) }
        set { (angle.animatableData, anchor.animatableData) = (newValue.first, newValue.second) }
    }

    private func transform(_ size: CGSize) -> CGAffineTransform {
        let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
        guard length > 0 else { return .identity }
        let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
        let (cosine, sine) = (cos(angle.radians), sin(angle.radians))
        let rest = 1 - cosine
        return Effect.around(
            anchor, size,
            CGAffineTransform(
                a: cosine + x * x * rest, b: y * x * rest + z * sine, c: x * y * rest - z * sine,
                d: cosine + y * y * rest, tx: 0, ty: 0))
    }
    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.setTransform(transform(surface.size)) }
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool {
        isSeen(transform(size))
    }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint {
        let transform = transform(size)
        return isSeen(transform) ? point.applying(transform.inverted()) : point
    }

    private func isSeen(_ transform: CGAffineTransform) -> Bool {
        abs(transform.a * transform.d - transform.b * transform.c) > 1e-9
    }
}

struct Clip<S: Shape>: EffectChange {
    var shape: S
    let isEvenOdd: Bool
    var animatableData: S.AnimatableData {
        get { shape.animatableData }
        set { shape.animatableData = newValue }
    }

    private func path(_ size: CGSize, _ environment: EnvironmentValues) -> Path {
        shape.path(in: CGRect(origin: .zero, size: size), environment.layoutDirection)
    }

    func apply(_ surface: Surface, _ environment: EnvironmentValues) {
        let layer = surface.layer
        if let radius = cornerRadius(surface.size) {
            layer.mask = nil
            layer.masksToBounds = true
            layer.cornerRadius = radius
        } else {
            let mask = layer.mask as? CAShapeLayer ?? CAShapeLayer()
            mask.frame = CGRect(origin: .zero, size: surface.size)
            mask.path = path(surface.size, environment).cgPath
            mask.fillRule = isEvenOdd ? .evenOdd : .nonZero
            layer.mask = mask
        }
    }

    /// The radius, if the shape is a rectangle with round corners: a layer cuts that without a mask.
    private func cornerRadius(_ size: CGSize) -> CGFloat? {
        if shape is Rectangle { return 0 }
        if let shape = shape as? RoundedRectangle, shape.cornerSize.width == shape.cornerSize.height {
            return min(shape.cornerSize.width, size.width / 2, size.height / 2)
        }
        if shape is Capsule || shape is Circle && size.width == size.height { return min(size.width, size.height) / 2 }
        return nil
    }

    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool {
        path(size, environment).contains(point, eoFill: isEvenOdd)
    }
}

struct Shadow: EffectChange {
    let color: Color
    var radius: CGFloat
    var offset: CGSize
    var animatableData: AnimatablePair<CGFloat, CGSize.AnimatableData> {
        get { AnimatablePair(radius, offset.animatableData) }
        set { (radius, offset.animatableData) = (newValue.first, newValue.second) }
    }

    func apply(_ surface: Surface, _ environment: EnvironmentValues) {
        let color = color.resolve(in: environment)
        surface.layer.shadowColor = color.cgColor
        surface.layer.shadowOpacity = 1
        surface.layer.shadowRadius = radius
        surface.layer.shadowOffset = offset
    }
}

struct Blur: EffectChange {
    var animatableData: CGFloat

    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.layer.blurRadius = animatableData }
}

struct Grouping: EffectChange {
    func apply(_ surface: Surface, _ environment: EnvironmentValues) {}
}

/// A view whose opaque parts let the other view through.
private struct Mask: Change {
    let view: any View
    let alignment: Alignment

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { MaskNode(view, inputs) }
}

private final class MaskNode: CompanionNode {
    var mask: Mask { change as! Mask }
    override var companion: any View { mask.view }
    override func wrap(_ item: Item, with companion: Node) -> Item { MaskItem(self, item, companion) }
}

private final class MaskItem: PassingItem {
    private let mask: ContainerItem
    private let maskSurface = Surface()

    init(_ node: Node, _ item: Item, _ mask: Node) {
        self.mask = ContainerItem(node, mask, layout: ZStackLayout())
        super.init(node, item)
    }

    override func forgetSizes() {
        super.forgetSizes()
        mask.forgetSizes()
    }

    override func placeChildren() {
        super.placeChildren()
        let proposal = ProposedViewSize(frame.size)
        let dimensions = mask.dimensions(proposal)
        let origin = (node as! MaskNode).mask.alignment.offset(of: dimensions, in: frame.size)
        let x = environment.isRightToLeft ? frame.maxX - origin.x - dimensions.width : frame.minX + origin.x
        mask.place(CGPoint(x: x, y: frame.minY + origin.y), proposal)
    }

    override func draw(_ drawing: Drawing) {
        drawing.group(self, Effect()) { super.draw($0) }
        guard let surface else { return }
        let inner = Drawing(origin: shownFrame.now.origin, scale: environment.displayScale)
        mask.draw(inner)
        maskSurface.setFrame(CGRect(origin: .zero, size: surface.size))
        maskSurface.show(inner.surfaces)
        surface.layer.mask = maskSurface.layer
    }
}

extension View {
    public nonisolated func opacity(_ opacity: Double) -> some View { modified(Opacity(animatableData: opacity)) }
    /// Draws the view and all that is in it as one. Linux: the same as `compositingGroup()`.
    public nonisolated func drawingGroup(opaque: Bool = false) -> some View { compositingGroup() }
    /// Keeps the view's room, and shows nothing.
    public nonisolated func hidden() -> some View { opacity(0).accessibilityHidden(true) }

    /// Mirrors the view in right-to-left layouts: for pictures that point forward or back.
    public nonisolated func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View {
        modifier(DirectedPicture(enabled))
    }

    public nonisolated func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        modified(Scaling(scale: scale, anchor: anchor))
    }
    public nonisolated func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        scaleEffect(CGSize(width: s, height: s), anchor: anchor)
    }
    public nonisolated func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        scaleEffect(CGSize(width: x, height: y), anchor: anchor)
    }
    public nonisolated func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        modified(Rotation(angle: angle, anchor: anchor))
    }

    /// Linux: without perspective, as seen from far away; the anchor's depth has no effect.
    ///
    /// - `axis`: a direction; y points down, z toward the person.
    public nonisolated func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View {
        if anchorZ != 0 {
            NoEffectReport.add("View.rotation3DEffect(_:axis:anchor:anchorZ:perspective:)", "an anchor has no depth")
        }
        return modified(Rotation3D(angle: angle, axis: axis, anchor: anchor))
    }

    public nonisolated func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        modified(Clip(shape: shape, isEvenOdd: style.isEOFilled))
    }
    public nonisolated func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }
    public nonisolated func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }
    public nonisolated func mask<V: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> V) -> some View {
        modified(Mask(view: mask(), alignment: alignment))
    }
    public nonisolated func mask<V: View>(_ mask: V) -> some View {
        modified(Mask(view: mask, alignment: .center))
    }
    public nonisolated func shadow(
        color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { modified(Shadow(color: color, radius: radius, offset: CGSize(width: x, height: y))) }

    /// - Parameters:
    ///   - radius: how far the blur reaches, in points.
    ///   - opaque: Linux: edges are translucent in any case.
    public nonisolated func blur(radius: CGFloat, opaque: Bool = false) -> some View {
        if opaque { NoEffectReport.add("View.blur(radius:opaque:)", "the edges of a blur are translucent") }
        return modified(Blur(animatableData: radius))
    }

    /// Draws the view as one picture before the effects around apply.
    public nonisolated func compositingGroup() -> some View { modified(Grouping()) }
}

private struct DirectedPicture: ViewModifier {
    let flips: Bool
    @Environment(\.layoutDirection) private var direction

    nonisolated init(_ flips: Bool) { self.flips = flips }

    func body(content: Content) -> some View {
        content.scaleEffect(x: flips && direction == .rightToLeft ? -1 : 1)
    }
}
