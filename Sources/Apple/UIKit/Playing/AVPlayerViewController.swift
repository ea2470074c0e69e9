import AVFoundation
import Foundation

// AVKit has this name; a program that imports AVKit alone has no windows here.

/// Shows what a player plays, with controls. Source: Apple, AVPlayerViewController.
///
/// Linux: the controls are a bar at the lower edge, which stays.
open class AVPlayerViewController: UIViewController {
    private let stage = PlayerStage()

    open override func loadView() { view = stage }

    /// Linux: kept; nothing calls it, see ``AVPlayerViewControllerDelegate``.
    open weak var delegate: (any AVPlayerViewControllerDelegate)?

    open var player: AVPlayer? {
        get { stage.pictures.playerLayer.player }
        set {
            stage.pictures.playerLayer.player = newValue
            stage.controls.player = newValue
        }
    }

    /// `true` by default.
    open var showsPlaybackControls: Bool {
        get { !stage.controls.isHidden }
        set { stage.controls.isHidden = !newValue }
    }

    /// How the picture fills the view; `.resizeAspect` by default.
    open var videoGravity: AVLayerVideoGravity {
        get { stage.pictures.playerLayer.videoGravity }
        set { stage.pictures.playerLayer.videoGravity = newValue }
    }

    /// Whether there is a picture.
    open var isReadyForDisplay: Bool { stage.pictures.playerLayer.isReadyForDisplay }

    /// Where the picture is in the view.
    open var videoBounds: CGRect { stage.pictures.playerLayer.videoRect }

    /// Between the picture and the controls; as large as the view.
    open var contentOverlayView: UIView? { stage.overlay }

    /// Linux: `false`. Windows are placed by the desktop; setting it to `true` says so once on standard error.
    open var allowsPictureInPicturePlayback: Bool {
        get { false }
        set { if newValue { Self.reportPictureInPicture } }
    }

    private static let reportPictureInPicture: Void = FileHandle.standardError.write(
        Data("AVPlayerViewController: there is no picture in picture here.\n".utf8))
}

/// Pictures, what the program puts over them, controls.
private final class PlayerStage: UIView {
    let pictures = PlayerPictures()
    let overlay = UIView()
    let controls = PlayerControls()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        for view in [pictures, overlay, controls] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        pictures.frame = bounds
        overlay.frame = bounds
        controls.frame = CGRect(
            x: 0, y: bounds.maxY - safeAreaInsets.bottom - PlayerControls.height, width: bounds.width,
            height: PlayerControls.height)
    }
}
