import Foundation

/// What became of a command. Source: Apple, MPRemoteCommandHandlerStatus.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}

/// A command that has come. Source: Apple, MPRemoteCommandEvent.
public class MPRemoteCommandEvent: NSObject {
    public let command: MPRemoteCommand
    /// When it came, in seconds of the machine's uptime.
    public let timestamp = ProcessInfo.processInfo.systemUptime

    init(_ command: MPRemoteCommand) { self.command = command }
}

/// Source: Apple, MPSkipIntervalCommandEvent.
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
    /// How far, in seconds; above 0 in both directions.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, _ interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// Source: Apple, MPChangePlaybackPositionCommandEvent.
public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
    /// Where, in seconds from the beginning.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, _ positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command)
    }
}
