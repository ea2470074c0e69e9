// The volume keys as a shutter, and the keys of a headphone for the clip that was taken, as camera apps have them: that
// this file compiles is the test.
import AVFoundation
import MediaPlayer

final class VolumeShutter: NSObject, NSKeyValueObserving {
    private let session = AVAudioSession.sharedInstance()
    private let volumeView = MPVolumeView(frame: CGRect(x: -2000, y: -2000, width: 100, height: 100))
    private var observation: NSKeyValueObservation?
    private var initialVolume: Float = 0
    var onPress: (() -> Void)?

    func start(in view: UIView) {
        view.addSubview(volumeView)
        volumeView.showsRouteButton = false
        try? session.setActive(true)
        initialVolume = session.outputVolume
        session.addObserver(self, forKeyPath: "outputVolume", options: [.new, .old], context: nil)
        observation = session.observe(\.outputVolume, options: [.new]) { [weak self] _, change in
            guard let self = self, let volume = change.newValue, volume != self.initialVolume else { return }
            self.onPress?()
            self.setVolume(self.initialVolume)
        }
    }

    func stop() {
        session.removeObserver(self, forKeyPath: "outputVolume")
        observation?.invalidate()
        volumeView.removeFromSuperview()
    }

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard keyPath == "outputVolume" else { return }
        onPress?()
    }

    private func setVolume(_ volume: Float) {
        let slider = volumeView.subviews.first(where: { $0 is UISlider }) as? UISlider
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { slider?.value = volume }
    }
}

final class ClipRemote {
    private let player: AVPlayer
    private var targets: [Any] = []

    init(player: AVPlayer) { self.player = player }

    func start(title: String, duration: TimeInterval) {
        let center = MPRemoteCommandCenter.shared()
        targets.append(
            center.playCommand.addTarget { [unowned self] _ in
                if self.player.rate == 0.0 {
                    self.player.play()
                    return .success
                }
                return .commandFailed
            })
        center.pauseCommand.addTarget { [weak self] _ in
            self?.player.pause()
            return .success
        }
        center.skipForwardCommand.preferredIntervals = [15]
        center.skipForwardCommand.addTarget { [weak self] event in
            guard let self = self, let event = event as? MPSkipIntervalCommandEvent else { return .commandFailed }
            self.player.seek(to: self.player.currentTime() + CMTime(seconds: event.interval, preferredTimescale: 600))
            return .success
        }
        center.changePlaybackPositionCommand.isEnabled = true
        center.changePlaybackPositionCommand.addTarget { [weak self] event in
            guard let event = event as? MPChangePlaybackPositionCommandEvent else { return .commandFailed }
            self?.player.seek(to: CMTime(seconds: event.positionTime, preferredTimescale: 600))
            return .success
        }
        center.nextTrackCommand.isEnabled = false
        var info = [String: Any]()
        info[MPMediaItemPropertyTitle] = title
        info[MPMediaItemPropertyPlaybackDuration] = duration
        info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = player.currentTime().seconds
        info[MPNowPlayingInfoPropertyPlaybackRate] = player.rate
        MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    }

    func stop() {
        let center = MPRemoteCommandCenter.shared()
        for target in targets { center.playCommand.removeTarget(target) }
        center.pauseCommand.removeTarget(nil)
        MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
        MPNowPlayingInfoCenter.default().playbackState = .stopped
    }
}
