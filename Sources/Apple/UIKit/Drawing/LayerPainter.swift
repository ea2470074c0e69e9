import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// Draws a layer with the layers below it.
@MainActor
class LayerPainter {
    private unowned let root: CALayer
    /// Of the copies that are being drawn.
    private(set) var delays: InstanceDelays = [:]

    init(_ root: CALayer) { self.root = root }

    // MARK: What those who draw decide

    /// What shows for a layer.
    func looks(of layer: CALayer) -> CALayer { layer.presented(delays) }

    /// Whether emitters show their particles of this moment.
    var showsParticles: Bool { true }

    /// Draws what a layer shows beside its contents.
    func drawOwn(_ layer: CALayer, _ snapshot: Snapshot) {}

    func drawSublayer(_ sublayer: CALayer, in layer: CALayer, _ snapshot: Snapshot) {
        let shown = looks(of: sublayer)
        let values = shown.values
        guard !values.isHidden, values.opacity > 0 else { return }
        let outer = layer.mask === sublayer ? nil : looks(of: layer).values
        snapshot.saved {
            snapshot.place(Placement(values.placement(inside: outer).plane))
            snapshot.drawn(as: values) { drawMasked(sublayer, shown, snapshot) }
        }
    }

    // MARK: Drawing

    /// Draws the layer, in its coordinates; place and opacity are those of what it is in.
    func draw(_ snapshot: Snapshot) { drawMasked(root, looks(of: root), snapshot) }

    /// Draws what is behind a sublayer.
    func draw(behind sublayer: CALayer, _ snapshot: Snapshot) {
        drawInside(root, looks(of: root), snapshot, end: sublayer)
    }

    private func drawMasked(_ layer: CALayer, _ shown: CALayer, _ snapshot: Snapshot) {
        layer.displayIfNeeded()
        guard let mask = layer.mask else { return drawWithShadow(layer, shown, snapshot) }
        let bounds = shown.values.bounds.insetBy(dx: -1, dy: -1)
        snapshot.masked(in: Rect(bounds), by: { drawSublayer(mask, in: layer, $0) }) {
            drawWithShadow(layer, shown, $0)
        }
    }

    private func drawWithShadow(_ layer: CALayer, _ shown: CALayer, _ snapshot: Snapshot) {
        let values = shown.values
        guard values.shadowOpacity > 0, !values.masksToBounds, let color = values.shadowColor else {
            return drawInside(layer, shown, snapshot)
        }
        var shadow = Color(color)
        shadow.alpha *= Double(values.shadowOpacity)
        let (dx, dy) = (Double(values.shadowOffset.width), Double(values.shadowOffset.height))
        // GTK's radius is that of CSS: twice the deviation.
        let radius = Double(values.shadowRadius) * 2
        guard let path = values.shadowPath else {
            return snapshot.withShadow(shadow, dx: dx, dy: dy, radius: radius) { drawInside(layer, shown, snapshot) }
        }
        snapshot.blurred(radius: radius) {
            snapshot.saved {
                snapshot.translate(dx, dy)
                snapshot.fill(DrawnPath(path), shadow)
            }
        }
        drawInside(layer, shown, snapshot)
    }

    /// - Parameter end: the sublayer that is not drawn anymore, nor are those in front of it.
    private func drawInside(_ layer: CALayer, _ shown: CALayer, _ snapshot: Snapshot, end: CALayer? = nil) {
        let values = shown.values
        let bounds = values.bounds
        let radii = values.radii
        let isRound = radii.contains { $0 > 0 }
        if let color = values.backgroundColor, color.alpha > 0 {
            if isRound {
                snapshot.clipped(to: Rect(bounds), radii: radii) { snapshot.fill(Rect(bounds), Color(color)) }
            } else {
                snapshot.fill(Rect(bounds), Color(color))
            }
        }
        let sublayers = Array(layer.drawingOrder.prefix { $0 !== end })
        let body = { self.drawContents(layer, shown, sublayers, snapshot) }
        if values.masksToBounds { snapshot.clipped(to: Rect(bounds), radii: radii, body) } else { body() }
        if values.borderWidth > 0, let color = values.borderColor, color.alpha > 0 {
            snapshot.border(Rect(bounds), radii: radii, width: Double(values.borderWidth), Color(color))
        }
    }

