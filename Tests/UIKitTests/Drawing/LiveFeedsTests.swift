import QuartzCore
import Testing

@testable import UIKit

/// A layer that knows whether somebody wants its pictures.
private final class Camera: CALayer, LiveLayer, @unchecked Sendable {  // One test's, on its thread.
    private(set) var isShown = false

    func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture?) -> Void)?) { isShown = handler != nil }
}

@MainActor @Suite struct LiveFeedsTests {
    private let feeds = LiveFeeds {}
    private let root = CALayer()

    @Test func aLayerThatHasGoneIsPaintedNoMore() {
        let camera = Camera()
        root.addSublayer(camera)
        _ = feeds.picture(of: camera, scale: 1)
        feeds.endUnused(below: root)
        #expect(camera.isShown)
        camera.removeFromSuperlayer()
        feeds.endUnused(below: root)
        #expect(!camera.isShown)
    }

    @Test func eachLayerHasItsOwnPictures() {
        // One after the other can be at the same address.
        for _ in 0..<100 {
            let camera = Camera()
            root.addSublayer(camera)
            _ = feeds.picture(of: camera, scale: 1)
            #expect(camera.isShown)
            camera.removeFromSuperlayer()
        }
    }

    @Test func texturesGoWithTheirPictures() {
        final class Picture {}
        let cache = TextureCache<Picture, Int>()
        let kept = Picture()
        var made = 0
        func texture(_ picture: Picture) {
            _ = cache.texture(picture) { _ in
                made += 1
                return made
            }
        }
        for _ in 0..<20 { texture(Picture()) }
        texture(kept)
        #expect(cache.count == 1)
        texture(kept)
        #expect(made == 21)
    }
}
