import AVFAudio
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// An engine on a machine, real or simulated.
@Suite struct EngineDeviceTests {
    private func world(_ output: any SoundOutput, _ phone: SimulatedPhone) -> CaptureWorld {
        CaptureWorld(backends: [phone], host: phone, soundOutput: output)
    }

    private func onPhone(
        _ change: (SimulatedPhone) -> Void = { _ in }, _ body: (Loudspeaker) throws -> Void
    ) throws {
        let phone = SimulatedPhone(clock: MonotonicClock.shared)
        change(phone)
        let output = Loudspeaker()
        try CaptureWorld.$current.withValue(world(output, phone)) { try body(output) }
    }

    @Test func aPlayerIsHeard() throws {
        try onPhone { output in
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            engine.attach(player)
            let buffer = try sine(600, seconds: 0.5)
            engine.connect(player, to: engine.mainMixerNode, format: buffer.format)
            engine.prepare()
            #expect(!engine.isRunning && player.lastRenderTime == nil)
            try engine.start()
            let ends = Monitor<[AVAudioPlayerNodeCompletionCallbackType]>([])
            let moments = Mutex<[CMTime]>([])
            let clock = MonotonicClock.shared
            for type in [AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataPlayedBack] {
                player.scheduleBuffer(buffer, completionCallbackType: type) { type in
                    moments.withLock { $0.append(clock.now) }
                    ends.withLock { $0.append(type) }
                }
            }
            let begin = clock.now
            player.play()
            let sound = try #require(output.sound(45_000))
            // After silence, the converter rings for some samples before the sound begins.
            #expect(abs(frequency(Array(sound.dropFirst(100)), rate: 48_000) - 600) < 4)
            #expect(abs((sound.max() ?? 0) - 0.5) < 0.02)
            #expect(ends.wait(timeout: .seconds(60)) { $0.count == 2 ? $0 : nil } == [.dataConsumed, .dataPlayedBack])
            // A second, and the time that the engine renders ahead.
            #expect((moments.withLock { $0[1] } - begin).seconds > 1)
            #expect(player.lastRenderTime?.isHostTimeValid == true)
            engine.stop()
            #expect(!engine.isRunning && !player.isPlaying)
            let count = output.played.withLock { $0.count }
            #expect(output.played.withLock { $0.count } == count, "nothing more comes")
        }
    }

    @Test func aPauseLosesNothing() throws {
        try onPhone { output in
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            let sound = try sine(480, seconds: 0.6, rate: 48_000, channels: 2)
            player.scheduleBuffer(sound, completionHandler: nil)
            player.play()
            _ = try #require(output.sound(4800))
            engine.pause()
            #expect(!engine.isRunning && player.isPlaying)
            try engine.start()
            #expect(try #require(output.sound(28_000)) == Array(sound.samples()[1..<28_001]))
            engine.stop()
        }
    }

    @Test func stoppedPlayersTellTheirHandlers() throws {
        try onPhone { _ in
            let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            let ends = Monitor(0)
            for _ in 0..<2 {
                player.scheduleBuffer(
                    try sine(480, seconds: 30, rate: 48_000, channels: 2),
                    completionHandler: { ends.withLock { $0 += 1 } })
            }
            player.play()
            player.stop()
            #expect(ends.wait(timeout: .seconds(60)) { $0 == 2 ? true : nil } == true)
            engine.stop()
        }
    }

    @Test func theMicrophonesTapHearsTheBeep() throws {
        try onPhone { _ in
            let engine = AVAudioEngine()
            let input = engine.inputNode
            let format = input.outputFormat(forBus: 0)
            #expect(format.sampleRate == 48_000 && format.channelCount > 0 && format.isStandard)
            struct Heard: Sendable {
                var samples: [Float] = []
                var times: [Int64] = []
                var hosts: [UInt64] = []
            }
            let heard = Monitor(Heard())
            input.installTap(onBus: 0, bufferSize: 2048, format: format) { buffer, time in
                heard.withLock { heard in
                    heard.samples += buffer.samples()
                    heard.times.append(time.sampleTime)
                    heard.hosts.append(time.hostTime)
                }
            }
            try engine.start()
            // The beep comes each second.
            let all = try #require(heard.wait(timeout: .seconds(60)) { $0.samples.count > 60_000 ? $0 : nil })
            engine.stop()
            #expect(zip(all.times, all.times.dropFirst()).allSatisfy { $1 - $0 == 2048 })
            let seconds = Double((all.hosts.last ?? 0) - all.hosts[0]) / 1e9
            // A busy machine's lost blocks make it longer.
            #expect(seconds > Double(2048 * (all.times.count - 1)) / 48_000 - 0.03)
            let loud = all.samples.indices.filter { abs(all.samples[$0]) > 0.1 }
            let first = try #require(loud.first)
            let beep = Array(all.samples[first..<min(first + 2400, all.samples.count)])
            #expect(abs((beep.max() ?? 0) - 0.5) < 0.02)
            #expect(beep.count < 2400 || abs(frequency(beep, rate: 48_000) - 1000) < 40)
        }
    }

