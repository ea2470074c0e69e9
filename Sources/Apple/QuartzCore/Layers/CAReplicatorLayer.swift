import Foundation
import Locking
import MissingGraphics

/// Draws its sublayers several times, each copy at another place, in another color and later than the one before.
/// Source: Apple, CAReplicatorLayer.
///
/// Linux: copies are drawn without perspective, and those of views are not delayed.
open class CAReplicatorLayer: CALayer, @unchecked Sendable {  // `replicas` is a Mutex.
    package struct Replication: Sendable {
        package var count = 1
        var delay: CFTimeInterval = 0
        var transform = CATransform3DIdentity
        var color: CGColor? = .white
        var offset = SIMD4<Float>()

        /// How long the last copy is behind the first.
        var longestDelay: CFTimeInterval { count > 1 ? max(0, delay) * Double(count - 1) : 0 }

        /// How long each copy is behind the first.
        package func delay(of index: Int) -> CFTimeInterval { delay * Double(index) }

        /// Where each copy of the sublayers is, in the order in which they are drawn.
        ///
        /// - Parameter bounds: of the layer, whose middle stays.
        package func placements(in bounds: CGRect) -> [CATransform3D] {
            var placement = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
            let back = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
            return (0..<max(count, 0)).map { _ in
                defer { placement = CATransform3DConcat(placement, transform) }
                return CATransform3DConcat(placement, back)
            }
        }

        /// What the colors of a copy are multiplied by; `nil` if they stay.
        package func factors(of index: Int) -> SIMD4<Float>? {
            let base = SIMD4<Float>(color?.rgba ?? .one)
            let factors = (base + offset * Float(index)).clamped(lowerBound: .zero, upperBound: .one)
            return factors == .one ? nil : factors
        }
    }

    private let replicas = Mutex(Replication())

    /// Everything about the copies at once.
    package final var replication: Replication { replicas.withLock { $0 } }

    override func blank() -> CALayer { CAReplicatorLayer() }

    override func take(from other: CALayer) {
        super.take(from: other)
        guard let values = (other as? CAReplicatorLayer)?.replication else { return }
        replicas.withLock { $0 = values }
    }

    private func set<Value>(_ path: WritableKeyPath<Replication, Value>, _ value: Value, _ key: String) {
        // A key path has no state; the value is copied into what the lock protects.
        nonisolated(unsafe) let (path, value) = (path, value)
        changing(key, .contents) { replicas.withLock { $0[keyPath: path] = value } }
    }

    /// How many times the sublayers are drawn, the first time included; 1 by default.
    open var instanceCount: Int {
        get { replication.count }
        set { set(\.count, newValue, "instanceCount") }
    }

    /// Seconds of the layer's time by which the animations of each copy are behind those of the one before.
    open var instanceDelay: CFTimeInterval {
        get { replication.delay }
        set { set(\.delay, newValue, "instanceDelay") }
    }

    /// From each copy to the next, about the middle of the layer.
    open var instanceTransform: CATransform3D {
        get { replication.transform }
        set { set(\.transform, newValue, "instanceTransform") }
    }

    /// What the colors of the first copy are multiplied by; opaque white by default.
    open var instanceColor: CGColor? {
        get { replication.color }
        set { set(\.color, newValue, "instanceColor") }
    }

    /// Added to the red of `instanceColor` for each copy after the first.
    open var instanceRedOffset: Float {
        get { replication.offset.x }
        set { set(\.offset.x, newValue, "instanceRedOffset") }
    }

    /// Added to the green of `instanceColor` for each copy after the first.
    open var instanceGreenOffset: Float {
        get { replication.offset.y }
        set { set(\.offset.y, newValue, "instanceGreenOffset") }
    }

    /// Added to the blue of `instanceColor` for each copy after the first.
    open var instanceBlueOffset: Float {
        get { replication.offset.z }
        set { set(\.offset.z, newValue, "instanceBlueOffset") }
    }

    /// Added to the alpha of `instanceColor` for each copy after the first.
    open var instanceAlphaOffset: Float {
        get { replication.offset.w }
        set { set(\.offset.w, newValue, "instanceAlphaOffset") }
    }

    // MARK: Values by name

    /// `instanceTransform.scale` has the part `transform.scale`.
    private static func part(_ keyPath: String) -> String? {
        let prefix = "instanceTransform."
        return keyPath.hasPrefix(prefix) ? "transform." + keyPath.dropFirst(prefix.count) : nil
    }

    override func animatedValue(_ keyPath: String) -> AnimatedValue? {
        let values = replication
        switch keyPath {
        case "instanceCount": return .number(Double(values.count))
        case "instanceDelay": return .number(values.delay)
        case "instanceTransform": return .transform(values.transform)
        case "instanceColor": return .color(values.color ?? .white)
        case "instanceRedOffset": return .number(Double(values.offset.x))
        case "instanceGreenOffset": return .number(Double(values.offset.y))
        case "instanceBlueOffset": return .number(Double(values.offset.z))
        case "instanceAlphaOffset": return .number(Double(values.offset.w))
        default: return Self.part(keyPath).map { values.transform[$0] } ?? super.animatedValue(keyPath)
        }
    }

    override func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        let isMine = replicas.withLock { values in
            switch (keyPath, value) {
            case ("instanceCount", .number(let number)): values.count = Int(max(0, min(1e6, number)).rounded())
            case ("instanceDelay", .number(let number)): values.delay = number
            case ("instanceTransform", .transform(let transform)): values.transform = transform
            case ("instanceColor", .color(let color)): values.color = color
            case ("instanceRedOffset", .number(let number)): values.offset.x = Float(number)
            case ("instanceGreenOffset", .number(let number)): values.offset.y = Float(number)
            case ("instanceBlueOffset", .number(let number)): values.offset.z = Float(number)
            case ("instanceAlphaOffset", .number(let number)): values.offset.w = Float(number)
            default:
                guard let part = Self.part(keyPath) else { return false }
                values.transform[part] = value
            }
            return true
        }
        if !isMine { super.setAnimatedValue(value, keyPath) }
    }
}

/// How long the copies that are being drawn are behind the first ones, by replicator.
package typealias InstanceDelays = [ObjectIdentifier: CFTimeInterval]

extension CALayer {
    /// How long the last copy of this layer is behind the layer itself, in the time of the layers around it.
    var longestDelay: CFTimeInterval {
        sequence(first: self, next: \.superlayer).reduce(0) {
            $0 + (($1 as? CAReplicatorLayer)?.replication.longestDelay ?? 0)
        }
    }
}
