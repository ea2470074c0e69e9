import Foundation
import Locking
import MissingGraphics

/// Source: Apple, CAShapeLayerFillRule.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// Source: Apple, CAShapeLayerLineCap.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// Source: Apple, CAShapeLayerLineJoin.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A path, filled and drawn along. Source: Apple, CAShapeLayer.
open class CAShapeLayer: CALayer, @unchecked Sendable {  // `shape` is a Mutex.
    package struct Shape: Sendable {
        package var path: CGPath?
        package var fillColor: CGColor? = .black
        package var fillRule = CAShapeLayerFillRule.nonZero
        package var strokeColor: CGColor?
        package var strokeStart: CGFloat = 0
        package var strokeEnd: CGFloat = 1
        package var lineWidth: CGFloat = 1
        package var miterLimit: CGFloat = 10
        package var lineCap = CAShapeLayerLineCap.butt
        package var lineJoin = CAShapeLayerLineJoin.miter
        package var lineDashPhase: CGFloat = 0
        package var lineDashPattern: [Double] = []
    }

    private let shape = Mutex(Shape())

    /// Everything about the shape at once.
    package final var shapeValues: Shape { shape.withLock { $0 } }

    override func blank() -> CALayer { CAShapeLayer() }

    override func take(from other: CALayer) {
        super.take(from: other)
        guard let values = (other as? CAShapeLayer)?.shapeValues else { return }
        shape.withLock { $0 = values }
    }

    private func set<Value>(_ path: WritableKeyPath<Shape, Value>, _ value: Value, _ key: String) {
        // A key path has no state; the value is copied into what the lock protects.
        nonisolated(unsafe) let (path, value) = (path, value)
        changing(key, .contents) { shape.withLock { $0[keyPath: path] = value } }
    }

    /// In the layer's coordinates. Linux: a copy is kept, as Apple's does.
    open var path: CGPath? {
        get { shapeValues.path }
        set { set(\.path, newValue?.copy(), "path") }
    }

    open var fillColor: CGColor? {
        get { shapeValues.fillColor }
        set { set(\.fillColor, newValue, "fillColor") }
    }

    open var fillRule: CAShapeLayerFillRule {
        get { shapeValues.fillRule }
        set { set(\.fillRule, newValue, "fillRule") }
    }

    open var strokeColor: CGColor? {
        get { shapeValues.strokeColor }
        set { set(\.strokeColor, newValue, "strokeColor") }
    }

    /// Where the line begins, as a part of the path's length.
    open var strokeStart: CGFloat {
        get { shapeValues.strokeStart }
        set { set(\.strokeStart, newValue, "strokeStart") }
    }

    /// Where the line ends, as a part of the path's length.
    open var strokeEnd: CGFloat {
        get { shapeValues.strokeEnd }
        set { set(\.strokeEnd, newValue, "strokeEnd") }
    }

    open var lineWidth: CGFloat {
        get { shapeValues.lineWidth }
        set { set(\.lineWidth, newValue, "lineWidth") }
    }

    open var miterLimit: CGFloat {
        get { shapeValues.miterLimit }
        set { set(\.miterLimit, newValue, "miterLimit") }
    }

    open var lineCap: CAShapeLayerLineCap {
        get { shapeValues.lineCap }
        set { set(\.lineCap, newValue, "lineCap") }
    }

    open var lineJoin: CAShapeLayerLineJoin {
        get { shapeValues.lineJoin }
        set { set(\.lineJoin, newValue, "lineJoin") }
    }

    open var lineDashPhase: CGFloat {
        get { shapeValues.lineDashPhase }
        set { set(\.lineDashPhase, newValue, "lineDashPhase") }
    }

    /// Lengths that are drawn and left out in turn.
    open var lineDashPattern: [NSNumber]? {
        get {
            let lengths = shapeValues.lineDashPattern
            return lengths.isEmpty ? nil : lengths.map { NSNumber(value: $0) }
        }
        set { set(\.lineDashPattern, (newValue ?? []).map(\.doubleValue), "lineDashPattern") }
    }

    override func animatedValue(_ keyPath: String) -> AnimatedValue? {
        let values = shapeValues
        let clear = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
        switch keyPath {
        case "path": return .path(values.path ?? CGMutablePath())
        case "fillColor": return .color(values.fillColor ?? clear)
        case "strokeColor": return .color(values.strokeColor ?? clear)
        case "strokeStart": return .number(values.strokeStart)
        case "strokeEnd": return .number(values.strokeEnd)
        case "lineWidth": return .number(values.lineWidth)
        case "miterLimit": return .number(values.miterLimit)
        case "lineDashPhase": return .number(values.lineDashPhase)
        default: return super.animatedValue(keyPath)
        }
    }

    override func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        let isMine = shape.withLock { shape in
            switch (keyPath, value) {
            case ("path", .path(let path)): shape.path = path
            case ("fillColor", .color(let color)): shape.fillColor = color
            case ("strokeColor", .color(let color)): shape.strokeColor = color
            case ("strokeStart", .number(let number)): shape.strokeStart = number
            case ("strokeEnd", .number(let number)): shape.strokeEnd = number
            case ("lineWidth", .number(let number)): shape.lineWidth = number
            case ("miterLimit", .number(let number)): shape.miterLimit = number
            case ("lineDashPhase", .number(let number)): shape.lineDashPhase = number
            default: return false
            }
            return true
        }
        if !isMine { super.setAnimatedValue(value, keyPath) }
    }

    /// By itself, a path does not move when it is changed, and neither does what needs no frames in between.
    open override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "path" ? NSNull() : super.defaultAction(forKey: event)
    }
}
