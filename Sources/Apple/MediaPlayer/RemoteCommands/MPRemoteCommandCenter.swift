import Foundation

/// The commands that a program takes from the desktop: media keys, the panel, headphones.
///
/// Linux: by MPRIS, on the session bus, see ``MPNowPlayingInfoCenter``. Source: Apple, MPRemoteCommandCenter.
public final class MPRemoteCommandCenter: NSObject, Sendable {
    private static let only = MPRemoteCommandCenter(.shared)

    /// The program's only instance.
    public class func shared() -> MPRemoteCommandCenter { only }

    public let playCommand: MPRemoteCommand
    public let pauseCommand: MPRemoteCommand
    public let stopCommand: MPRemoteCommand
    /// Linux: without a target of it, ``playCommand`` and ``pauseCommand`` stand in.
    public let togglePlayPauseCommand: MPRemoteCommand
    public let nextTrackCommand: MPRemoteCommand
    public let previousTrackCommand: MPRemoteCommand
    public let skipForwardCommand: MPSkipIntervalCommand
    public let skipBackwardCommand: MPSkipIntervalCommand
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand

    init(_ controls: MediaControls) {
        playCommand = MPRemoteCommand(.play, controls)
        pauseCommand = MPRemoteCommand(.pause, controls)
        stopCommand = MPRemoteCommand(.stop, controls)
        togglePlayPauseCommand = MPRemoteCommand(.toggle, controls)
        nextTrackCommand = MPRemoteCommand(.next, controls)
        previousTrackCommand = MPRemoteCommand(.previous, controls)
        skipForwardCommand = MPSkipIntervalCommand(.skipForward, controls)
        skipBackwardCommand = MPSkipIntervalCommand(.skipBackward, controls)
        changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.changePosition, controls)
    }
}
