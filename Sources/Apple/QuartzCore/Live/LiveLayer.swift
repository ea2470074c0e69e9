import Foundation

/// A picture at the size that a layer has on the screen: opaque, 4 bytes each, in the order blue, green, red, 255.
package struct LayerPicture: Sendable {
    package let width: Int
    package let height: Int
    package let bytesPerRow: Int
    /// `height` rows, which do not change anymore.
    package nonisolated(unsafe) let pixels: UnsafeRawPointer
    /// Keeps the pixels alive; it may be released on any thread.
    package let owner: any AnyObject & Sendable

    package init(
        pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, owner: any AnyObject & Sendable
    ) {
        (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
        (self.pixels, self.owner) = (pixels, owner)
    }
}

/// A layer whose pictures come by themselves, painted on another thread: a camera's preview, a player.
package protocol LiveLayer: CALayer {
    /// Calls `handler` with each picture, fitted into the layer's bounds; a smaller one is for their middle.
    ///
    /// - Parameters:
    ///   - scale: pixels per point of the screen.
    ///   - handler: called on any thread, with `nil` when there is nothing to show; `nil` while the layer is not
    ///     seen, so that nothing is painted.
    func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture?) -> Void)?)
}

/// What of a layer has changed.
package enum LayerChange: Sendable {
    /// What it shows.
    case contents
    /// Where it is in its superlayer, or how large.
    case geometry
    /// Which layers it has.
    case sublayers
    /// It has to arrange its sublayers.
    case layout
}

/// Draws a layer with its sublayers. Held weakly by the layer.
package protocol LayerDrawer: AnyObject, Sendable {
    /// Called on any thread.
    func layer(_ layer: CALayer, changed change: LayerChange)
    /// Keeps what the layer shows now, for a transition to what it will show. Called on any thread.
    func layer(_ layer: CALayer, begins transition: CATransition)
}
