import ALSADevices
import CaptureEngine
import Foundation
import Locking
import TestSupport
import Testing

@testable import ALSA

/// ALSA's `file` plug-in as a microphone: it plays a file of samples as quickly as they are read.
private struct FileMicrophone {
    let samples: [Int16]
    let description: DeviceDescription
    let backend = ALSABackend()
    private let folder: TemporaryFolder

    init(seconds: Int = 10) throws {
        folder = try TemporaryFolder()
        // A different value in every frame and channel, so that a lost or duplicated one shows.
        samples = (0..<seconds * 48_000 * 2).map { Int16(truncatingIfNeeded: $0 &* 40_503) }
        let url = try folder.file("sound.raw", contents: samples.withUnsafeBytes { Data($0) })
        let name = "plug:{SLAVE={type file slave.pcm null file \"/dev/null\" infile \"\(url.path)\" format raw}}"
        description = try backend.device(named: name)
    }

    func source() throws -> any FrameSource { try backend.source(for: description) }
}

/// The output of a source.
private final class Recording: Sendable {
    struct Block {
        var samples: [Int16]
        var time: CMTime
        var arrival: CMTime
    }

    let blocks = Monitor<[Block]>([])
    let failures = Monitor<[CaptureError]>([])

    func take(_ event: SourceEvent) {
        switch event {
        case .sample(let sample):
            guard let data = CMSampleBufferGetDataBuffer(sample) else { return }
            var samples = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(data) / 2)
            samples.withUnsafeMutableBytes { bytes in
                _ = CMBlockBufferCopyDataBytes(
                    data, atOffset: 0, dataLength: bytes.count, destination: bytes.baseAddress!)
            }
            let block = Block(
                samples: samples, time: CMSampleBufferGetPresentationTimeStamp(sample),
                arrival: MonotonicClock.shared.now)
            blocks.withLock { $0.append(block) }
        case .failed(let error): failures.withLock { $0.append(error) }
        case .dropped, .depth, .depthDropped: break
        }
    }

    /// Waits until there are `count` blocks.
    func first(_ count: Int) -> [Block] {
        blocks.wait(timeout: .seconds(30)) { $0.count >= count ? Array($0.prefix(count)) : nil } ?? []
    }
}

@Suite(.serialized) struct ALSAMicrophoneSourceTests {
    @Test func everySampleArrivesOnceAndInOrder() throws {
        let microphone = try FileMicrophone()
        let recording = Recording()
        let source = try microphone.source()
        try source.start(SourceConfiguration(format: microphone.description.formats[0]), deliver: recording.take)
        let blocks = recording.first(25)
        source.stop()
        let heard = blocks.flatMap(\.samples)
        #expect(heard.count == 25 * 960 * 2)
        #expect(heard == Array(microphone.samples.prefix(heard.count)))
    }

    @Test func blocksFollowEachOtherWithoutGapOnTheMonotonicClock() throws {
        let microphone = try FileMicrophone()
        let recording = Recording()
        let source = try microphone.source()
        let before = MonotonicClock.shared.now
        try source.start(SourceConfiguration(format: microphone.description.formats[0]), deliver: recording.take)
        let blocks = recording.first(50)
        source.stop()
        try #require(blocks.count == 50)
        for (block, next) in zip(blocks, blocks.dropFirst()) {
            #expect(next.time > block.time)
        }
        // Half a second, which the device may hold before anything reads it.
        #expect(blocks[0].time > before - CMTime(value: 1, timescale: 2))
        // A file has no clock, but sound must not arrive early: a second of sound takes a second.
        for block in blocks {
            #expect((block.time - block.arrival).seconds < 0.1)
        }
    }

    @Test func aMicrophoneCanBeStartedAgain() throws {
        let microphone = try FileMicrophone()
        let source = try microphone.source()
        for _ in 0..<3 {
            let recording = Recording()
            try source.start(SourceConfiguration(format: microphone.description.formats[1]), deliver: recording.take)
            #expect(recording.first(3).count == 3)
            source.stop()
            let count = recording.blocks.withLock { $0.count }
            source.stop()
            #expect(recording.blocks.withLock { $0.count } == count)
            #expect(recording.failures.withLock { $0.isEmpty })
        }
    }

    /// The name exists, but the device does not, which only shows when it is opened.
    @Test func aDeviceThatIsMissingSaysSo() throws {
        let microphone = try FileMicrophone()
        let source = ALSAMicrophoneSource(id: DeviceID(scheme: "alsa", name: "hw:31,7"))
        let error = #expect(throws: CaptureError.self) {
            try source.start(SourceConfiguration(format: microphone.description.formats[0])) { _ in }
        }
        #expect(error?.code == .deviceNotFound)
        #expect(error?.message == "there is no microphone hw:31,7")
        source.stop()
    }
}

struct ALSAErrorTests {
    /// alsa-lib has none for some things when memory or descriptors are short. Tests/Hostile/option-attack lets it say nothing.
    @Test func aMissingTextIsNone() {
        #expect(ALSAText.string(nil).isEmpty)
        #expect(ALSAText.string(nil, unknown: "error 77") == "error 77")
    }

    @Test(arguments: [
        (EBUSY, CaptureError.Code.deviceInUse, "the microphone hw:0,0 is used by another program"),
        (ENODEV, .deviceDisconnected, "the microphone hw:0,0 was disconnected"),
        (ENOENT, .deviceNotFound, "there is no microphone hw:0,0"),
        (EACCES, .notAuthorized, "the microphone hw:0,0 may not be used: this user is not in the group \"audio\""),
        (EHOSTDOWN, .deviceFailed, "the sound server behind the microphone hw:0,0 does not run"),
        (
            EINVAL, .formatUnsupported,
            "cannot record 48000 Hz from ALSA's \"hw:0,0\": Invalid argument"
        ),
    ])
    func whatALSAAnswersBecomesASentence(number: Int32, code: CaptureError.Code, message: String) {
        let answer = ALSAError(code: -number, pcm: "hw:0,0", attempt: "record 48000 Hz from")
        let error = CaptureError(answer, device: DeviceID(scheme: "alsa", name: "hw:0,0"))
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(error.cause as? ALSAError == answer)
    }
}
