import AVFAudio
import AudioToolbox
import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

private final class Listener: AVAudioRecorderDelegate, AVAudioPlayerDelegate, Sendable {
    let ends = Monitor<[Bool]>([])

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        ends.withLock { $0.append(flag) }
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        ends.withLock { $0.append(flag) }
    }

    /// The main queue runs meanwhile.
    func end() async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.start(named: "listener") { continuation.resume(returning: self.ends.wait { $0.first } ?? false) }
        }
    }
}

@Suite(.ownPhone) struct RecorderTests {
    @Test("The microphone is recorded", arguments: ["sound.m4a", "sound.wav", "sound.caf"])
    func records(name: String) async throws {
        let folder = try TemporaryFolder()
        let url = folder.file(name)
        let isAAC = name.hasSuffix("m4a")
        let settings: [String: Any] = [
            AVFormatIDKey: Int(isAAC ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM), AVSampleRateKey: 44_100,
            AVNumberOfChannelsKey: 1, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        ]
        let listener = Listener()
        let recorder = try AVAudioRecorder(url: url, settings: settings)
        recorder.delegate = listener
        recorder.isMeteringEnabled = true
        #expect(recorder.record(forDuration: 1))
        #expect(recorder.isRecording)
        #expect(await listener.end())
        #expect(!recorder.isRecording)
        recorder.updateMeters()
        #expect(recorder.peakPower(forChannel: 0) > -60)
        #expect(recorder.averagePower(forChannel: 0) <= recorder.peakPower(forChannel: 0))
        let judged = try judged(url)
        #expect(judged.codec == (isAAC ? "aac" : "pcm_s16le"))
        #expect(judged.channels == 1)
        #expect(judged.rate == 44_100)
        #expect(abs(judged.samples.count - 44_100) <= 2048)
        #expect((judged.samples.max() ?? 0) > 0.001)
    }

    @Test func aPauseIsNotInTheFile() async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("sound.wav")
        let recorder = try AVAudioRecorder(
            url: url,
            settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1])
        #expect(recorder.record())
        try await until { recorder.currentTime > 0.3 }
        recorder.pause()
        let length = recorder.currentTime
        #expect(!recorder.isRecording)
        try await Task.sleep(for: .milliseconds(300))
        #expect(recorder.currentTime == length)
        #expect(recorder.record())
        try await until { recorder.currentTime > length + 0.3 }
        recorder.pause()
        let all = recorder.currentTime
        recorder.stop()
        #expect(recorder.currentTime == 0)
        let count = try judged(url).samples.count
        #expect(abs(Double(count) / 48_000 - all) < 0.01)
        #expect(recorder.deleteRecording())
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func whatCannotBeRecordedIsAnError() throws {
        let folder = try TemporaryFolder()
        #expect(throws: NSError.self) { try AVAudioRecorder(url: folder.file("sound.mp3"), settings: [:]) }
        let recorder = try AVAudioRecorder(url: folder.file("none/sound.wav"), settings: [:])
        #expect(!recorder.record())
    }
}

private func until(_ condition: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(5))
    }
}

@Suite struct AudioPlayerTests {
    private func world(_ output: any SoundOutput) -> CaptureWorld {
        let phone = SimulatedPhone(clock: MonotonicClock.shared)
        return CaptureWorld(backends: [phone], host: phone, soundOutput: output)
    }