    @Test func theMicrophoneIsHeardWhenItIsConnected() throws {
        try onPhone { output in
            let engine = AVAudioEngine()
            engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
            try engine.start()
            let isHeard = output.played.wait(timeout: .seconds(60)) { $0.contains { $0 > 0.4 } ? true : nil }
            #expect(isHeard == true)
            engine.stop()
        }
    }

    @Test func withoutAMicrophoneThereIsAnErrorAndNoFormat() throws {
        let output = Loudspeaker()
        let phone = SimulatedPhone(clock: MonotonicClock.shared)
        let nobody = CaptureWorld(backends: [], host: phone, soundOutput: output)
        try CaptureWorld.$current.withValue(nobody) {
            let engine = AVAudioEngine()
            #expect(engine.inputNode.outputFormat(forBus: 0).sampleRate == 0)
            // It was only asked for.
            _ = engine.mainMixerNode
            try engine.start()
            engine.stop()
        }
        try onPhone {
            var faults = SimulatedFaults()
            faults.isDenied = true
            $0.setFaults(faults, of: "microphone")
        } _: { _ in
            let engine = AVAudioEngine()
            engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { _, _ in }
            let error = #expect(throws: NSError.self) { try engine.start() }
            #expect(error?.domain == "com.apple.coreaudio.avfaudio")
            #expect(!engine.isRunning)
        }
    }
}

/// Invalid uses of an engine.
enum EngineMistake: String, Mistake {
    case connectingAStranger, connectingACircle, attachingTwice, playingAtRest, playingUnconnected
    case tappingTwice, tappingAtAnotherRate, otherChannels, startingNothing, unknownBus

    var reason: String {
        switch self {
        case .connectingAStranger:
            "required condition is false: [_nodes containsObject: node1] && [_nodes containsObject: node2]"
        case .connectingACircle:
            "required condition is false: !destNodeMixerConns.empty() && !isDestNodeConnectedToIONode"
        case .attachingTwice: "required condition is false: nil == owningEngine || GetEngine() == owningEngine"
        case .playingAtRest: "required condition is false: _engine->IsRunning()"
        case .playingUnconnected: "player started when in a disconnected state"
        case .tappingTwice: "required condition is false: nullptr == Tap()"
        case .tappingAtAnotherRate:
            "Failed to create tap due to format mismatch, <AVAudioFormat: 2 ch, 8000 Hz, 32 bits, deinterleaved>"
        case .otherChannels: "required condition is false: _outputFormat.channelCount == buffer.format.channelCount"
        case .startingNothing: "required condition is false: inputNode != nullptr || outputNode != nullptr"
        case .unknownBus: "required condition is false: bus < numberOfBuses"
        }
    }

    func make() throws {
        let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        if self == .startingNothing { return try engine.start() }
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        let mixer = engine.mainMixerNode
        if self == .connectingAStranger { return engine.connect(player, to: mixer, format: nil) }
        engine.attach(player)
        switch self {
        case .attachingTwice: AVAudioEngine().attach(player)
        case .connectingACircle:
            let other = AVAudioMixerNode()
            engine.attach(other)
            engine.connect(other, to: mixer, format: nil)
            engine.connect(mixer, to: other, format: nil)
        case .playingAtRest: player.play()
        case .playingUnconnected:
            try engine.start()
            player.play()
        case .tappingTwice:
            for _ in 0..<2 { mixer.installTap(onBus: 0, bufferSize: 512, format: nil) { _, _ in } }
        case .tappingAtAnotherRate:
            let slow = AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2)
            mixer.installTap(onBus: 0, bufferSize: 512, format: slow) { _, _ in }
        case .otherChannels:
            engine.connect(player, to: mixer, format: format)
            player.scheduleBuffer(try sine(440, seconds: 0.1), completionHandler: nil)
        case .unknownBus: player.installTap(onBus: 1, bufferSize: 512, format: nil) { _, _ in }
        case .connectingAStranger, .startingNothing: break
        }
    }
}

@Suite struct EngineMistakeTests {
    @Test(arguments: EngineMistake.allCases)
    func stopsTheProcess(_ mistake: EngineMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
