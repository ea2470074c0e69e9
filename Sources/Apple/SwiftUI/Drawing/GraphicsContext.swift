import UIKit

/// Where a ``Canvas`` is drawn. A copy has the same target, and its own transform, clip, opacity and blend mode.
///
/// Linux: without filters and symbols; conic gradients are drawn in their first color.
///
/// Source: Apple, GraphicsContext.
public struct GraphicsContext {
    private var target: CGContext
    /// The environment of the canvas.
    public let environment: EnvironmentValues
    private let size: CGSize
    /// 0 to 1, for what is drawn next.
    public var opacity = 1.0
    public var blendMode = BlendMode.normal
    public var transform = CGAffineTransform.identity
    private var clips: [(path: Path, isEvenOdd: Bool)] = []

    init(_ target: CGContext, _ environment: EnvironmentValues, _ size: CGSize) {
        (self.target, self.environment, self.size) = (target, environment, size)
    }

    /// The rectangle around what is not clipped away, in the canvas's coordinates.
    public var clipBoundingRect: CGRect {
        let whole = clips.reduce(CGRect(origin: .zero, size: size)) { $0.intersection($1.path.boundingRect) }
        return whole.isNull ? .zero : whole.applying(transform.inverted())
    }

    // MARK: What is drawn with

    /// Source: Apple, GraphicsContext.Shading.
    public struct Shading: Sendable {
        enum Kind: Sendable {
            case style(any ShapeStyle)
            case linear(Gradient, CGPoint, CGPoint)
            case radial(Gradient, CGPoint, CGFloat, CGFloat)
        }
        let kind: Kind

        fileprivate func plain(_ environment: EnvironmentValues) -> Paint {
            switch kind {
            case .style(let style): style.paint(environment)
            case .linear(let gradient, _, _), .radial(let gradient, _, _, _):
                gradient.paint(.linear(.zero, .zero), environment)
            }
        }