    private func file(_ folder: TemporaryFolder, seconds: Double) throws -> URL {
        let url = folder.file("sound.wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: sine(440, seconds: seconds))
        file.close()
        return url
    }

    @Test func aFileIsPlayedToItsEnd() async throws {
        let folder = try TemporaryFolder()
        let url = try file(folder, seconds: 0.5)
        let output = Loudspeaker()
        try await CaptureWorld.$current.withValue(world(output)) {
            let listener = Listener()
            let player = try AVAudioPlayer(contentsOf: url)
            player.delegate = listener
            player.volume = 0.5
            player.numberOfLoops = 1
            #expect(abs(player.duration - 0.5) < 0.001)
            #expect(player.play())
            #expect(player.isPlaying)
            #expect(await listener.end())
            #expect(!player.isPlaying)
            #expect(player.currentTime == 0)
        }
        let played = output.played.withLock { $0 }
        // Twice.
        #expect(played.count == 44_100)
        #expect(abs(frequency(played, rate: 44_100) - 440) < 3)
        #expect(abs((played.max() ?? 0) - 0.25) < 0.01)
    }

    @Test func playbackIsFasterWithTheSamePitch() async throws {
        let folder = try TemporaryFolder()
        let url = try file(folder, seconds: 1)
        let output = Loudspeaker()
        let listener = Listener()
        try await CaptureWorld.$current.withValue(world(output)) {
            let player = try AVAudioPlayer(contentsOf: url)
            player.delegate = listener
            player.rate = 2
            // Without the switch, the rate does not count.
            #expect(player.rate == 2 && !player.enableRate)
            player.enableRate = true
            #expect(player.play())
            #expect(await listener.end())
        }
        let played = output.played.withLock { $0 }
        #expect(abs(Double(played.count) / 44_100 - 0.5) < 0.06)
        #expect(abs(frequency(Array(played.prefix(20_000)), rate: 44_100) - 440) < 6)
    }

    @Test func theVolumeFadesBitByBit() async throws {
        let folder = try TemporaryFolder()
        let url = try file(folder, seconds: 1)
        let output = Loudspeaker()
        let listener = Listener()
        try await CaptureWorld.$current.withValue(world(output)) {
            let player = try AVAudioPlayer(contentsOf: url)
            player.delegate = listener
            player.volume = 1
            player.setVolume(0, fadeDuration: 0.5)
            #expect(player.play())
            #expect(await listener.end())
            #expect(player.volume == 0)
        }
        let played = output.played.withLock { $0 }
        func loudest(_ from: Double) -> Float {
            played[Int(from * 44_100)..<Int((from + 0.05) * 44_100)].map { abs($0) }.max() ?? 0
        }
        // Half of full scale at first; a line down to silence.
        #expect(abs(loudest(0) - 0.5) < 0.01 && abs(loudest(0.25) - 0.25) < 0.03)
        #expect(loudest(0.4) < 0.12 && loudest(0.6) == 0)
    }

    @Test func playbackGoesOnWhereItPaused() async throws {
        let folder = try TemporaryFolder()
        let url = try file(folder, seconds: 3)
        let output = Loudspeaker()
        try await CaptureWorld.$current.withValue(world(output)) {
            let player = try AVAudioPlayer(data: Data(contentsOf: url))
            // Whenever a busy machine looks, it plays.
            player.numberOfLoops = -1
            player.play()
            try await until { player.currentTime > 0.2 }
            player.pause()
            let place = player.currentTime
            #expect(!player.isPlaying)
            try await Task.sleep(for: .milliseconds(100))
            #expect(player.currentTime == place)
            player.numberOfLoops = 0
            player.currentTime = 2.7
            let listener = Listener()
            player.delegate = listener
            output.played.withLock { $0 = [] }
            #expect(player.currentTime == 2.7)
            player.play()
            #expect(await listener.end())
        }
        #expect(abs(output.played.withLock { $0.count } - 13_230) <= 1)
    }

    @Test func systemSoundsArePlayed() async throws {
        let folder = try TemporaryFolder()
        let url = try file(folder, seconds: 0.2)
        let output = Loudspeaker()
        await CaptureWorld.$current.withValue(world(output)) {
            var sound: SystemSoundID = 0
            #expect(AudioServicesCreateSystemSoundID(url as CFURL, &sound) == noErr)
            let played = sound
            await withCheckedContinuation { continuation in
                AudioServicesPlaySystemSoundWithCompletion(played) { continuation.resume() }
            }
            #expect(AudioServicesDisposeSystemSoundID(sound) == noErr)
            #expect(AudioServicesDisposeSystemSoundID(sound) != noErr)
            let none = folder.file("none.wav")
            #expect(AudioServicesCreateSystemSoundID(none as CFURL, &sound) != noErr)
        }
        #expect(output.played.withLock { $0.count } == 8820)
    }
}
