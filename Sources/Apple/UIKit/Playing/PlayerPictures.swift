import AVFoundation

/// Shows what a player plays.
package final class PlayerPictures: UIView {
    package override class var layerClass: AnyClass { AVPlayerLayer.self }

    package var playerLayer: AVPlayerLayer {
        guard let layer = layer as? AVPlayerLayer else { preconditionFailure("the layer has another class") }
        return layer
    }

    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
    }

    package required init?(coder: NSCoder) { nil }
}
