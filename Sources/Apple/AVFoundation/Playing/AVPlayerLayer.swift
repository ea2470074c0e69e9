import Foundation
import Locking
import PixelCoding
import QuartzCore

/// Shows what a player plays. Source: Apple, AVPlayerLayer.
///
/// Linux: drawn where it is the layer of a view in a window, or below one.
open class AVPlayerLayer: CALayer, @unchecked Sendable {  // `look` and `pictures` are Mutexes
    private struct Look {
        var player: AVPlayer?
        var gravity = AVLayerVideoGravity.resizeAspect
        var isReady = false
        /// Paints, while somebody sees the layer.
        var pictures: LayerPictures?
        var handler: (@Sendable (LayerPicture?) -> Void)?
        var scale: CGFloat = 1
    }

    private let look = Mutex(Look())
    /// Stands for the layer at the player's screen.
    private let watcher = NSObject()

    /// A layer without a player.
    public override init() { super.init() }

    /// A copy of another layer's looks, for an animation; it has no player.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVPlayerLayer { videoGravity = other.videoGravity }
    }

    /// Linux: always `nil`, as there are no archives of layers.
    public required init?(coder: NSCoder) { nil }

    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    deinit {
        guard let player = look.withLock({ $0.player }) else { return }
        player.screen.watch(watcher, nil)
        player.refreshWatchers()
    }

    /// Whose pictures are shown; kept alive. Several layers can show one player.
    open var player: AVPlayer? {
        get { look.withLock { $0.player } }
        set {
            let old = look.withLock { look in
                defer { look.player = newValue }
                return look.player
            }
            guard old !== newValue else { return }
            old?.screen.watch(watcher, nil)
            old?.refreshWatchers()
            newValue?.screen.watch(watcher) { [weak self] picture in self?.take(picture) }
            newValue?.refreshWatchers()
            take(newValue?.screen.latest)
        }
    }

    /// How the picture fills the layer; `.resizeAspect` by default.
    open var videoGravity: AVLayerVideoGravity {
        get { look.withLock { $0.gravity } }
        set {
            look.withLock { $0.gravity = newValue }
            repaint()
        }
    }

    /// Whether there is a picture of the player's current item. Observable.
    open var isReadyForDisplay: Bool { look.withLock { $0.isReady } }

    /// Where the picture is in the layer; it can be larger than the layer.
    open var videoRect: CGRect {
        guard let size = player?.screen.latest?.size else { return .zero }
        switch videoGravity {
        case .resize: return bounds
        case .resizeAspectFill:
            let scale = max(bounds.width / size.width, bounds.height / size.height)
            let filled = CGSize(width: size.width * scale, height: size.height * scale)
            return CGRect(
                x: bounds.midX - filled.width / 2, y: bounds.midY - filled.height / 2, width: filled.width,
                height: filled.height)
        default: return AVMakeRect(aspectRatio: size, insideRect: bounds)
        }
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let isResized = super.bounds.size != newValue.size
            super.bounds = newValue
            if isResized { repaint() }
        }
    }

    private func take(_ picture: ShownPicture?) {
        let (isChange, pictures, handler) = look.withLock { ($0.isReady != (picture != nil), $0.pictures, $0.handler) }
        if isChange {
            // As all that changes by itself. The last one to come looks at what is there then.
            DispatchQueue.main.async { [weak self] in
                guard let self else { return }
                let isReady = player?.screen.latest != nil
                mayChange(\.isReadyForDisplay) { look.withLock { $0.isReady = isReady } }
            }
        }
        guard let pictures else { return }
        guard let picture else { handler?(nil); return }
        pictures.take(picture.pixels) { [weak self] in self?.canvas(picture) }
    }

    private func canvas(_ picture: ShownPicture) -> FramePainter.Canvas {
        let (gravity, scale) = look.withLock { ($0.gravity, $0.scale) }
        return picture.canvas(bounds.size, gravity, scale: scale)
    }

    /// A player that stands still sends no pictures.
    private func repaint() {
        guard let picture = player?.screen.latest, let pictures = look.withLock({ $0.pictures }) else { return }
        pictures.take(picture.pixels) { [weak self] in self?.canvas(picture) }
    }
}

extension AVPlayerLayer: LiveLayer {
    package func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture?) -> Void)?) {
        let pictures = handler.map { handler in
            LayerPictures("AVPlayerLayer") { picture in
                if let picture = LayerPicture(picture) { handler(picture) }
            }
        }
        look.withLock { ($0.pictures, $0.handler, $0.scale) = (pictures, handler, scale) }
        repaint()
    }
}
