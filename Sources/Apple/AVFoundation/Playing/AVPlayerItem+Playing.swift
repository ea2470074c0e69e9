import CoreMedia
import MovieCoding

/// What the player tells its item.
extension AVPlayerItem {
    private var playback: MediaPlayback? { state.withLock { $0.playback } }

    var isMoving: Bool { playback?.isMoving ?? false }

    func setRate(_ rate: Float) { playback?.setRate(Double(rate)) }

    func setVolume(_ volume: Float) { playback?.setVolume(volume) }

    /// Its picture, if one is decoded, to a player that has just got the item.
    func showAgain() {
        let (latest, turn, player) = state.withLock { ($0.latest, $0.turn, $0.player) }
        guard let latest, let pixels = latest.imageBuffer, let playback, let player else { return }
        let place = playback.time
        guard latest.presentationTimeStamp <= place, place <= latest.presentationTimeStamp + latest.duration else {
            return
        }
        player.screen.show(ShownPicture(pixels: pixels, turn: turn))
    }

    func reconsiderStops() { playback?.reconsiderStops() }

    /// When a moment of the clock comes, the item is there.
    func time(at moment: CMTime) -> CMTime { playback?.time(at: moment) ?? .invalid }
}
