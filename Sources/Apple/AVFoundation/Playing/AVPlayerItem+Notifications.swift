import Foundation

/// In the user info of ``AVPlayerItem/failedToPlayToEndTimeNotification``: the error.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

// All of them are posted on the main thread; the object is the item.
extension AVPlayerItem {
    /// The item has played to its end.
    public static let didPlayToEndTimeNotification = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Something went wrong in the middle; ``AVPlayerItemFailedToPlayToEndTimeErrorKey`` says what.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Media did not come in time. Linux: never posted; a file on this machine does not stall.
    public static let playbackStalledNotification = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    /// The item's time did not go on by itself.
    public static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

extension NSNotification.Name {
    /// See ``AVPlayerItem/didPlayToEndTimeNotification``. Source: Apple, AVPlayerItem.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// See ``AVPlayerItem/failedToPlayToEndTimeNotification``. Source: Apple, AVPlayerItem.
    public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
    /// See ``AVPlayerItem/playbackStalledNotification``. Source: Apple, AVPlayerItem.
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
    /// See ``AVPlayerItem/timeJumpedNotification``. Source: Apple, AVPlayerItem.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
}
