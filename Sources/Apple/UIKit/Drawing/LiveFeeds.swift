import Foundation
import GtkSupport
import QuartzCore

/// The pictures of a view's layers that come by themselves.
@MainActor
final class LiveFeeds {
    private var feeds: [ObjectIdentifier: LiveFeed] = [:]
    private let changed: @MainActor () -> Void

    /// - Parameter changed: called with each new picture.
    init(changed: @escaping @MainActor () -> Void) { self.changed = changed }

    /// The newest picture; from the first call on, they come.
    func picture(of layer: any LiveLayer, scale: Int) -> LivePicture? {
        let key = ObjectIdentifier(layer)
        // A new layer can be where a released one was.
        if feeds[key]?.scale != scale || feeds[key]?.layer !== layer {
            feeds[key]?.stop()
            feeds[key] = LiveFeed(layer, scale: scale, changed: changed)
        }
        return feeds[key]?.picture
    }

    /// Of layers that have gone, or that another view draws now.
    func endUnused(below root: CALayer) {
        for (key, feed) in feeds where feed.layer?.isDrawn(with: root) != true {
            feed.stop()
            feeds[key] = nil
        }
    }

    func stop() {
        for feed in feeds.values { feed.stop() }
        feeds = [:]
    }
}

extension CALayer {
    fileprivate func isDrawn(with root: CALayer) -> Bool {
        sequence(first: self, next: \.superlayer).first { $0 === root || $0.drawer != nil } === root
    }
}

@MainActor
private final class LiveFeed {
    let scale: Int
    private(set) weak var layer: (any LiveLayer)?
    private(set) var picture: LivePicture?
    private let changed: @MainActor () -> Void

    init(_ layer: any LiveLayer, scale: Int, changed: @escaping @MainActor () -> Void) {
        self.layer = layer
        self.scale = scale
        self.changed = changed
        layer.showPictures(scale: CGFloat(scale)) { [weak self] picture in
            Task { @MainActor in self?.show(picture) }
        }
    }

    private func show(_ new: LayerPicture?) {
        picture = new.map {
            LivePicture(
                pixels: $0.pixels, width: $0.width, height: $0.height, bytesPerRow: $0.bytesPerRow, owner: $0.owner)
        }
        changed()
    }

    func stop() { layer?.showPictures(scale: 1, nil) }
}
