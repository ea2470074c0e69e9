import Foundation
import Locking
import MissingGraphics

/// A rectangle in a tree of rectangles. Source: Apple, CALayer.
///
/// Linux: geometry and the tree only; nothing draws it. Any thread may use it.
open class CALayer: NSObject, @unchecked Sendable {  // `state` is a Mutex; there is nothing else.
    private struct State {
        var bounds = CGRect.zero
        var position = CGPoint.zero
        var anchorPoint = CGPoint(x: 0.5, y: 0.5)
        var isHidden = false
        var opacity: Float = 1
        var masksToBounds = false
        var cornerRadius: CGFloat = 0
        var sublayers: [CALayer] = []
        weak var superlayer: CALayer?

        var frame: CGRect {
            get {
                CGRect(
                    x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
                    width: bounds.width, height: bounds.height)
            }
            set {
                bounds.size = newValue.size
                position = CGPoint(
                    x: newValue.minX + anchorPoint.x * newValue.width,
                    y: newValue.minY + anchorPoint.y * newValue.height)
            }
        }
    }

    private let state = Mutex(State())

    /// An empty rectangle, in no other layer.
    public override init() {}

    /// A copy of another layer's geometry.
    public init(layer: Any) {
        super.init()
        guard let other = layer as? CALayer else { return }
        frame = other.frame
        bounds = other.bounds
    }

    /// The rectangle in the superlayer's coordinates, made of bounds, position and anchor point.
    open var frame: CGRect {
        get { state.withLock { $0.frame } }
        set { state.withLock { $0.frame = newValue } }
    }

    /// The rectangle in its own coordinates.
    open var bounds: CGRect {
        get { state.withLock { $0.bounds } }
        set { state.withLock { $0.bounds = newValue } }
    }

    /// Where the anchor point is in the superlayer's coordinates.
    open var position: CGPoint {
        get { state.withLock { $0.position } }
        set { state.withLock { $0.position = newValue } }
    }

    /// The point in the bounds that `position` refers to; both coordinates run from 0 to 1.
    open var anchorPoint: CGPoint {
        get { state.withLock { $0.anchorPoint } }
        set { state.withLock { $0.anchorPoint = newValue } }
    }

    open var isHidden: Bool {
        get { state.withLock { $0.isHidden } }
        set { state.withLock { $0.isHidden = newValue } }
    }

    open var opacity: Float {
        get { state.withLock { $0.opacity } }
        set { state.withLock { $0.opacity = newValue } }
    }

    open var masksToBounds: Bool {
        get { state.withLock { $0.masksToBounds } }
        set { state.withLock { $0.masksToBounds = newValue } }
    }

    open var cornerRadius: CGFloat {
        get { state.withLock { $0.cornerRadius } }
        set { state.withLock { $0.cornerRadius = newValue } }
    }

    /// Back to front; `nil` if there are none.
    open var sublayers: [CALayer]? {
        let layers = state.withLock { $0.sublayers }
        return layers.isEmpty ? nil : layers
    }

    open var superlayer: CALayer? { state.withLock { $0.superlayer } }

    /// Puts `layer` in front of all others; it leaves the layer that it was in.
    open func addSublayer(_ layer: CALayer) {
        layer.removeFromSuperlayer()
        state.withLock { $0.sublayers.append(layer) }
        layer.state.withLock { $0.superlayer = self }
    }

    /// Puts `layer` at an index, where 0 is the back; it leaves the layer that it was in.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        layer.removeFromSuperlayer()
        state.withLock { $0.sublayers.insert(layer, at: min(Int(idx), $0.sublayers.count)) }
        layer.state.withLock { $0.superlayer = self }
    }

    open func removeFromSuperlayer() {
        let parent = state.withLock { state -> CALayer? in
            defer { state.superlayer = nil }
            return state.superlayer
        }
        parent?.state.withLock { $0.sublayers.removeAll { $0 === self } }
    }
}