        public static var foreground: Shading { style(ForegroundStyle()) }
        public static func color(_ color: Color) -> Shading { style(color) }
        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
        ) -> Shading { style(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity)) }
        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1
        ) -> Shading { style(Color(colorSpace, white: white, opacity: opacity)) }
        /// A style that is a gradient stands in the canvas's rectangle.
        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading(kind: .style(style)) }
        public static func linearGradient(
            _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint
        ) -> Shading { Shading(kind: .linear(gradient, startPoint, endPoint)) }
        public static func radialGradient(
            _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat
        ) -> Shading { Shading(kind: .radial(gradient, center, startRadius, endRadius)) }
    }

    // MARK: Coordinates

    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: angle.radians) }
    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

    /// Only what is in the path is drawn from now on.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle()) {
        clips.append((path.applying(transform), style.isEOFilled))
    }

    // MARK: Drawing

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        drawn { paint(path, shading, isEvenOdd: style.isEOFilled) }
    }

    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        drawn {
            if case .color(let color) = shading.plain(environment) {
                target.setStrokeColor(color.cgColor)
                target.setLineWidth(style.lineWidth)
                target.setLineCap(style.lineCap)
                target.setLineJoin(style.lineJoin)
                target.setMiterLimit(style.miterLimit)
                target.setLineDash(phase: style.dashPhase, lengths: style.dash)
                target.addPath(path.cgPath)
                target.strokePath()
            } else {
                paint(path.strokedPath(style), shading, isEvenOdd: false)
            }
        }
    }

    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
        stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Draws with a copy that has its own transform, clip and opacity. What it draws gets the opacity and the blend mode
    /// of this context as a whole.
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        UIGraphicsBeginImageContextWithOptions(size, false, environment.displayScale)
        defer { UIGraphicsEndImageContext() }
        guard let target = UIGraphicsGetCurrentContext() else { return }
        var layer = self
        (layer.target, layer.opacity, layer.blendMode) = (target, 1, .normal)
        try content(&layer)
        guard let picture = UIGraphicsGetImageFromCurrentImageContext() else { return }
        var whole = self
        // The layer's own drawing is transformed and clipped already.
        (whole.transform, whole.clips) = (.identity, [])
        whole.drawn { picture.draw(in: CGRect(origin: .zero, size: picture.size)) }
    }

    private func drawn(_ body: () -> Void) {
        target.saveGState()
        UIGraphicsPushContext(target)
        for clip in clips {
            target.addPath(clip.path.cgPath)
            target.clip(using: clip.isEvenOdd ? .evenOdd : .winding)
        }
        target.concatenate(transform)
        target.setAlpha(opacity)
        target.setBlendMode(blendMode.layerBlend)
        body()
        UIGraphicsPopContext()
        target.restoreGState()
    }

    private func paint(_ path: Path, _ shading: Shading, isEvenOdd: Bool) {
        let paint = shading.plain(environment)
        let whole = CGRect(origin: .zero, size: size)
        target.addPath(path.cgPath)
        guard case .gradient(let gradient) = paint else {
            target.setFillColor(paint.color.cgColor)
            return target.fillPath(using: isEvenOdd ? .evenOdd : .winding)
        }
        target.clip(using: isEvenOdd ? .evenOdd : .winding)
        // What can be seen of the path, in whole points: the clip has its edges.
        let area = path.boundingRect.intersection(whole.applying(transform.inverted())).integral
        // Stops may be translucent, so the strips replace each other in a picture of their own.
        let scale = environment.displayScale * abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
        guard !area.isEmpty, scale.isFinite, scale > 0 else { return }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let picture = UIGraphicsImageRenderer(size: area.size, format: format).image { strips in
            strips.cgContext.translateBy(x: -area.minX, y: -area.minY)
            strips.cgContext.setBlendMode(.copy)
            fill(area, of: shading, gradient, in: whole, strips.cgContext)
        }
        picture.draw(in: CGRect(origin: area.origin, size: picture.size))
    }

    private func fill(
        _ area: CGRect, of shading: Shading, _ gradient: GradientPaint, in whole: CGRect, _ target: CGContext
    ) {
        switch (shading.kind, gradient.kind) {
        case (.linear(_, let start, let end), _): fill(target, area, gradient, from: start, to: end)
        case (.radial(_, let center, let inner, let outer), _): fill(target, area, gradient, center, inner, outer)
        case (_, .linear(let start, let end)):
            fill(target, area, gradient, from: start.point(in: whole), to: end.point(in: whole))
        case (_, .radial(let center, let inner, let outer)):
            fill(target, area, gradient, center.point(in: whole), inner, outer)
        case (_, .angular):
            target.setFillColor(gradient.color(at: 0).cgColor)
            target.fill(area)
        }
    }

    /// Fills with strips across the line between two points: one for each half point, at most 512.
    private func fill(
        _ target: CGContext, _ area: CGRect, _ gradient: GradientPaint, from start: CGPoint, to end: CGPoint
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = hypot(dx, dy)
        target.setFillColor(gradient.color(at: 0).cgColor)
        target.fill(area)
        guard length > 0 else { return }
        let reach = hypot(area.width, area.height) + hypot(area.midX - start.x, area.midY - start.y) + length
        let count = Int(min(512, max(2, length * 2)))
        target.saveGState()
        target.translateBy(x: start.x, y: start.y)
        target.rotate(by: atan2(dy, dx))
        // Each strip reaches to the end, so that there are no seams between them.
        for index in 0...count {
            let part = CGFloat(index) / CGFloat(count)
            target.setFillColor(gradient.color(at: part).cgColor)
            target.fill(CGRect(x: part * length, y: -reach, width: reach, height: 2 * reach))
        }
        target.restoreGState()
    }

    /// Fills with disks, from the outside.
    private func fill(
        _ target: CGContext, _ area: CGRect, _ gradient: GradientPaint, _ center: CGPoint, _ inner: CGFloat,
        _ outer: CGFloat
    ) {
        target.setFillColor(gradient.color(at: 1).cgColor)
        target.fill(area)
        let count = Int(min(512, max(2, abs(outer - inner) * 2)))
        for index in (0...count).reversed() {
            let part = CGFloat(index) / CGFloat(count)
            let radius = inner + (outer - inner) * part
            target.setFillColor(gradient.color(at: part).cgColor)
            target.fillEllipse(
                in: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
        }
    }
}

