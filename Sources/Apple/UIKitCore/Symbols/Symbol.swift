import Foundation
import Locking

/// A symbol in a size and weight.
struct Symbol: Hashable, Sendable {
    let name: String
    var pointSize: CGFloat
    var weight: UIImage.SymbolWeight
    var scale: UIImage.SymbolScale
    var coloring = Coloring.single

    /// The colors of a symbol with layers: what stands in a frame, or a slash, is the first layer; the frame, or what is
    /// struck out, the second.
    enum Coloring: Hashable, Sendable {
        case single
        /// The second layer is fainter; `nil` for the color that the symbol is drawn in.
        case fading(UIColor?)
        /// A color for each layer; the last one counts for those beyond.
        case palette([UIColor])
    }

    /// How a shape is shown.
    enum Variant: String {
        case plain = ""
        case fill
        case slash
        case slashFill = "slash.fill"
        case circle
        case circleFill = "circle.fill"
        case square
        case squareFill = "square.fill"
        case triangle
        case triangleFill = "triangle.fill"
        case seal
        case sealFill = "seal.fill"

        /// What a shape stands in.
        fileprivate var frame: (shape: String, shrink: CGFloat, middle: CGPoint)? {
            switch self {
            case .circle, .circleFill: ("O12 12 10.3", 0.56, CGPoint(x: 12, y: 12))
            case .square, .squareFill: ("R2.5 2.5 19 19 4", 0.6, CGPoint(x: 12, y: 12))
            case .triangle, .triangleFill: ("M12 2.5 L22.5 21 L1.5 21 Z", 0.44, CGPoint(x: 12, y: 14.7))
            case .seal, .sealFill:
                (
                    """
                    M12 1.5 L15 4 L19 4 L20 8 L22.5 12 L20 16 L19 20 L15 20 L12 22.5 L9 20 L5 20 L4 16 L1.5 12 L4 8 \
                    L5 4 L9 4 Z
                    """, 0.5, CGPoint(x: 12, y: 12)
                )
            default: nil
            }
        }

        fileprivate var isFilled: Bool { rawValue.hasSuffix("fill") }
    }

    /// - Returns: `nil` for a name that is not in the table, which is reported once.
    init?(name: String, pointSize: CGFloat, weight: UIImage.SymbolWeight, scale: UIImage.SymbolScale) {
        guard SymbolTable.entries[name] != nil else {
            SymbolTable.report(name)
            return nil
        }
        self.name = name
        self.pointSize = pointSize
        self.weight = weight
        self.scale = scale
    }

    // MARK: Geometry

    /// Of the grid, in points.
    private var height: CGFloat { (pointSize * 1.2 * scale.factor * 2).rounded() / 2 }

    private var entry: SymbolTable.Entry? { SymbolTable.entries[name] }

    /// The part of the grid's width that the symbol has.
    private var columns: ClosedRange<CGFloat> {
        guard let entry, entry.variant.frame == nil, entry.variant != .slash, entry.variant != .slashFill else {
            return 0...24
        }
        let box = entry.shape.bounds.insetBy(dx: -1.2, dy: 0)
        return max(0, box.minX)...min(24, max(box.maxX, box.minX + 4))
    }

    var size: CGSize {
        let width = (columns.upperBound - columns.lowerBound) * height / 24
        return CGSize(width: (width * 2).rounded() / 2, height: height)
    }

    // MARK: Drawing

    func picture(scale: CGFloat, color: UIColor) -> CGImage? { picture(scale: scale, color: color, size: size) }

