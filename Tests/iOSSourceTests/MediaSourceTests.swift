import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// Apps that record sound, and that write what photos say of themselves.
    @Suite struct MediaSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        private struct Recorder: @unchecked Sendable {  // used on the main queue, and here while nothing else uses it
            let value = SoundRecorder()
        }

        @Test func soundIsRecordedPlayedAndExported() async throws {
            let recorder = Recorder()
            defer { try? FileManager.default.removeItem(at: recorder.value.fileURL) }
            let isRecorded = await withCheckedContinuation { continuation in
                recorder.value.onFinish = { continuation.resume(returning: $0) }
                recorder.value.start(seconds: 0.7)
            }
            #expect(isRecorded)
            #expect(recorder.value.level > 0)
            #expect(try recorder.value.peak() > 0.001)
            let probe = try Tool.output(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0"]
                    + [recorder.value.fileURL.path])
            let fields = String(decoding: probe, as: UTF8.self).split { $0 == "\n" || $0 == "," }
            #expect(fields.first == "aac")
            #expect(fields.last.flatMap { Double($0) }.map { abs($0 - 0.7) < 0.1 } == true)
            let speech = phone.folder.file("speech.wav")
            try recorder.value.export(to: speech)
            let judged = try Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0",
                    speech.path,
                ])
            #expect(String(decoding: judged, as: UTF8.self).hasPrefix("pcm_s16le,16000,1"))
            await withCheckedContinuation { continuation in
                recorder.value.onPlayed = { continuation.resume() }
                recorder.value.play()
            }
            #expect(!SoundRecorder.documentsDirectory().isEmpty)
        }

        private struct Engine: @unchecked Sendable {  // used here, and on its queues as an app does
            let value = EngineRecorder()
        }

        @Test func anEngineRecordsWithALevelMeterAndPlaysIt() async throws {
            let recorder = Engine()
            let levels = Monitor<[Float]>([])
            recorder.value.onLevel = { level in levels.withLock { $0.append(level) } }
            let url = phone.folder.file("memo.caf")
            try recorder.value.startRecording(to: url)
            #expect(recorder.value.state == .recording)
            // The beep comes each second, for a tenth of it.
            let isHeard = await Task.detached {
                levels.wait(timeout: .seconds(60)) { $0.contains { $0 > 0.5 } && $0.count > 4 ? true : nil } ?? false
            }.value
            #expect(isHeard)
            recorder.value.pauseRecording()
            try recorder.value.resumeRecording()
            recorder.value.stopRecording()
            let probe = try Tool.output(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0", url.path])
            #expect(String(decoding: probe, as: UTF8.self).hasPrefix("pcm_f32"))
            let sound = try Tool.output("ffmpeg", ["-v", "error", "-i", url.path, "-f", "f32le", "-"])
            let samples = sound.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            #expect(samples.count >= 4 * 4096 && (samples.max() ?? 0) > 0.3)
            try await withCheckedThrowingContinuation { continuation in
                recorder.value.onFinishedPlaying = { continuation.resume() }
                do { try recorder.value.play() } catch { continuation.resume(throwing: error) }
            }
            recorder.value.stopPlaying()
        }

        @Test func photosAreTagged() throws {
            let file = phone.folder.file("drawn.jpg")
            try MadeFile.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=320x240", "-frames:v", "1"], to: file)
            let tagger = PhotoTagger()
            let tagged = try tagger.tag(
                Data(contentsOf: file), caption: "on the roof", latitude: -12.5, longitude: 8.25)
            let url = try phone.folder.file("tagged.jpg", contents: tagged)
            let read = try ImageProbe.metadata(of: url)
            #expect(read["ExifIFD:UserComment"] as? String == "on the roof")
            #expect((read["Composite:GPSLatitude"] as? Double).map { abs($0 + 12.5) < 1e-6 } == true)
            let plain = try phone.folder.file("plain.jpg", contents: #require(tagger.withoutPlace(tagged)))
            let rest = try ImageProbe.metadata(of: plain)
            #expect(rest["Composite:GPSLatitude"] == nil)
            #expect(rest["ExifIFD:UserComment"] as? String == "on the roof")
            let small = try #require(tagger.thumbnail(of: url, maxPixelSize: 100))
            #expect(small.width == 100)
            let written = phone.folder.file("small.jpg")
            #expect(tagger.writeJPEG(small, to: written, quality: 0.8))
            #expect(try ImageProbe.metadata(of: written)["IFD0:Software"] as? String == "Tagger")
            #expect(try ImageProbe.decode(written).luma.width == 100)
        }
    }
}
