import Foundation

/// Whether a program plays. Source: Apple, MPNowPlayingPlaybackState.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// The program has not said: what the rate says counts.
    case unknown = 0
    case playing = 1
    case paused = 2
    case stopped = 3
    case interrupted = 4
}

/// Tells the desktop what the program plays. All members may be used on any thread.
///
/// Linux: by MPRIS, on the session bus. The program is there from the first information, or from the first target of a
/// command, see ``MPRemoteCommandCenter``. Source: Apple, MPNowPlayingInfoCenter.
public final class MPNowPlayingInfoCenter: NSObject, Sendable {
    private static let shared = MPNowPlayingInfoCenter(.shared)

    private let controls: MediaControls

    /// The program's only instance.
    public class func `default`() -> MPNowPlayingInfoCenter { shared }

    init(_ controls: MediaControls) { self.controls = controls }

    /// What is played, by the keys ``MPMediaItemPropertyTitle`` and those that follow it; others are kept, and nobody is
    /// told of them. `nil` when nothing is.
    public var nowPlayingInfo: [String: Any]? {
        get { controls.information?.values }
        set { controls.setInformation(newValue.map { MediaControls.Information(values: $0) }) }
    }

    /// Whether the program plays.
    public var playbackState: MPNowPlayingPlaybackState {
        get { controls.playbackState }
        set { controls.setPlaybackState(newValue) }
    }
}
