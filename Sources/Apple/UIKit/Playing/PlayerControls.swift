import AVFoundation
import Foundation

/// A bar with which a person plays, pauses and seeks.
package final class PlayerControls: UIView {
    package static let height: CGFloat = 52

    package let playButton = UIButton(type: .system)
    package let scrubber = UISlider()
    private let times = UILabel()
    private var watch: PlayerWatch?
    /// A seek is under way; where to go after it.
    private var isSeeking = false
    private var wanted: CMTime?

    package var player: AVPlayer? {
        didSet {
            guard player !== oldValue else { return }
            (isSeeking, wanted) = (false, nil)
            watch = player.map { PlayerWatch($0) { [weak self] in self?.refresh() } }
            refresh()
        }
    }

    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor.black.withAlphaComponent(0.5)
        tintColor = .white
        times.textColor = .white
        times.font = .monospacedDigitSystemFont(ofSize: 13, weight: .regular)
        times.textAlignment = .right
        scrubber.accessibilityLabel = "Position"
        // A movie's time goes to the right in all languages.
        scrubber.semanticContentAttribute = .playback
        playButton.addAction(UIAction { [weak self] _ in self?.playOrPause() }, for: .touchUpInside)
        scrubber.addAction(UIAction { [weak self] _ in self?.scrub() }, for: .valueChanged)
        for view in [playButton, scrubber, times] { addSubview(view) }
        refresh()
    }

    package required init?(coder: NSCoder) { nil }

    package override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
    }

    package override func layoutSubviews() {
        super.layoutSubviews()
        let (height, timesWidth) = (bounds.height, CGFloat(96))
        playButton.frame = CGRect(x: 4, y: 0, width: 44, height: height)
        times.frame = CGRect(x: bounds.width - timesWidth - 12, y: 0, width: timesWidth, height: height)
        scrubber.frame = CGRect(
            x: 52, y: (height - 34) / 2, width: max(0, times.frame.minX - 8 - 52), height: 34)
    }

    // MARK: What the player does

    private var duration: CMTime? {
        guard let duration = player?.currentItem?.duration, duration.isNumeric, duration > .zero else { return nil }
        return duration
    }

    private func refresh() {
        let isPlaying = player.map { $0.rate != 0 } ?? false
        playButton.setImage(UIImage(systemName: isPlaying ? "pause.fill" : "play.fill"), for: .normal)
        playButton.accessibilityLabel = isPlaying ? "Pause" : "Play"
        playButton.isEnabled = player?.currentItem != nil
        scrubber.isEnabled = duration != nil
        let time = wanted ?? player?.currentTime() ?? .zero
        if let duration {
            scrubber.maximumValue = Float(duration.seconds)
            if !isSeeking { scrubber.value = Float(time.seconds) }
        }
        times.text = duration.map { "\(Self.text(time)) / \(Self.text($0))" } ?? ""
    }

    private static func text(_ time: CMTime) -> String {
        let seconds = Int(max(0, time.seconds))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let ending = String(format: "%02d", seconds % 60)
        return hours > 0 ? "\(hours):\(String(format: "%02d", minutes)):\(ending)" : "\(minutes):\(ending)"
    }

    // MARK: What a person does

    private func playOrPause() {
        guard let player else { return }
        guard player.rate == 0 else { return player.pause() }
        // From the beginning once more.
        if let duration, player.currentTime() >= duration { player.seek(to: .zero) }
        player.play()
    }

    private func scrub() {
        seek(to: CMTime(seconds: Double(scrubber.value), preferredTimescale: 600))
    }

    /// One seek after the other: a person who slides on would otherwise see none of the pictures.
    private func seek(to time: CMTime) {
        guard let player else { return }
        guard !isSeeking else { wanted = time; return }
        isSeeking = true
        player.seek(to: time) { [weak self] _ in
            Task { @MainActor in self?.seeked() }
        }
    }

    private func seeked() {
        isSeeking = false
        if let next = wanted {
            wanted = nil
            seek(to: next)
        }
        refresh()
    }
}

/// Tells of a player's changes as long as it lives.
@MainActor
private final class PlayerWatch {
    private let player: AVPlayer
    private let changed: @MainActor () -> Void
    private var observations: [NSKeyValueObservation] = []
    private weak var item: AVPlayerItem?
    private var itemObservation: NSKeyValueObservation?
    private var time: TimeObservation?

    init(_ player: AVPlayer, changed: @escaping @MainActor () -> Void) {
        (self.player, self.changed) = (player, changed)
        observations = [
            player.observe(\.rate) { [weak self] _, _ in
                Task { @MainActor in self?.look() }
            },
            player.observe(\.currentItem) { [weak self] _, _ in
                Task { @MainActor in self?.look() }
            },
        ]
        time = TimeObservation(player) { [weak self] in self?.look() }
        look()
    }

    private func look() {
        if item !== player.currentItem || itemObservation == nil {
            item = player.currentItem
            itemObservation = item?.observe(\.status) { [weak self] _, _ in
                Task { @MainActor in self?.look() }
            }
        }
        changed()
    }
}

/// Is called each quarter of a second of the player's time.
private final class TimeObservation {
    private let player: AVPlayer
    private let token: Any

    init(_ player: AVPlayer, _ changed: @escaping @MainActor () -> Void) {
        self.player = player
        token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 4), queue: .main) { _ in
            Task { @MainActor in changed() }
        }
    }

    deinit { player.removeTimeObserver(token) }
}
