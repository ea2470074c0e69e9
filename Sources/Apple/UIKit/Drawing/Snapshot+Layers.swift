import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

extension DrawnPath {
    package init(_ path: CGPath) {
        var (current, start) = (CGPoint.zero, CGPoint.zero)
        var elements: [Element] = []
        for element in path.elements {
            switch element {
            case .move(let end):
                elements.append(.move(Point(end)))
                (current, start) = (end, end)
            case .line(let end):
                elements.append(.line(Point(end)))
                current = end
            case .quad(let end, let control):
                func third(_ from: CGPoint) -> Point {
                    Point(
                        x: Double(from.x + (control.x - from.x) * 2 / 3),
                        y: Double(from.y + (control.y - from.y) * 2 / 3))
                }
                elements.append(.curve(third(current), third(end), end: Point(end)))
                current = end
            case .curve(let end, let one, let two):
                elements.append(.curve(Point(one), Point(two), end: Point(end)))
                current = end
            case .close:
                elements.append(.close)
                current = start
            }
        }
        self.init(elements)
    }
}

@MainActor
extension Snapshot {
    /// Draws a whole layer with its opacity, its blur and its colors.
    func drawn(as values: LayerValues, _ body: () -> Void) {
        guard values.opacity >= 1 else {
            return withOpacity(Double(values.opacity)) { drawBlurred(as: values, body) }
        }
        drawBlurred(as: values, body)
    }

    private func drawBlurred(as values: LayerValues, _ body: () -> Void) {
        // GTK's radius is that of CSS: twice the deviation.
        if values.blurRadius > 0 {
            blurred(radius: Double(values.blurRadius) * 2) { drawColored(as: values, body) }
        } else {
            drawColored(as: values, body)
        }
    }

    private func drawColored(as values: LayerValues, _ body: () -> Void) {
        guard let colors = values.colorMatrix else { return body() }
        withColors(colors.rows, offset: colors.offset, body)
    }

    /// Draws with red, green, blue and alpha multiplied.
    func multiplied(by factors: SIMD4<Float>?, _ body: () -> Void) {
        guard let factors else { return body() }
        let rows = (0..<4).map { index in
            var row = SIMD4<Float>()
            row[index] = factors[index]
            return row
        }
        withColors(rows, offset: .zero, body)
    }

    func draw(_ shape: CAShapeLayer.Shape) {
        guard let path = shape.path else { return }
        if let color = shape.fillColor, color.alpha > 0 {
            fill(DrawnPath(path), evenOdd: shape.fillRule == .evenOdd, Color(color))
        }
        guard let color = shape.strokeColor, color.alpha > 0, shape.lineWidth > 0 else { return }
        var pen = DrawnPath.Pen()
        pen.width = Double(shape.lineWidth)
        pen.cap = shape.lineCap == .round ? .round : shape.lineCap == .square ? .square : .butt
        pen.join = shape.lineJoin == .round ? .round : shape.lineJoin == .bevel ? .bevel : .miter
        pen.miterLimit = Double(shape.miterLimit)
        (pen.dash, pen.dashPhase) = (shape.lineDashPattern, Double(shape.lineDashPhase))
        stroke(DrawnPath(path.part(from: shape.strokeStart, to: shape.strokeEnd)), pen, Color(color))
    }

    func draw(_ gradient: CAGradientLayer.Gradient, in bounds: CGRect) {
        let stops = gradient.stops.map { ($0.location, Color($0.color)) }.sorted { $0.0 < $1.0 }
        guard stops.count > 1 else {
            if let only = stops.first { fill(Rect(bounds), only.1) }
            return
        }
        func place(_ point: CGPoint) -> CGPoint {
            CGPoint(x: bounds.minX + point.x * bounds.width, y: bounds.minY + point.y * bounds.height)
        }
        let (start, end) = (place(gradient.startPoint), place(gradient.endPoint))
        switch gradient.type {
        case .radial:
            radialGradient(
                Rect(bounds), center: Point(start), horizontal: Double(abs(end.x - start.x)),
                vertical: Double(abs(end.y - start.y)), stops)
        case .conic:
            let degrees = atan2(end.y - start.y, end.x - start.x) * 180 / .pi + 90
            conicGradient(Rect(bounds), center: Point(start), degrees: Double(degrees), stops)
        default: linearGradient(Rect(bounds), from: Point(start), to: Point(end), stops)
        }
    }

