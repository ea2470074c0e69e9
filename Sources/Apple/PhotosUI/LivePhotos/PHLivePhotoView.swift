import AVFoundation
public import Photos
public import UIKit

/// How much of a Live Photo is played. Source: Apple, PHLivePhotoViewPlaybackStyle.
public enum PHLivePhotoViewPlaybackStyle: Int, Sendable {
    case undefined = 0
    /// The whole movie, with its sound.
    case full = 1
    /// The beginning of the movie without sound, which shows that there is one. Linux: a second.
    case hint = 2
}

/// What the badge of a Live Photo looks like. Source: Apple, PHLivePhotoBadgeOptions.
public struct PHLivePhotoBadgeOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Over a picture. Linux: in white, as pictures are drawn without shadows.
    public static let overContent = Self(rawValue: 1 << 0)
    /// Struck through.
    public static let liveOff = Self(rawValue: 1 << 1)
}

/// Learns of a view's playback, and decides about it. All methods are optional.
///
/// Source: Apple, PHLivePhotoViewDelegate.
@MainActor @preconcurrency
public protocol PHLivePhotoViewDelegate: AnyObject {
    /// Whether to play.
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> Bool
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle)
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle)
    /// How much longer than usual a touch has to last before it plays, in seconds.
    func livePhotoView(
        _ livePhotoView: PHLivePhotoView, extraMinimumTouchDurationFor touch: UITouch,
        with playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> TimeInterval
}

extension PHLivePhotoViewDelegate {
    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> Bool { true }

    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {}

    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {}

    public func livePhotoView(
        _ livePhotoView: PHLivePhotoView, extraMinimumTouchDurationFor touch: UITouch,
        with playbackStyle: PHLivePhotoViewPlaybackStyle
    ) -> TimeInterval { 0 }
}

/// Shows a Live Photo: its photo, and while somebody presses on it, its movie. Source: Apple, PHLivePhotoView.
open class PHLivePhotoView: UIView {
    private let photo = UIImageView()
    private let movie = PlayerPictures()
    private var playback: LivePhotoPlayback?
    private let press = LivePhotoPress()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        for part in [photo, movie] {
            part.frame = bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            part.clipsToBounds = true
            part.isUserInteractionEnabled = false
            addSubview(part)
        }
        // Until there is a picture of the movie, the photo is seen through it.
        movie.backgroundColor = .clear
        accessibilityLabel = "Live Photo"
        isAccessibilityElement = true
        addGestureRecognizer(press)
        press.extraDuration = { [weak self] touch in
            guard let self else { return 0 }
            return delegate?.livePhotoView(self, extraMinimumTouchDurationFor: touch, with: .full) ?? 0
        }
        press.onAction = { [weak self] press in
            switch press.state {
            case .began: self?.startPlayback(with: .full)
            case .ended, .cancelled: self?.stopPlayback()
            default: break
            }
        }
        fit()
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open weak var delegate: (any PHLivePhotoViewDelegate)?

    /// What is shown; another one ends the playback.
    open var livePhoto: PHLivePhoto? {
        didSet {
            guard livePhoto !== oldValue else { return }
            stopPlayback()
            photo.image = livePhoto?.image
            invalidateIntrinsicContentSize()
        }
    }

    /// Whether movies are played without their sound.
    open var isMuted = false {
        didSet { playback?.isMuted = isMuted }
    }

    /// The press that plays the movie. A program can put it into another view.
    open var playbackGestureRecognizer: UIGestureRecognizer { press }

    open override var contentMode: ContentMode {
        didSet { fit() }
    }

    open override var intrinsicContentSize: CGSize { photo.intrinsicContentSize }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { photo.sizeThatFits(size) }

    /// Plays the movie from its beginning; it ends by itself.
    open func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) {
        guard let livePhoto, playbackStyle != .undefined else { return }
        stopPlayback()
        guard delegate?.livePhotoView(self, canBeginPlaybackWith: playbackStyle) ?? true else { return }
        delegate?.livePhotoView(self, willBeginPlaybackWith: playbackStyle)
        let playback = LivePhotoPlayback(of: livePhoto.movieURL, playbackStyle, isMuted: isMuted)
        playback.onEnd = { [weak self] in self?.stopPlayback() }
        self.playback = playback
        movie.playerLayer.player = playback.player
        playback.player.play()
    }

    /// Shows the photo again.
    open func stopPlayback() {
        guard let playback else { return }
        self.playback = nil
        playback.player.pause()
        movie.playerLayer.player = nil
        delegate?.livePhotoView(self, didEndPlaybackWith: playback.style)
    }

    /// The sign by which people know a Live Photo.
    open class func livePhotoBadgeImage(options badgeOptions: PHLivePhotoBadgeOptions = []) -> UIImage {
        let name = badgeOptions.contains(.liveOff) ? "livephoto.slash" : "livephoto"
        let image = UIImage(systemName: name) ?? UIImage()
        return badgeOptions.contains(.overContent) ? image.withTintColor(.white, renderingMode: .alwaysOriginal) : image
    }

    private func fit() {
        photo.contentMode = contentMode
        movie.playerLayer.videoGravity =
            switch contentMode {
            case .scaleToFill: .resize
            case .scaleAspectFill: .resizeAspectFill
            default: .resizeAspect
            }
    }
}

/// A movie that is played once.
@MainActor
private final class LivePhotoPlayback {
    let player: AVPlayer
    let style: PHLivePhotoViewPlaybackStyle
    /// Called when the movie is over, or cannot be played.
    var onEnd: (() -> Void)?
    private var observers: [any NSObjectProtocol] = []

    init(of url: URL, _ style: PHLivePhotoViewPlaybackStyle, isMuted: Bool) {
        self.style = style
        let item = AVPlayerItem(url: url)
        if style == .hint { item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 1) }
        player = AVPlayer(playerItem: item)
        self.isMuted = isMuted
        mute()
        let ends = [
            AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.failedToPlayToEndTimeNotification,
        ]
        observers = ends.map { name in
            NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] _ in
                Task { @MainActor in self?.onEnd?() }
            }
        }
    }

    isolated deinit { observers.forEach(NotificationCenter.default.removeObserver) }

    var isMuted: Bool {
        didSet { mute() }
    }

    private func mute() { player.isMuted = isMuted || style == .hint }
}

/// A press that waits for as long as the delegate wants.
private final class LivePhotoPress: UILongPressGestureRecognizer {
    /// In seconds.
    private static let duration = 0.2
    var extraDuration: ((UITouch) -> TimeInterval)?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        minimumPressDuration = Self.duration + (touches.first.flatMap { extraDuration?($0) } ?? 0)
        super.touchesBegan(touches, with: event)
    }
}
