import Foundation
import GtkSupport
import QuartzCore

/// Draws the layers of a view that is in a window, but for those of subviews, which their widgets draw.
@MainActor
final class ViewPainter: LayerPainter {
    private unowned let view: UIView
    private unowned let widget: ViewWidget
    private let feeds: LiveFeeds

    init(_ view: UIView, _ widget: ViewWidget) {
        self.view = view
        self.widget = widget
        feeds = LiveFeeds { [weak widget, weak view] in
            widget?.queueDraw()
            view?.windowLink?.backdropsChanged()
        }
        super.init(view.layer)
    }

    /// Ends the pictures that come by themselves.
    func stop() { feeds.stop() }

    override func draw(_ snapshot: Snapshot) {
        feeds.endUnused(below: view.layer)
        super.draw(snapshot)
    }

    override func drawSublayer(_ sublayer: CALayer, in layer: CALayer, _ snapshot: Snapshot) {
        if let subview = sublayer.delegate as? UIView, subview.superviewLink === view, layer === view.layer {
            view.presence?.draw(subview, in: snapshot)
        } else {
            super.drawSublayer(sublayer, in: layer, snapshot)
        }
    }

    override func drawOwn(_ layer: CALayer, _ snapshot: Snapshot) {
        if let live = layer as? any LiveLayer { draw(live, in: looks(of: layer).bounds, snapshot) }
        if layer === view.layer { view.drawContent(in: snapshot) }
    }

    private func draw(_ live: any LiveLayer, in bounds: CGRect, _ snapshot: Snapshot) {
        let scale = widget.scaleFactor
        guard let picture = feeds.picture(of: live, scale: scale) else { return }
        let (width, height) = (CGFloat(picture.width) / CGFloat(scale), CGFloat(picture.height) / CGFloat(scale))
        // After a change of size, the next picture fits again.
        let factor = min(bounds.width / width, bounds.height / height)
        let size =
            abs(factor - 1) < 0.01
            ? CGSize(width: width, height: height)
            : CGSize(width: width * factor, height: height * factor)
        let place = CGRect(
            x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
        snapshot.draw(picture, in: Rect(place), byCairo: widget.isDrawnByCairo)
    }
}
