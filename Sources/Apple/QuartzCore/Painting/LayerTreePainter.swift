import Conformances
import Foundation
import MissingGraphics

/// Draws the text of layers into pictures. UIKit conforms, because it knows fonts; programs without UIKit draw no text.
package protocol LayerTextPainter: SendableMetatype {
    /// - Parameter context: in the layer's coordinates, with y pointing down.
    static func paint(_ text: CATextLayer.Text, in bounds: CGRect, _ context: CGContext)
    /// The size that the text needs, in a width if its lines wrap.
    static func size(_ text: CATextLayer.Text, width: CGFloat) -> CGSize
}

/// Draws layers into pictures. UIKit conforms, whose windows know texts, views, shadows and blurs.
package protocol LayerRenderer: SendableMetatype {
    /// - Parameter context: in the layer's coordinates, with y pointing down.
    static func render(_ layer: CALayer, in context: CGContext)
}

/// Draws a tree of layers into memory, as it is at one moment, without shadows, blurs and blend modes.
///
/// Y points up where nothing is flipped, as in the tree of a movie; pictures and text stand upright in any case.
package struct LayerTreePainter {
    /// In seconds on the time that the layers' animations begin at; `nil` for layers without their animations.
    private let time: CFTimeInterval?
    private let text: (any LayerTextPainter.Type)?
    /// What some layers show instead of their contents.
    private let contents: [ObjectIdentifier: CGImage]
    private var delays: InstanceDelays = [:]

    package init(time: CFTimeInterval?, text: (any LayerTextPainter.Type)?, contents: [ObjectIdentifier: CGImage]) {
        (self.time, self.text, self.contents) = (time, text, contents)
    }

    /// - Parameters:
    ///   - context: in the superlayer's coordinates.
    ///   - pointsUp: whether y points up in them.
    package func paint(_ layer: CALayer, in context: CGContext, pointsUp: Bool = true) {
        paint(layer, inside: nil, in: context, pointsUp)
    }

    /// - Parameter outer: the superlayer's values, if they count.
    private func paint(_ layer: CALayer, inside outer: LayerValues?, in context: CGContext, _ pointsUp: Bool) {
        // A movie's tree is drawn away from the thread that its layers' delegates are used to.
        if time == nil { layer.displayIfNeeded() }
        let shown = time.map { layer.shown(at: $0, delays) } ?? layer
        let values = shown.values
        guard !values.isHidden, values.opacity > 0 else { return }
        context.saveGState()
        defer { context.restoreGState() }
        context.concatenate(values.placement(inside: outer).plane)
        paintBlended(layer, shown, values, in: context, pointsUp)
    }

    /// Draws a layer in its own coordinates, with its opacity and its mask.
    private func paintBlended(
        _ layer: CALayer, _ shown: CALayer, _ values: LayerValues, in context: CGContext, _ pointsUp: Bool
    ) {
        if values.opacity >= 1, layer.mask == nil {
            return paintWhole(layer, shown, values, in: context, pointsUp)
        }
        // A layer is transparent as a whole, with its sublayers.
        guard let group = context.companion() else { return }
        paintWhole(layer, shown, values, in: group, pointsUp)
        if let mask = layer.mask { apply(mask, to: group, pointsUp) }
        context.draw(group, alpha: CGFloat(values.opacity))
    }

    private func apply(_ mask: CALayer, to group: CGContext, _ pointsUp: Bool) {
        guard let stencil = group.companion() else { return }
        paint(mask, in: stencil, pointsUp: pointsUp)
        group.setBlendMode(.destinationIn)
        group.draw(stencil, alpha: 1)
    }

    private func paintWhole(
        _ layer: CALayer, _ shown: CALayer, _ values: LayerValues, in context: CGContext, _ pointsUp: Bool
    ) {
        let bounds = values.bounds
        let outline = values.outline
        context.saveGState()
        if let color = values.backgroundColor {
            context.setFillColor(color)
            context.addPath(outline)
            context.fillPath()
        }
        if values.masksToBounds {
            context.addPath(outline)
            context.clip()
        }
        if let shape = shown as? CAShapeLayer { paint(shape.shapeValues, in: context) }
        if bounds.width > 0, bounds.height > 0 {
            if let gradient = shown as? CAGradientLayer { paint(gradient.gradientValues, bounds, in: context) }
            if let image = contents[ObjectIdentifier(layer)] {
                paint(image, values, pointsUp, in: context, gravity: .resize)
            } else if let contents = shown.contents, type(of: contents) == CGImage.self,
                let image = contents as? CGImage
            {
                paint(image, values, pointsUp, in: context, gravity: values.contentsGravity)
            }
            if let layer = shown as? CATextLayer, let text {
                context.saveGState()
                if pointsUp { context.flip(bounds) }
                text.paint(layer.textValues, in: bounds, context)
                context.restoreGState()
            }
        }
        if let emitter = layer as? CAEmitterLayer, let looks = shown as? CAEmitterLayer, let time {
            let particles = emitter.particles(as: looks, at: time, delays)
            paint(particles, areAdded: looks.renderMode == .additive, in: context, pointsUp: pointsUp)
        }
        if let replicator = shown as? CAReplicatorLayer {
            paintCopies(layer, replicator.replication, values, in: context, pointsUp)
        } else {
            paintSublayers(layer, values, in: context, pointsUp)
        }
        context.restoreGState()
        guard values.borderWidth > 0, let color = values.borderColor else { return }
        // The border is inside of the bounds.
        context.addPath(values.outline(insetBy: values.borderWidth / 2))
        context.setLineWidth(values.borderWidth)
        context.setStrokeColor(color)
        context.strokePath()
    }

    private func paintCopies(
        _ layer: CALayer, _ replication: CAReplicatorLayer.Replication, _ values: LayerValues, in context: CGContext,
        _ pointsUp: Bool
    ) {
        for (index, placement) in replication.placements(in: values.bounds).enumerated() {
            var painter = self
            painter.delays[ObjectIdentifier(layer)] = replication.delay(of: index)
            context.saveGState()
            defer { context.restoreGState() }
            context.concatenate(placement.plane)
            guard let factors = replication.factors(of: index) else {
                painter.paintSublayers(layer, values, in: context, pointsUp)
                continue
            }
            guard let group = context.companion() else { continue }
            painter.paintSublayers(layer, values, in: group, pointsUp)
            group.multiply(by: factors)
            context.draw(group, alpha: 1)
        }
    }

    private func paintSublayers(
        _ layer: CALayer, _ values: LayerValues, in context: CGContext, _ pointsUp: Bool
    ) {
        let sublayers = (layer.sublayers ?? []).enumerated()
            .sorted { ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset) }.map(\.element)
        guard !sublayers.isEmpty else { return }
        context.saveGState()
        if values.isGeometryFlipped { context.flip(values.bounds) }
        for sublayer in sublayers {
            paint(sublayer, inside: values, in: context, pointsUp != values.isGeometryFlipped)
        }
        context.restoreGState()
    }

    // MARK: What layers show

    private func paint(
        _ image: CGImage, _ values: LayerValues, _ pointsUp: Bool, in context: CGContext,
        gravity: CALayerContentsGravity
    ) {
        let part = values.contentsRect
        let pixels = CGRect(
            x: part.minX * CGFloat(image.width), y: part.minY * CGFloat(image.height),
            width: part.width * CGFloat(image.width), height: part.height * CGFloat(image.height))
        guard let shown = part == CGRect(x: 0, y: 0, width: 1, height: 1) ? image : image.cropping(to: pixels) else {
            return
        }
        let scale = max(values.contentsScale, 0.01)
        let size = CGSize(width: CGFloat(shown.width) / scale, height: CGFloat(shown.height) / scale)
        context.saveGState()
        if !pointsUp { context.flip(values.bounds) }
        context.draw(shown, in: gravity.mirrored.place(size, in: values.bounds))
        context.restoreGState()
    }

    private func paint(_ shape: CAShapeLayer.Shape, in context: CGContext) {
        guard let path = shape.path else { return }
        if let color = shape.fillColor, color.alpha > 0 {
            context.setFillColor(color)
            context.addPath(path)
            context.fillPath(using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
        }
        guard let color = shape.strokeColor, color.alpha > 0, shape.lineWidth > 0 else { return }
        context.setStrokeColor(color)
        context.setLineWidth(shape.lineWidth)
        context.setLineCap(shape.lineCap == .round ? .round : shape.lineCap == .square ? .square : .butt)
        context.setLineJoin(shape.lineJoin == .round ? .round : shape.lineJoin == .bevel ? .bevel : .miter)
        context.setMiterLimit(shape.miterLimit)
        context.setLineDash(phase: shape.lineDashPhase, lengths: shape.lineDashPattern.map { CGFloat($0) })
        context.addPath(path.part(from: shape.strokeStart, to: shape.strokeEnd))
        context.strokePath()
    }

    private func paint(_ gradient: CAGradientLayer.Gradient, _ bounds: CGRect, in context: CGContext) {
        let stops = gradient.stops
        let locations = stops.map { CGFloat($0.location) }
        guard
            let colors = CGGradient(
                colorsSpace: nil, colors: stops.map(\.color) as CFArray, locations: locations)
        else { return }
        func place(_ point: CGPoint) -> CGPoint {
            CGPoint(x: bounds.minX + point.x * bounds.width, y: bounds.minY + point.y * bounds.height)
        }
        let (start, end) = (place(gradient.startPoint), place(gradient.endPoint))
        let options: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        context.saveGState()
        context.clip(to: bounds)
        if gradient.type == .axial {
            context.drawLinearGradient(colors, start: start, end: end, options: options)
        } else {
            // An ellipse as wide and as high as the end point says.
            let (across, down) = (max(abs(end.x - start.x), 1e-6), max(abs(end.y - start.y), 1e-6))
            context.translateBy(x: start.x, y: start.y)
            context.scaleBy(x: across, y: down)
            context.drawRadialGradient(
                colors, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1, options: options)
        }
        context.restoreGState()
    }
}

