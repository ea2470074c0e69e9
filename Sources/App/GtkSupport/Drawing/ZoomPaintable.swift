internal import CGtk

/// A picture that can be enlarged and moved; without zoom it is as large as fits.
package final class ZoomPaintable: Paintable {
    /// What is drawn. A texture with another resolution can replace the first.
    package var texture: Texture? {
        didSet { invalidate() }
    }

    /// Whether something moving is in front of it: redrawing it each time would cost more than that.
    package var isCovered = false {
        didSet { if isCovered != oldValue { invalidate() } }
    }

    /// Relative to the size that fits.
    package private(set) var zoom = 1.0
    /// The distance from the middle of the widget to the middle of the picture.
    private var offset = Point(x: 0, y: 0)

    /// Enlarges the picture, keeping what is at `point` in place.
    package func setZoom(_ factor: Double, about point: Point? = nil) {
        let (width, height) = drawnSize
        let new = max(1, factor)
        let point = point ?? Point(x: width / 2, y: height / 2)
        let (x, y) = (point.x - width / 2, point.y - height / 2)
        offset.x = x - (x - offset.x) * new / zoom
        offset.y = y - (y - offset.y) * new / zoom
        zoom = new
        keepInside()
    }

    /// Moves the picture; it leaves no gap at a side that it could fill.
    package func move(by distance: Point) {
        offset.x += distance.x
        offset.y += distance.y
        keepInside()
    }

    /// Shows the whole picture.
    package func reset() {
        zoom = 1
        offset = Point(x: 0, y: 0)
        invalidate()
    }

    /// The zoom at which one pixel of the picture is one layout unit.
    ///
    /// - Parameter width: of the picture, in pixels.
    package func zoomForOwnSize(width: Int) -> Double {
        let fitting = size(drawnSize.width, drawnSize.height).width / zoom
        return fitting > 0 ? max(1, Double(width) / fitting) : 1
    }

    private func keepInside() {
        let picture = size(drawnSize.width, drawnSize.height)
        let room = Point(
            x: max(0, picture.width - drawnSize.width) / 2, y: max(0, picture.height - drawnSize.height) / 2)
        offset.x = min(max(offset.x, -room.x), room.x)
        offset.y = min(max(offset.y, -room.y), room.y)
        invalidate()
    }

    private func size(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
        guard let texture, texture.width > 0, texture.height > 0 else { return (0, 0) }
        let scale = zoom * min(width / Double(texture.width), height / Double(texture.height))
        return (Double(texture.width) * scale, Double(texture.height) * scale)
    }

    override func draw(_ snapshot: OpaquePointer, _ width: Double, _ height: Double) {
        guard let texture, !isCovered else { return }
        let picture = size(width, height)
        var place = graphene_rect_t(
            origin: graphene_point_t(
                x: Float((width - picture.width) / 2 + offset.x), y: Float((height - picture.height) / 2 + offset.y)),
            size: graphene_size_t(width: Float(picture.width), height: Float(picture.height)))
        gtk_snapshot_append_texture(snapshot, texture.opaque, &place)
    }
}

extension Object {
    /// An empty picture that takes up as much room as one of that size.
    package static func emptyPicture(width: Int, height: Int) -> Object {
        Object(owned: UnsafeMutableRawPointer(gdk_paintable_new_empty(Int32(width), Int32(height))))
    }
}
