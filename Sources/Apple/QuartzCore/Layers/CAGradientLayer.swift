import Foundation
import Locking
import MissingGraphics

/// Source: Apple, CAGradientLayerType.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Along the line from the start point to the end point.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// Around the start point, as far as the end point.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// In a turn around the start point, from the end point on.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// Colors that pass into each other, over the background. Source: Apple, CAGradientLayer.
open class CAGradientLayer: CALayer, @unchecked Sendable {  // `gradient` is a Mutex.
    package struct Gradient: Sendable {
        package var colors: [CGColor] = []
        package var locations: [Double] = []
        package var startPoint = CGPoint(x: 0.5, y: 0)
        package var endPoint = CGPoint(x: 0.5, y: 1)
        package var type = CAGradientLayerType.axial

        /// Where each color is; equally far from each other by themselves.
        package var stops: [(location: Double, color: CGColor)] {
            colors.enumerated().map { index, color in
                let even = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
                return (locations.count == colors.count ? locations[index] : even, color)
            }
        }
    }

    private let gradient = Mutex(Gradient())

    /// Everything about the gradient at once.
    package final var gradientValues: Gradient { gradient.withLock { $0 } }

    override func blank() -> CALayer { CAGradientLayer() }

    override func take(from other: CALayer) {
        super.take(from: other)
        guard let values = (other as? CAGradientLayer)?.gradientValues else { return }
        gradient.withLock { $0 = values }
    }

    private func set<Value>(_ path: WritableKeyPath<Gradient, Value>, _ value: Value, _ key: String) {
        // A key path has no state; the value is copied into what the lock protects.
        nonisolated(unsafe) let (path, value) = (path, value)
        changing(key, .contents) { gradient.withLock { $0[keyPath: path] = value } }
    }

    /// `CGColor`s.
    open var colors: [Any]? {
        get {
            let colors = gradientValues.colors
            return colors.isEmpty ? nil : colors
        }
        set { set(\.colors, (newValue ?? []).compactMap { $0 as? CGColor }, "colors") }
    }

    /// From 0 to 1, one for each color; `nil` for equal distances.
    open var locations: [NSNumber]? {
        get {
            let locations = gradientValues.locations
            return locations.isEmpty ? nil : locations.map { NSNumber(value: $0) }
        }
        set { set(\.locations, (newValue ?? []).map(\.doubleValue), "locations") }
    }

    /// From (0, 0) to (1, 1) in the bounds.
    open var startPoint: CGPoint {
        get { gradientValues.startPoint }
        set { set(\.startPoint, newValue, "startPoint") }
    }

    /// From (0, 0) to (1, 1) in the bounds.
    open var endPoint: CGPoint {
        get { gradientValues.endPoint }
        set { set(\.endPoint, newValue, "endPoint") }
    }

    open var type: CAGradientLayerType {
        get { gradientValues.type }
        set { set(\.type, newValue, "type") }
    }

    override func animatedValue(_ keyPath: String) -> AnimatedValue? {
        let values = gradientValues
        switch keyPath {
        case "colors": return .colors(values.colors)
        case "locations": return .numbers(values.stops.map(\.location))
        case "startPoint": return .point(values.startPoint)
        case "endPoint": return .point(values.endPoint)
        default: return super.animatedValue(keyPath)
        }
    }

    override func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        let isMine = gradient.withLock { gradient in
            switch (keyPath, value) {
            case ("colors", .colors(let colors)): gradient.colors = colors
            case ("locations", .numbers(let numbers)): gradient.locations = numbers
            case ("startPoint", .point(let point)): gradient.startPoint = point
            case ("endPoint", .point(let point)): gradient.endPoint = point
            default: return false
            }
            return true
        }
        if !isMine { super.setAnimatedValue(value, keyPath) }
    }
}
