import CaptureEngine
import SimulatedDevices
import TestSupport
import Testing

/// One block of the microphone's sound.
struct SoundNote: Sendable, Equatable {
    var time: CMTime
    var samples: [Int16]

    init?(_ event: SourceEvent) {
        guard case .sample(let sample) = event, let block = CMSampleBufferGetDataBuffer(sample) else { return nil }
        time = CMSampleBufferGetPresentationTimeStamp(sample)
        samples = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(block) / 2)
        let status = samples.withUnsafeMutableBytes {
            CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: $0.count, destination: $0.baseAddress!)
        }
        if status != kCMBlockBufferNoErr { return nil }
    }
}

struct SimulatedMicrophoneTests {
    /// Starts a microphone, lets the clock run for two seconds and takes its blocks.
    private func blocks(_ bench: Bench, format: Int = 0, count: Int = 100) throws -> [SoundNote] {
        let device = try bench.phone.device(named: "microphone")
        let source = try bench.phone.source(for: device)
        let recorder = SourceRecorder { SoundNote($0) }
        try source.start(SourceConfiguration(format: device.formats[format]), deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: 2, timescale: 1))
        defer { source.stop() }
        return recorder.wait(for: count)
    }

    @Test func blocksFollowEachOtherWithoutGap() throws {
        let blocks = try blocks(Bench())
        #expect(blocks.count == 100)
        #expect(blocks.map(\.time) == (0..<100).map { CMTime(value: $0, timescale: 50) })
        #expect(blocks.allSatisfy { $0.samples.count == 960 })
    }

    @Test func beepBeginsWithTheFlashToTheSample() throws {
        let sound = try blocks(Bench()).flatMap(\.samples)
        for second in 0..<2 {
            let start = second * 48_000
            if second > 0 { #expect(sound[(start - 1000)..<start].allSatisfy { abs($0) <= 4 }) }
            // A 1 kHz wave of half of full scale: its first quarter is 12 samples long.
            #expect(abs(Int(sound[start + 12]) - 16_384) <= 4)
            #expect(abs(Int(sound[start + 36]) + 16_384) <= 4)
            #expect(abs(Int(sound[start + 4_800 - 12]) + 16_384) <= 4)
            #expect(sound[(start + 4_800)..<(start + 5_800)].allSatisfy { abs($0) <= 4 })
        }
    }

    @Test func noiseIsQuietButNotSilent() throws {
        let sound = try blocks(Bench()).flatMap(\.samples)[5_000..<47_000]
        #expect(Set(sound).count > 4)
        #expect(sound.allSatisfy { abs($0) <= 4 })
    }

    @Test func soundIsTheSameInEveryRun() throws {
        let first = try blocks(Bench())
        #expect(try blocks(Bench()) == first)
    }

    @Test func stereoHasTheSameSoundOnBothSides() throws {
        let mono = try blocks(Bench()).flatMap(\.samples)
        let stereo = try blocks(Bench(), format: 1).flatMap(\.samples)
        #expect(stereo.count == 2 * mono.count)
        #expect(stride(from: 0, to: stereo.count, by: 2).map { stereo[$0] } == mono)
        #expect(stride(from: 1, to: stereo.count, by: 2).map { stereo[$0] } == mono)
    }

    @Test func aMicrophoneThatJoinsLaterBeepsWithTheRunningCamera() throws {
        let bench = Bench()
        bench.clock.advance(by: CMTime(value: 12_345, timescale: 1000))
        let (camera, configuration) = try bench.camera()
        let frames = SourceRecorder { FrameNote($0) }
        try camera.start(configuration, deliver: frames.deliver)
        bench.clock.advance(by: CMTime(value: 507, timescale: 1000))
        // Its first block begins on the grid, at 0.52 s of the phone's time.
        let blocks = try blocks(bench, count: 99)
        // 2.507 s at 30 frames a second.
        _ = frames.wait(for: 76)
        camera.stop()
        // The camera began at 12.345 s of the clock, so the next flash is at 13.345 s.
        let flash = try #require(frames.all.first { $0.reading?.isFlashOn == true && $0.time.seconds > 12.5 })
        #expect(flash.time == CMTime(value: 13_345, timescale: 1000))
        let first = try #require(blocks.first)
        let position = Int(((flash.time - first.time).seconds * 48_000).rounded())
        let sound = blocks.flatMap(\.samples)
        #expect(sound[..<position].allSatisfy { abs($0) <= 4 })
        #expect(abs(Int(sound[position + 12]) - 16_384) <= 4)
    }
}
