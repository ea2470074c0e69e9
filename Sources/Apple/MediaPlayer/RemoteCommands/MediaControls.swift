import Foundation
import Locking
import SessionBus

/// What a program plays and which commands it takes: for its own sources, and through ``MediaPlayerObject`` for the
/// desktop.
final class MediaControls: Sendable {
    static let shared = MediaControls()

    /// What the program has told.
    struct Information: @unchecked Sendable {  // a constant
        let values: [String: Any]
    }

    private struct Command {
        var isEnabled = true
        var targets: [RemoteCommandTarget] = []
    }

    private struct State {
        var information: Information?
        var playing: NowPlaying?
        var playbackState = MPNowPlayingPlaybackState.unknown
        var commands: [RemoteCommandKind: Command] = [:]

        func takes(_ kind: RemoteCommandKind) -> Bool {
            commands[kind].map { $0.isEnabled && !$0.targets.isEmpty } ?? false
        }

        var isPlaying: Bool {
            switch playbackState {
            case .playing: true
            case .paused, .stopped, .interrupted: false
            case .unknown: (playing?.rate ?? 0) > 0
            }
        }

        var position: Double {
            playing?.position(at: ProcessInfo.processInfo.systemUptime, isPlaying: isPlaying) ?? 0
        }
    }

    private let state = Mutex(State())
    private let publisher: MediaControlsPublisher

    /// - Parameter address: of the bus; `nil` for that of the session.
    init(address: String? = nil) { publisher = MediaControlsPublisher(address: address) }

    /// Waits until the desktop knows what has changed; for tests.
    func finish() { publisher.finish() }

    // MARK: What the program tells

    var information: Information? { state.withLock { $0.information } }

    func setInformation(_ information: Information?) {
        let new = information.map { NowPlaying($0.values, at: ProcessInfo.processInfo.systemUptime) }
        let hasJumped = state.withLock { state in
            let old = state.position
            (state.information, state.playing) = (information, new)
            return abs(state.position - old) > 1
        }
        publish(hasJumped: hasJumped)
    }

    var playbackState: MPNowPlayingPlaybackState { state.withLock { $0.playbackState } }

    func setPlaybackState(_ playbackState: MPNowPlayingPlaybackState) {
        state.withLock { $0.playbackState = playbackState }
        publish()
    }

    // MARK: The commands

    func isEnabled(_ kind: RemoteCommandKind) -> Bool { state.withLock { $0.commands[kind]?.isEnabled ?? true } }

    func setEnabled(_ isEnabled: Bool, _ kind: RemoteCommandKind) {
        state.withLock { $0.commands[kind, default: Command()].isEnabled = isEnabled }
        publish()
    }

    func add(_ target: RemoteCommandTarget, _ kind: RemoteCommandKind) {
        state.withLock { $0.commands[kind, default: Command()].targets.append(target) }
        publish()
    }

    func removeTargets(of kind: RemoteCommandKind, where isWanted: (RemoteCommandTarget) -> Bool) {
        state.withLock { $0.commands[kind]?.targets.removeAll(where: isWanted) }
        publish()
    }

    /// - Parameter value: a position or a distance, in seconds.
    /// - Returns: whether the program takes the command.
    private func perform(_ kind: RemoteCommandKind, _ value: Double = 0) -> Bool {
        let targets = state.withLock { $0.takes(kind) ? $0.commands[kind]?.targets ?? [] : [] }
        for target in targets { target.call(value) }
        return !targets.isEmpty
    }

    // MARK: What the desktop is told, and asks for

    private func publish(hasJumped: Bool = false) { publisher.publish(self, hasJumped: hasJumped) }

    /// Whether there is anything for the desktop.
    var isOffered: Bool {
        state.withLock { state in state.playing != nil || RemoteCommandKind.allCases.contains(where: state.takes) }
    }

    /// In microseconds.
    var position: Int64 { NowPlaying.microseconds(state.withLock { $0.position }) }

    /// The properties of a player, except for its position.
    var properties: [String: BusValue] {
        state.withLock { state in
            let canSeek = [.changePosition, .skipForward, .skipBackward].contains(where: state.takes)
            let isStopped = state.playbackState == .stopped || (state.playing == nil && !state.isPlaying)
            return [
                "PlaybackStatus": .string(isStopped ? "Stopped" : state.isPlaying ? "Playing" : "Paused"),
                "Metadata": .dictionary(state.playing?.metadata(track: MediaPlayerObject.track) ?? [:]),
                "CanGoNext": .bool(state.takes(.next)), "CanGoPrevious": .bool(state.takes(.previous)),
                "CanPlay": .bool(state.takes(.play) || state.takes(.toggle)),
                "CanPause": .bool(state.takes(.pause) || state.takes(.toggle)), "CanSeek": .bool(canSeek),
                "CanControl": .bool(true), "Rate": .double(1), "MinimumRate": .double(1), "MaximumRate": .double(1),
                "Volume": .double(1),
            ]
        }
    }

    /// Performs a method of a player.
    ///
    /// - Returns: whether the program takes such a command now.
    func perform(_ call: BusObject.Call) -> Bool {
        switch call.method {
        case "Play": perform(.play)
        case "Pause": perform(.pause)
        case "PlayPause": perform(.toggle) || perform(state.withLock { $0.isPlaying } ? .pause : .play)
        case "Stop": perform(.stop)
        case "Next": perform(.next)
        case "Previous": perform(.previous)
        case "Seek": seek(by: Double(call.number) / 1e6)
        case "SetPosition": setPosition(Double(call.number) / 1e6, of: call.path)
        default: false
        }
    }

    private func seek(by seconds: Double) -> Bool {
        let (position, duration) = state.withLock { ($0.position, $0.playing?.duration) }
        let wanted = max(0, position + seconds)
        // Beyond the end is what follows.
        if let duration, wanted > duration, perform(.next) { return true }
        return perform(.changePosition, min(wanted, duration ?? .infinity))
            || perform(seconds < 0 ? .skipBackward : .skipForward, abs(seconds))
    }

    private func setPosition(_ position: Double, of track: String) -> Bool {
        let duration = state.withLock { $0.playing?.duration } ?? .infinity
        // Too late for another track, or outside of this one: the specification wants nothing to happen.
        guard track == MediaPlayerObject.track, (0...duration).contains(position) else { return true }
        return perform(.changePosition, position)
    }
}