extension LayerTreePainter: LayerRenderer {
    package static func render(_ layer: CALayer, in context: CGContext) {
        layer.layoutIfNeeded()
        layer.displayIfNeeded()
        Self(time: nil, text: nil, contents: [:]).paintBlended(layer, layer, layer.values, in: context, false)
    }

    /// The program's own renderer, if it has one.
    static let chosen: any LayerRenderer.Type = {
        let types = Conformances.types(of: (any LayerRenderer).self).lazy.compactMap { $0 as? any LayerRenderer.Type }
        return types.first { $0 != Self.self } ?? Self.self
    }()
}

extension CALayer {
    /// The layer as its animations show it at a moment of the time that they begin at.
    ///
    /// - Parameter delays: of the copies that it is drawn in.
    fileprivate func shown(at time: CFTimeInterval, _ delays: InstanceDelays) -> CALayer {
        let animations = state.withLock { $0.animations }
        let isInTime = isInTime(at: time, delays)
        guard !animations.isEmpty || !isInTime else { return self }
        let copy = blank()
        copy.take(from: self)
        let local = localTime(of: time, delays)
        for animation in animations { animation.animation.apply(to: copy, at: local - animation.begin) }
        return isInTime ? copy : copy.hidden(as: self)
    }
}

extension LayerValues {
    fileprivate var outline: CGPath { outline(insetBy: 0) }

