internal import CGtk

/// A picture that changes often.
package final class LivePaintable: Paintable {
    /// Drawn as large as fits, in the middle of a black background.
    package var picture: LivePicture? {
        didSet { invalidate() }
    }

    /// Whether the window is drawn without a GPU. The pixels are then best drawn in place.
    package var isDrawnByCairo: () -> Bool = { false }

    override func draw(_ snapshot: OpaquePointer, _ width: Double, _ height: Double) {
        guard let picture, picture.width > 0, picture.height > 0 else { return }
        let scale = min(width / Double(picture.width), height / Double(picture.height))
        let (w, h) = (Double(picture.width) * scale, Double(picture.height) * scale)
        let place = graphene_rect_t(
            origin: graphene_point_t(x: Float((width - w) / 2), y: Float((height - h) / 2)),
            size: graphene_size_t(width: Float(w), height: Float(h)))
        picture.draw(snapshot, place, byCairo: isDrawnByCairo())
    }
}