    /// Draws the sublayers on the layer's own contents. One that is put together with those behind it needs them apart.
    private func drawContents(
        _ layer: CALayer, _ shown: CALayer, _ sublayers: [CALayer], _ snapshot: Snapshot
    ) {
        if let replicator = shown as? CAReplicatorLayer {
            drawContents(layer, shown, snapshot)
            return drawCopies(of: sublayers, in: layer, replicator, snapshot)
        }
        let last = sublayers.lastIndex { $0.values.blending != nil }
        if let last, let blending = sublayers[last].values.blending {
            snapshot.blended(blending, in: Rect(root.bounds)) {
                drawContents(layer, shown, Array(sublayers[..<last]), $0)
            } _: {
                drawSublayer(sublayers[last], in: layer, $0)
            }
        } else {
            drawContents(layer, shown, snapshot)
        }
        for sublayer in sublayers[(last.map { $0 + 1 } ?? 0)...] { drawSublayer(sublayer, in: layer, snapshot) }
    }

    private func drawCopies(
        of sublayers: [CALayer], in layer: CALayer, _ shown: CAReplicatorLayer, _ snapshot: Snapshot
    ) {
        let replication = shown.replication
        for (index, placement) in replication.placements(in: shown.bounds).enumerated() {
            delays[ObjectIdentifier(layer)] = replication.delay(of: index)
            snapshot.saved {
                snapshot.place(Placement(placement.plane))
                snapshot.multiplied(by: replication.factors(of: index)) {
                    for sublayer in sublayers { drawSublayer(sublayer, in: layer, snapshot) }
                }
            }
        }
        delays[ObjectIdentifier(layer)] = nil
    }

    private func drawContents(_ layer: CALayer, _ shown: CALayer, _ snapshot: Snapshot) {
        let bounds = shown.values.bounds
        // A path is drawn where it is, even in a layer without a size.
        if let shape = shown as? CAShapeLayer { snapshot.draw(shape.shapeValues) }
        if showsParticles, let emitter = layer as? CAEmitterLayer, let looks = shown as? CAEmitterLayer {
            let particles = emitter.particles(as: looks, at: LayerClock.current.now, delays)
            snapshot.draw(particles, areAdded: looks.renderMode == .additive)
        }
        guard bounds.width > 0, bounds.height > 0 else { return }
        if let gradient = shown as? CAGradientLayer { snapshot.draw(gradient.gradientValues, in: bounds) }
        if let contents = shown.contents, type(of: contents) == CGImage.self, let image = contents as? CGImage {
            draw(image, shown.values, snapshot)
        }
        if let text = shown as? CATextLayer { snapshot.draw(text.textValues, in: bounds) }
        drawOwn(layer, snapshot)
    }

    private func draw(_ image: CGImage, _ values: LayerValues, _ snapshot: Snapshot) {
        let part = values.contentsRect
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        var shown = image
        if part != whole {
            let (width, height) = (CGFloat(image.width), CGFloat(image.height))
            let pixels = CGRect(
                x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height)
            guard let cut = image.cropping(to: pixels) else { return }
            shown = cut
        }
        let scale = max(values.contentsScale, 0.01)
        let size = CGSize(width: CGFloat(shown.width) / scale, height: CGFloat(shown.height) / scale)
        guard let texture = Texture.cached(shown) else { return }
        snapshot.draw(texture, in: Rect(values.contentsGravity.place(size, in: values.bounds)))
    }
}

@MainActor
extension Texture {
    private static let cache = TextureCache<CGImage, Texture>()

    static func cached(_ image: CGImage) -> Texture? { cache.texture(image) { Texture($0) } }

    /// A copy of the pixels, in cairo's order.
    fileprivate convenience init?(_ image: CGImage) {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
            let data = context.data
        else { return nil }
        context.interpolationQuality = .none
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        self.init(
            premultiplied: UnsafeRawPointer(data), width: image.width, height: image.height,
            bytesPerRow: context.bytesPerRow, owner: context)
    }
}

extension LayerValues {
    /// `nil` for a layer that lies on those behind it.
    fileprivate var blending: Blending? {
        switch blend {
        case .multiply: .mode(.multiply)
        case .screen: .mode(.screen)
        case .overlay: .mode(.overlay)
        case .darken: .mode(.darken)
        case .lighten: .mode(.lighten)
        case .colorDodge: .mode(.colorDodge)
        case .colorBurn: .mode(.colorBurn)
        case .softLight: .mode(.softLight)
        case .hardLight: .mode(.hardLight)
        case .difference: .mode(.difference)
        case .exclusion: .mode(.exclusion)
        case .hue: .mode(.hue)
        case .saturation: .mode(.saturation)
        case .color: .mode(.color)
        case .luminosity: .mode(.luminosity)
        case .sourceAtop: .operation(.atop)
        case .destinationOver: .operation(.under)
        case .destinationOut: .operation(.cutOut)
        case .plusLighter: .operation(.add)
        // Nothing here sets the others.
        default: nil
        }
    }
}