    /// The bounds with their round corners.
    fileprivate func outline(insetBy inset: CGFloat) -> CGPath {
        let rect = bounds.insetBy(dx: inset, dy: inset)
        let path = CGMutablePath()
        guard rect.width > 0, rect.height > 0 else { return path }
        let corners = [
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
        ]
        let radii = radii.map { max(CGFloat($0) - inset, 0) }
        path.move(to: CGPoint(x: rect.minX + radii[0], y: rect.minY))
        for index in [1, 2, 3, 0] {
            let (corner, next) = (corners[index], corners[(index + 1) % 4])
            if radii[index] > 0 {
                path.addArc(tangent1End: corner, tangent2End: next, radius: radii[index])
            } else {
                path.addLine(to: corner)
            }
        }
        path.closeSubpath()
        return path
    }
}

extension CALayerContentsGravity {
    /// For coordinates in which y points up, where a layer's top is its greatest y.
    fileprivate var mirrored: CALayerContentsGravity {
        switch self {
        case .top: .bottom
        case .bottom: .top
        case .topLeft: .bottomLeft
        case .topRight: .bottomRight
        case .bottomLeft: .topLeft
        case .bottomRight: .topRight
        default: self
        }
    }
}

extension CGContext {
    /// Turns what is drawn in a rectangle upside down.
    fileprivate func flip(_ rect: CGRect) {
        translateBy(x: 0, y: rect.minY + rect.maxY)
        scaleBy(x: 1, y: -1)
    }

    /// An empty context of the same size, with the same coordinates.
    fileprivate func companion() -> CGContext? {
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.concatenate(ctm)
        return context
    }

    /// Multiplies the colors of a companion, which are not multiplied by alpha then.
    func multiply(by factors: SIMD4<Float>) {
        guard let data else { return }
        // The bytes are multiplied by alpha.
        let premultiplied = factors * SIMD4(factors.w, factors.w, factors.w, 1)
        for row in 0..<height {
            let bytes = (data + row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for index in 0..<4 * width {
                bytes[index] = UInt8((Float(bytes[index]) * premultiplied[index % 4]).rounded())
            }
        }
    }

    /// Draws what is in a companion, pixel by pixel.
    fileprivate func draw(_ other: CGContext, alpha: CGFloat) {
        guard let image = other.makeImage() else { return }
        saveGState()
        concatenate(ctm.inverted())
        setAlpha(alpha)
        interpolationQuality = .none
        draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        restoreGState()
    }
}