    func picture(scale: CGFloat, color: UIColor, size: CGSize) -> CGImage? {
        guard let entry else { return nil }
        let (width, height) = (Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
        guard width > 0, height > 0, width < 1 << 13, height < 1 << 13 else { return nil }
        let columns = columns
        let unit = CGSize(
            width: CGFloat(width) / (columns.upperBound - columns.lowerBound), height: CGFloat(height) / 24)
        let canvas = SymbolCanvas(
            width: width, height: height,
            transform: CGAffineTransform(
                a: unit.width, b: 0, c: 0, d: -unit.height, tx: -columns.lowerBound * unit.width, ty: CGFloat(height)))
        let (first, second): (UIColor, UIColor)
        switch coloring {
        case .single: return mask(entry, canvas).picture(color)
        case .fading(let own): (first, second) = (own ?? color, (own ?? color).faded)
        case .palette(let colors):
            first = colors.first ?? color
            second = colors.count > 1 ? colors[1] : first
        }
        let layers = layers(entry, canvas)
        return layers.first.picture(first, over: layers.second.map { ($0, second) })
    }

    /// The layers that have colors of their own.
    private func layers(
        _ entry: SymbolTable.Entry, _ canvas: SymbolCanvas
    ) -> (first: SymbolMask, second: SymbolMask?) {
        let line = weight.line
        if let frame = entry.variant.frame {
            let outline = SymbolTable.path(frame.shape)
            let edge = canvas.stroke(outline, entry.variant.isFilled ? line * 0.5 : line)
            let second = entry.variant.isFilled ? edge.joined(canvas.fill(outline)) : edge
            return (inner(entry, frame, canvas), second)
        }
        guard entry.variant == .slash || entry.variant == .slashFill else { return (mask(entry, canvas), nil) }
        let slash = canvas.stroke(Self.slash, line)
        return (slash, mask(entry, canvas).without(slash))
    }

    private static var slash: CGPath {
        let slash = CGMutablePath()
        slash.move(to: CGPoint(x: 3, y: 2.5))
        slash.addLine(to: CGPoint(x: 21, y: 21.5))
        return slash
    }

    /// What stands in a frame.
    private func inner(
        _ entry: SymbolTable.Entry, _ frame: (shape: String, shrink: CGFloat, middle: CGPoint), _ canvas: SymbolCanvas
    ) -> SymbolMask {
        let place = CGAffineTransform(
            translationX: frame.middle.x, y: frame.middle.y
        ).scaledBy(x: frame.shrink, y: frame.shrink).translatedBy(x: -12, y: -12)
        return shape(entry.shape, isFilled: true, canvas, place, line: weight.line * 0.95 / frame.shrink)
    }

    private func mask(_ entry: SymbolTable.Entry, _ canvas: SymbolCanvas) -> SymbolMask {
        let line = weight.line
        if let frame = entry.variant.frame {
            let inner = inner(entry, frame, canvas)
            let outline = SymbolTable.path(frame.shape)
            guard entry.variant.isFilled else { return canvas.stroke(outline, line).joined(inner) }
            return canvas.fill(outline).joined(canvas.stroke(outline, line * 0.5)).without(inner)
        }
        let plain = shape(entry.shape, isFilled: entry.variant.isFilled, canvas, .identity, line: line)
        guard entry.variant == .slash || entry.variant == .slashFill else { return plain }
        return plain.without(canvas.stroke(Self.slash, line * 3.2)).joined(canvas.stroke(Self.slash, line))
    }

    private func shape(
        _ shape: SymbolTable.Shape, isFilled: Bool, _ canvas: SymbolCanvas, _ place: CGAffineTransform, line: CGFloat
    ) -> SymbolMask {
        let body = canvas.stroke(shape.body, line, place)
        let details = canvas.stroke(shape.lines, line, place).joined(canvas.fill(shape.details, place))
        guard isFilled else { return body.joined(details) }
        return body.joined(canvas.fill(shape.body, place)).exceptBoth(details)
    }
}

/// How much of each pixel is covered: 0 to 255.
private struct SymbolMask {
    let width: Int
    let height: Int
    var values: [UInt8]

    private func combined(_ other: SymbolMask, _ body: (Int, Int) -> Int) -> SymbolMask {
        var result = self
        for index in values.indices { result.values[index] = UInt8(body(Int(values[index]), Int(other.values[index]))) }
        return result
    }

    func joined(_ other: SymbolMask) -> SymbolMask { combined(other) { max($0, $1) } }

    func without(_ other: SymbolMask) -> SymbolMask { combined(other) { $0 * (255 - $1) / 255 } }

    /// What one of both covers.
    func exceptBoth(_ other: SymbolMask) -> SymbolMask {
        combined(other) { ($0 * (255 - $1) + $1 * (255 - $0)) / 255 }
    }

    /// - Parameter other: what lies beneath, and its color.
    func picture(_ color: UIColor, over other: (mask: SymbolMask, color: UIColor)? = nil) -> CGImage? {
        func multiplied(_ color: UIColor) -> SIMD4<Double> {
            let parts = color.rgba
            return SIMD4(parts.x * parts.w, parts.y * parts.w, parts.z * parts.w, parts.w)
        }
        let (paint, under) = (multiplied(color), other.map { multiplied($0.color) } ?? .zero)
        var bytes = Data(capacity: 4 * values.count)
        for (index, value) in values.enumerated() {
            let pixel = paint * Double(value)
            let rest = other.map { under * Double($0.mask.values[index]) * (1 - pixel.w / 255) } ?? .zero
            bytes.append(contentsOf: (0..<4).map { UInt8((pixel[$0] + rest[$0]).rounded()) })
        }
        return CGImage(width: width, height: height, bytesPerRow: 4 * width, rgba: bytes, alphaInfo: .premultipliedLast)
    }
}

extension UIColor {
    /// Of a symbol's second layer.
    fileprivate var faded: UIColor { withAlphaComponent(CGFloat(rgba.w) * 0.35) }
}

/// Draws masks.
private struct SymbolCanvas {
    let width: Int
    let height: Int
    /// From the grid to pixels.
    let transform: CGAffineTransform

    func fill(_ path: CGPath, _ place: CGAffineTransform = .identity) -> SymbolMask {
        draw(path, place) { $0.fillPath(using: .winding) }
    }

    /// - Parameter width: in units of the grid, before `place`.
    func stroke(_ path: CGPath, _ width: CGFloat, _ place: CGAffineTransform = .identity) -> SymbolMask {
        draw(path, place) { context in
            context.setLineWidth(width)
            context.setLineCap(.round)
            context.setLineJoin(.round)
            context.strokePath()
        }
    }

    private func draw(_ path: CGPath, _ place: CGAffineTransform, _ body: (CGContext) -> Void) -> SymbolMask {
        let empty = SymbolMask(width: width, height: height, values: [UInt8](repeating: 0, count: width * height))
        guard !path.isEmpty,
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue),
            let data = context.data
        else { return empty }
        context.concatenate(transform)
        context.concatenate(place)
        context.setFillColor(gray: 1, alpha: 1)
        context.setStrokeColor(gray: 1, alpha: 1)
        context.addPath(path)
        body(context)
        let bytes = UnsafeRawBufferPointer(start: data, count: width * height)
        return SymbolMask(width: width, height: height, values: Array(bytes))
    }
}
