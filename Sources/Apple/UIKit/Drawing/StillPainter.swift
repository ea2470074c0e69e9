import Foundation
import GtkSupport
import QuartzCore

/// Draws layers as they are without their animations, with views that are in no window.
@MainActor
private final class StillPainter: LayerPainter {
    override func looks(of layer: CALayer) -> CALayer { layer }

    override var showsParticles: Bool { false }

    override func drawOwn(_ layer: CALayer, _ snapshot: Snapshot) {
        guard let view = layer.delegate as? UIView, view.layer === layer else { return }
        view.drawContent(in: snapshot)
        view.presence?.drawControl(snapshot)
    }
}

/// Draws layers into pictures as windows draw them.
enum LayerPictures: LayerRenderer {
    static func render(_ layer: CALayer, in context: CGContext) {
        // Views are the main thread's.
        guard isOnMainActor else {
            return DispatchQueue.main.sync { MainActor.assumeIsolated { draw(layer, in: context) } }
        }
        MainActor.assumeIsolated { draw(layer, in: context) }
    }

    @MainActor
    private static func draw(_ layer: CALayer, in context: CGContext) {
        // GTK's kinds of nodes are known after it was asked, with or without a display.
        _ = Display.isThere
        layer.layoutIfNeeded()
        callForDrawing(layer)
        let looks = DrawnNode.record { snapshot in
            snapshot.drawn(as: layer.values) { StillPainter(layer).draw(snapshot) }
        }
        if let looks { context.draw(looks) }
    }

    /// A view that was in no window yet has not drawn itself.
    @MainActor
    private static func callForDrawing(_ layer: CALayer) {
        if let view = layer.delegate as? UIView, view.layer === layer, view.presence == nil { view.setNeedsDisplay() }
        for sublayer in layer.sublayers ?? [] { callForDrawing(sublayer) }
    }
}
