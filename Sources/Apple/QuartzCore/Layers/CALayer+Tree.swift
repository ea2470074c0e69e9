import Foundation
import Locking
import MissingGraphics

extension CALayer {
    /// In the order in which they were added; `nil` if there are none.
    public var sublayers: [CALayer]? {
        get {
            let layers = state.withLock { $0.sublayers }
            return layers.isEmpty ? nil : layers
        }
        set {
            for layer in state.withLock({ $0.sublayers }) { layer.removeFromSuperlayer() }
            for layer in newValue ?? [] { addSublayer(layer) }
        }
    }

    public var superlayer: CALayer? { state.withLock { $0.superlayer } }

    /// Back to front.
    package var drawingOrder: [CALayer] {
        let layers = state.withLock { $0.sublayers }
        let heights = layers.map(\.zPosition)
        guard heights.contains(where: { $0 != 0 }) else { return layers }
        return zip(layers, heights).enumerated().sorted {
            ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
        }.map(\.element.0)
    }

    /// Puts `layer` in front of all others; it leaves the layer that it was in.
    public func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

    /// Puts `layer` at an index, where 0 is the back; it leaves the layer that it was in.
    public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer) { min(Int(idx), $0.count) } }

    /// Puts `layer` behind a sublayer; behind all without one.
    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer) { layers in layers.firstIndex { $0 === sibling } ?? 0 }
    }

    /// Puts `layer` in front of a sublayer; in front of all without one.
    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer) { layers in layers.firstIndex { $0 === sibling }.map { $0 + 1 } ?? layers.count }
    }

    /// Puts a layer where a sublayer was.
    public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        insertSublayer(newLayer, above: oldLayer)
        oldLayer.removeFromSuperlayer()
    }

    private func insert(_ layer: CALayer, at index: ([CALayer]) -> Int) {
        precondition(
            !sequence(first: self, next: \.superlayer).contains { $0 === layer },
            "a layer cannot be in itself: CALayer.addSublayer(_:)")
        layer.removeFromSuperlayer()
        let place = index(state.withLock { $0.sublayers })
        state.withLock { $0.sublayers.insert(layer, at: min(place, $0.sublayers.count)) }
        layer.state.withLock { $0.superlayer = self }
        changed(.sublayers)
        setNeedsLayout()
        if isDrawn { LayerClock.current.resume() }
    }

    public func removeFromSuperlayer() {
        let parent = state.withLock { state -> CALayer? in
            defer { state.superlayer = nil }
            return state.superlayer
        }
        guard let parent else { return }
        parent.state.withLock { state in
            state.sublayers.removeAll { $0 === self }
            if state.mask === self { state.mask = nil }
        }
        parent.changed(.sublayers)
    }

    // MARK: Who draws it

    /// Draws this layer and those below it which nobody else draws.
    package var drawer: (any LayerDrawer)? {
        get { state.withLock { $0.drawer } }
        set {
            state.withLock { $0.drawer = newValue }
            if newValue != nil { LayerClock.current.resume() }
        }
    }

    var isDrawn: Bool { sequence(first: self, next: \.superlayer).contains { $0.drawer != nil } }

    /// Has it drawn again.
    package func changed(_ change: LayerChange) {
        var layer: CALayer? = self
        while let current = layer {
            if let drawer = current.drawer { return drawer.layer(self, changed: change) }
            layer = current.superlayer
        }
    }

    // MARK: Coordinates

    private var placementInSuperlayer: CATransform3D {
        let outer = superlayer
        return values.placement(inside: outer?.mask === self ? nil : outer?.values)
    }

    /// From this layer's coordinates to those of the root.
    private var toRoot: CATransform3D {
        sequence(first: self, next: \.superlayer).reduce(CATransform3DIdentity) {
            CATransform3DConcat($0, $1.placementInSuperlayer)
        }
    }

    /// The map of points to another layer's coordinates; `nil` for those of the root's superlayer.
    private func map(to layer: CALayer?) -> CGAffineTransform {
        if layer === self { return .identity }
        if let layer, layer === superlayer { return placementInSuperlayer.plane }
        let there = layer?.toRoot.plane ?? .identity
        return toRoot.plane.concatenating(there.inverted())
    }

    public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { p.applying(map(to: l)) }

    public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { p.applying(map(to: l).inverted()) }

    public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { r.applying(map(to: l)) }

    public func convert(_ r: CGRect, from l: CALayer?) -> CGRect { r.applying(map(to: l).inverted()) }
}