    func draw(_ text: CATextLayer.Text, in bounds: CGRect) {
        guard let layout = TextLayout(text) else { return }
        layout.fit(width: Double(bounds.width), height: nil)
        saved {
            translate(Double(bounds.minX), Double(bounds.minY))
            layout.draw(in: self, color: text.foregroundColor.map { Color($0) } ?? .black)
        }
    }
}

@MainActor
extension TextLayout {
    fileprivate convenience init?(_ text: CATextLayer.Text) {
        let font = text.font as? UIFont
        var style = font.map { TextStyle($0) } ?? TextStyle(size: Double(text.fontSize))
        style.size = Double(text.fontSize)
        style.lineHeight = nil
        if let name = text.font as? String { style.family = name }
        let runs: [Run]
        switch text.string {
        case let string as String: runs = [Run(string, style)]
        case let string as NSAttributedString: runs = Run.runs(string, style)
        default: return nil
        }
        let alignment: Alignment =
            switch text.alignmentMode {
            case .left: .left
            case .right: .right
            case .center: .center
            case .justified: .justified
            default: .natural
            }
        let truncation: Truncation =
            switch text.truncationMode {
            case .start: .start
            case .middle: .middle
            case .end: .end
            default: .clip
            }
        self.init(runs, alignment: alignment, lineLimit: text.isWrapped ? 0 : 1, truncation: truncation)
    }
}

extension TextStyle {
    package init(_ font: UIFont) {
        self.init(size: Double(font.pointSize))
        family = font.family
        weight = font.weight.number
        slant = font.isItalic ? .italic : .upright
        design = font.isMonospaced ? .monospaced : font.design == .serif ? .serif : .standard
        hasMonospacedDigits = font.hasMonospacedDigits
        lineHeight = Double(font.lineHeight)
    }
}

extension TextLayout.Run {
    /// The parts of an attributed text, with what they do not say from `style`.
    package static func runs(_ string: NSAttributedString, _ style: TextStyle) -> [TextLayout.Run] {
        var runs: [TextLayout.Run] = []
        let whole = NSRange(location: 0, length: string.length)
        string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
            var style = style
            for (key, value) in attributes {
                switch (key.rawValue, value) {
                case ("NSFont", let font as UIFont): style = TextStyle(font).keeping(style)
                case ("NSColor", let color as UIColor): style.color = Color(color.cgColor)
                case ("NSBackgroundColor", let color as UIColor): style.background = Color(color.cgColor)
                case ("NSKern", let value): style.tracking = Double(describing: value)
                case ("NSBaselineOffset", let value): style.baselineOffset = Double(describing: value)
                case ("NSUnderline", let value): style.isUnderlined = Double(describing: value) != 0
                case ("NSStrikethrough", let value): style.isStruckThrough = Double(describing: value) != 0
                default: break
                }
            }
            runs.append(TextLayout.Run((string.string as NSString).substring(with: range), style))
        }
        return runs
    }
}

extension TextStyle {
    /// What attributes before the font have set.
    fileprivate func keeping(_ other: TextStyle) -> TextStyle {
        var style = self
        (style.color, style.background) = (other.color, other.background)
        (style.tracking, style.baselineOffset) = (other.tracking, other.baselineOffset)
        (style.isUnderlined, style.isStruckThrough) = (other.isUnderlined, other.isStruckThrough)
        return style
    }
}

extension Double {
    fileprivate init(describing value: Any) {
        switch value {
        case let number as NSNumber: self = number.doubleValue
        case let number as Double: self = number
        case let number as CGFloat: self = Double(number)
        case let number as Int: self = Double(number)
        default: self = 0
        }
    }
}