extension GradientPaint {
    /// The color at a place between 0 and 1.
    fileprivate func color(at place: CGFloat) -> Color.Resolved {
        guard let next = stops.firstIndex(where: { $0.location > place }) else { return stops.last?.color ?? .clear }
        guard next > 0 else { return stops[0].color }
        let (first, second) = (stops[next - 1], stops[next])
        let part = Double((place - first.location) / (second.location - first.location))
        let numbers = zip(first.color.numbers, second.color.numbers).map { $0 + ($1 - $0) * part }
        return Color.Resolved(numbers: numbers[...])
    }
}

extension Color.Resolved {
    fileprivate static let clear = Color.Resolved(red: 0, green: 0, blue: 0, opacity: 0)
}

// MARK: Texts and pictures

extension GraphicsContext {
    /// A text, ready to be measured and drawn. Source: Apple, GraphicsContext.ResolvedText.
    public struct ResolvedText {
        private let source: Text
        private let environment: EnvironmentValues
        private(set) var text: StyledText
        /// Fills what has no color of its own. Linux: of a gradient, its first color.
        public var shading: Shading = .foreground {
            didSet {
                var colored = environment
                colored.foreground = Color(shading.plain(environment).color)
                text = source.styled(colored)
            }
        }

        init(_ source: Text, _ environment: EnvironmentValues) {
            (self.source, self.environment) = (source, environment)
            text = source.styled(environment)
        }

        /// The size in a room.
        public func measure(in size: CGSize) -> CGSize {
            let bounds = text.attributed.boundingRect(with: size, options: .usesLineFragmentOrigin, context: nil)
            return CGSize(width: min(bounds.width, size.width), height: min(bounds.height, size.height))
        }

        /// The distance of the first line from the top.
        public func firstBaseline(in size: CGSize) -> CGFloat {
            -text.attributed.boundingRect(with: size, options: [], context: nil).minY
        }
    }

    /// A picture, ready to be drawn. Source: Apple, GraphicsContext.ResolvedImage.
    public struct ResolvedImage {
        let picture: UIImage?
        /// In points.
        public var size: CGSize { picture?.size ?? .zero }
    }

    public func resolve(_ text: Text) -> ResolvedText { ResolvedText(text, environment) }

    public func resolve(_ image: Image) -> ResolvedImage {
        let color = environment.foreground.paint(environment).color.uiColor
        // Canvases are drawn on the main thread, so nothing is sent anywhere.
        nonisolated(unsafe) let environment = environment
        let picture = MainActor.assumeIsolated { image.uiImage(environment) }
        guard let picture, picture.isTemplate || image.mode == .template else { return ResolvedImage(picture: picture) }
        return ResolvedImage(picture: picture.withTintColor(color))
    }

    public func draw(_ text: ResolvedText, in rect: CGRect) { drawn { text.text.attributed.draw(in: rect) } }

    /// - `anchor`: the point of the text that is put at the point.
    public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {
        let size = text.text.attributed.size()
        drawn {
            text.text.attributed.draw(
                at: CGPoint(x: point.x - anchor.x * size.width, y: point.y - anchor.y * size.height))
        }
    }

    public func draw(_ text: Text, in rect: CGRect) { draw(resolve(text), in: rect) }
    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(text), at: point, anchor: anchor)
    }

    public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) {
        drawn { image.picture?.draw(in: rect, blendMode: blendMode.layerBlend, alpha: opacity) }
    }

    public func draw(_ image: ResolvedImage, at point: CGPoint, anchor: UnitPoint = .center) {
        let size = image.size
        let corner = CGPoint(x: point.x - anchor.x * size.width, y: point.y - anchor.y * size.height)
        draw(image, in: CGRect(origin: corner, size: size))
    }

    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {
        draw(resolve(image), in: rect, style: style)
    }

    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(image), at: point, anchor: anchor)
    }
}
