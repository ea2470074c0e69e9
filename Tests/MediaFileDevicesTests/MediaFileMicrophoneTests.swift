import CaptureEngine
import MediaFileDevices
import TestSupport
import Testing

struct MediaFileMicrophoneTests {
    private struct Sound: Sendable {
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

    /// Ten frames of picture, and sound that is loud from 0.25 s to 0.5 s and ends at 0.8 s.
    private func clip(_ files: MediaFileFixtures) throws -> String {
        try files.make(
            "clip.mov",
            [
                "-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=1", "-f", "lavfi", "-i",
                "aevalsrc=if(between(t\\,0.25\\,0.5)\\,0.5*sin(2*PI*1000*t)\\,0):s=48000:d=0.8", "-pix_fmt", "yuv420p",
                "-c:a", "pcm_s16le",
            ])
    }

    @Test func theSoundOfAMovieIsTheCamerasCompanion() throws {
        let files = try MediaFileFixtures()
        let movie = try clip(files)
        let camera = try files.backend.device(named: movie)
        let companion = try #require(camera.companion)
        #expect(companion == DeviceID(scheme: "file", name: movie + "#audio"))
        let microphone = try files.backend.device(named: companion.name)
        #expect(microphone.kind == .microphone)
        let traits: DeviceTraits = [.shareable, .unlisted, .playsRecording]
        #expect(camera.traits == traits && microphone.traits == traits)
        #expect(microphone.formats[0].description.audioStreamBasicDescription?.mSampleRate == 48_000)
        let silent = try files.movie("silent.mov")
        #expect(try files.backend.device(named: silent).companion == nil)
    }

    @Test func theNameOfAMovieMayStandForItsSound() throws {
        let backend = try MediaFileFixtures().backend
        #expect(backend.microphoneName(for: "clip.mov") == "clip.mov#audio")
        #expect(backend.microphoneName(for: "clip.mov#audio") == "clip.mov#audio")
    }

    @Test func soundHasNoGapAndLoopsWithThePictures() throws {
        let files = try MediaFileFixtures()
        let movie = try clip(files)
        let recorder = SourceRecorder { Sound($0) }
        let pictures = SourceRecorder { Picture($0)?.time }
        let camera = try files.start(movie, pictures.deliver)
        let microphone = try files.start(movie + "#audio", recorder.deliver)
        files.clock.advance(by: CMTime(value: 3, timescale: 1))
        var wanted = 1
        while recorder.wait(for: wanted).reduce(0, { $0 + $1.samples.count }) < 3 * 48_000 {
            if recorder.all.count < wanted { break }
            wanted = recorder.all.count + 1
        }
        let frames = pictures.wait(for: 31)
        camera.stop()
        microphone.stop()
        var position = 0
        for block in recorder.all {
            #expect(abs((block.time.seconds - Double(position) / 48_000)) < 1e-6)
            position += block.samples.count
        }
        let sound = recorder.all.flatMap(\.samples)
        try #require(sound.count >= 3 * 48_000)
        for second in 0..<3 {
            let start = second * 48_000
            #expect(sound[start..<(start + 12_000)].allSatisfy { abs($0) < 10 })
            #expect(sound[(start + 12_000)..<(start + 24_000)].contains { $0 > 16_000 })
            #expect(sound[(start + 24_100)..<(start + 48_000)].allSatisfy { abs($0) < 10 })
            #expect(frames[second * 10] == CMTime(value: Int64(second), timescale: 1))
        }
    }

    @Test func aSoundFileAloneIsAMicrophone() throws {
        let files = try MediaFileFixtures()
        let path = try files.make("tone.wav", ["-f", "lavfi", "-i", "sine=r=44100:d=0.5", "-ac", "2"])
        let microphone = try files.backend.device(named: path + "#audio")
        let format = microphone.formats[0].description.audioStreamBasicDescription
        #expect(format?.mSampleRate == 44_100)
        #expect(format?.mChannelsPerFrame == 2)
    }
}
