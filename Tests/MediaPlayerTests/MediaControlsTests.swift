import Foundation
import Locking
import TestSupport
import Testing

@testable import MediaPlayer

/// A program as other programs see it on the bus.
@Suite(.ownThread) struct MediaControlsTests {
    private static let player = "org.mpris.MediaPlayer2.Player"

    private let bus: PrivateBus
    private let controls: MediaControls
    private let center: MPNowPlayingInfoCenter
    private let commands: MPRemoteCommandCenter

    init() throws {
        bus = try PrivateBus()
        controls = MediaControls(address: bus.address)
        center = MPNowPlayingInfoCenter(controls)
        commands = MPRemoteCommandCenter(controls)
    }

    private func call(_ method: String, _ arguments: String...) throws -> Bool {
        controls.finish()
        let name = MediaPlayerObject.busName
        let output =
            switch arguments.count {
            case 0: try bus.call(name, "\(Self.player).\(method)")
            case 1: try bus.call(name, "\(Self.player).\(method)", arguments[0])
            default: try bus.call(name, "\(Self.player).\(method)", arguments[0], arguments[1])
            }
        return output.status == 0
    }

    private func properties() throws -> String {
        controls.finish()
        let name = MediaPlayerObject.busName
        let all = try bus.call(name, "org.freedesktop.DBus.Properties.GetAll", Self.player)
        #expect(all.status == 0, "\(all.standardError)")
        return all.text
    }

    private func isThere() throws -> Bool {
        controls.finish()
        return try bus.call(MediaPlayerObject.busName, "org.freedesktop.DBus.Peer.Ping").status == 0
    }

    /// Its thread gives the name back.
    private func goes() throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while try isThere() {
            guard ContinuousClock.now < deadline else { return false }
        }
        return true
    }

    @Test func thereIsAPlayerWhileThereIsSomethingToTell() throws {
        #expect(try !isThere())
        center.nowPlayingInfo = [MPMediaItemPropertyTitle: "Clip"]
        #expect(try isThere())
        #expect(center.nowPlayingInfo?[MPMediaItemPropertyTitle] as? String == "Clip")
        center.nowPlayingInfo = nil
        #expect(try goes())
        let target = commands.playCommand.addTarget { _ in .success }
        #expect(try isThere())
        commands.playCommand.removeTarget(target)
        #expect(try goes())
    }

    @Test func whatIsPlayedIsTold() throws {
        center.nowPlayingInfo = [
            MPMediaItemPropertyTitle: "Bob's\n\\ “Clip”", MPMediaItemPropertyArtist: "Ann",
            MPMediaItemPropertyAlbumTitle: "Summer", MPMediaItemPropertyPlaybackDuration: 90.5,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: 12, MPNowPlayingInfoPropertyPlaybackRate: 0 as Float,
        ]
        let told = try properties()
        #expect(told.contains("'PlaybackStatus': <'Paused'>"))
        #expect(told.contains("'xesam:title': <\"Bob's\\n\\\\ “Clip”\">"))
        #expect(told.contains("'xesam:artist': <['Ann']>") && told.contains("'xesam:album': <'Summer'>"))
        #expect(told.contains("'mpris:length': <int64 90500000>") && told.contains("'Position': <int64 12000000>"))
        #expect(told.contains("'CanPlay': <false>") && told.contains("'CanControl': <true>"))
        center.playbackState = .playing
        #expect(try properties().contains("'PlaybackStatus': <'Playing'>"))
        center.playbackState = .stopped
        #expect(try properties().contains("'PlaybackStatus': <'Stopped'>"))
    }

    @Test func changesAndJumpsAreAnnounced() throws {
        center.nowPlayingInfo = [MPMediaItemPropertyTitle: "One", MPNowPlayingInfoPropertyPlaybackRate: 0.0]
        controls.finish()
        let told = try bus.signals(of: MediaPlayerObject.busName, until: "30000000,)") {
            center.nowPlayingInfo = [
                MPMediaItemPropertyTitle: "Two", MPNowPlayingInfoPropertyPlaybackRate: 0.0,
                MPNowPlayingInfoPropertyElapsedPlaybackTime: 30.0,
            ]
        }
        #expect(told.contains("PropertiesChanged") && told.contains("'xesam:title': <'Two'>"))
        #expect(told.contains("Seeked (int64 30000000,)") && !told.contains("'PlaybackStatus'"))
    }

    @Test func commandsReachTheirTargets() throws {
        let got = Monitor<[String]>([])
        func note(_ command: MPRemoteCommand, _ name: String) {
            _ = command.addTarget { event in
                dispatchPrecondition(condition: .onQueue(.main))
                #expect(event.command === command)
                got.withLock { $0.append(name) }
                return .success
            }
        }
        note(commands.playCommand, "play")
        note(commands.pauseCommand, "pause")
        note(commands.nextTrackCommand, "next")
        commands.nextTrackCommand.isEnabled = false
        #expect(try properties().contains("'CanGoNext': <false>"))
        #expect(try call("Play") && call("PlayPause"))
        center.playbackState = .playing
        #expect(try call("PlayPause"))
        #expect(try !call("Next") && !call("Previous"))
        note(commands.togglePlayPauseCommand, "toggle")
        commands.nextTrackCommand.isEnabled = true
        #expect(try call("PlayPause") && call("Next"))
        let wanted = ["play", "play", "pause", "toggle", "next"]
        #expect(got.wait(timeout: .seconds(60)) { $0.count == wanted.count ? $0 : nil } == wanted)
    }

    @Test func positionsAndDistancesAreInSeconds() throws {
        center.nowPlayingInfo = [
            MPMediaItemPropertyPlaybackDuration: 60, MPNowPlayingInfoPropertyElapsedPlaybackTime: 20,
            MPNowPlayingInfoPropertyPlaybackRate: 0,
        ]
        let got = Monitor<[Double]>([])
        _ = commands.skipBackwardCommand.addTarget { event in
            got.withLock { $0.append((event as? MPSkipIntervalCommandEvent)?.interval ?? .nan) }
            return .success
        }
        #expect(try call("Seek", "int64 -5000000"))
        #expect(try !call("Seek", "5000000"))
        _ = commands.changePlaybackPositionCommand.addTarget { event in
            got.withLock { $0.append((event as? MPChangePlaybackPositionCommandEvent)?.positionTime ?? .nan) }
            return .success
        }
        #expect(try call("Seek", "2500000"))
        #expect(try call("SetPosition", MediaPlayerObject.track, "42000000"))
        // Of another track, and beyond the end.
        #expect(try call("SetPosition", "/another", "1000000"))
        #expect(try call("SetPosition", MediaPlayerObject.track, "61000000"))
        #expect(got.wait(timeout: .seconds(60)) { $0.count == 3 ? $0 : nil } == [5, 22.5, 42])
    }

    @Test func anyNumberCanBeTold() throws {
        let strange: [Any] = [Double.nan, Double.infinity, -1, 1e300, Int.max, "long", NSNumber(value: 3)]
        for value in strange {
            center.nowPlayingInfo = [
                MPMediaItemPropertyPlaybackDuration: value, MPNowPlayingInfoPropertyElapsedPlaybackTime: value,
                MPNowPlayingInfoPropertyPlaybackRate: value,
            ]
            #expect(try properties().contains("'Position': <int64 "))
        }
    }
}
