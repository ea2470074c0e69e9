import AVFoundation
import CoreImage
import Foundation
import Locking
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// Apps that stream, and that change voices.
    @Suite struct StreamSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        @Test func aCamerasStreamIsPlayedByOthers() throws {
            let file = phone.folder.file("live.h264")
            let streamer = try CameraStreamer(url: file)
            let keys = Monitor<[Bool]>([])
            streamer.onPacket = { _, isKey in keys.withLock { $0.append(isKey) } }
            streamer.session.startRunning()
            let seen = keys.wait(timeout: .seconds(60)) { $0.count > 40 ? $0 : nil }
            let pictures = streamer.finish()
            // A key frame each second, for whoever tunes in.
            #expect(try #require(seen).first == true && (seen?.count { $0 } ?? 0) >= 2)
            let probe = try Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-count_frames", "-show_entries",
                    "stream=codec_name,profile,width,height,nb_read_frames",
                ]
                    + ["-of", "csv=p=0", file.path])
            let fields = String(decoding: probe, as: UTF8.self).split { $0 == "," || $0 == "\n" }
            #expect(fields.prefix(4) == ["h264", "Constrained Baseline", "640", "480"])
            // The receiving side has seen what is in the file.
            #expect(pictures > 2 && fields.last == "\(pictures)", "\(fields), \(pictures)")
            // The stream begins with a start code and the parameter sets.
            let start = try Data(contentsOf: file).prefix(5)
            #expect(start.prefix(4) == Data([0, 0, 0, 1]) && start.last.map { $0 & 0x1f } == 7)
        }

        @Test func theLastMomentsAreKeptSmall() throws {
            let replay = try InstantReplay(seconds: 0.5)
            let (full, seconds) = (Monitor(0), Monitor<[Double]>([]))
            replay.onFull = { full.withLock { $0 += 1 } }
            let subscription = replay.$kept.sink { value in seconds.withLock { $0.append(value) } }
            #expect(replay.device == nil && replay.type == "public.movie")
            replay.session.startRunning()
            #expect(full.wait(timeout: .seconds(60)) { $0 > 0 ? true : nil } == true)
            #expect(seconds.wait(timeout: .seconds(60)) { $0.count > 25 ? true : nil } == true)
            replay.finish()
            let moments = replay.moments()
            let times = moments.map(\.presentationTimeStamp)
            #expect(times == times.sorted() && (14...15).contains(moments.count))
            #expect(seconds.withLock { $0.max() ?? 1 } <= 0.5)
            let picture = try #require(moments.last?.imageBuffer)
            #expect(CVPixelBufferGetWidth(picture) == 160 && CVPixelBufferGetHeight(picture) == 160)
            // Black above the picture, which is not.
            let image = replay.context.createCGImage(
                CIImage(cvPixelBuffer: picture), from: CGRect(x: 0, y: 0, width: 160, height: 160))
            let bytes = try #require(image?.dataProvider?.data)
            #expect(bytes.prefix(3).allSatisfy { $0 == 0 } && bytes.contains { $0 > 40 && $0 < 255 })
            withExtendedLifetime(subscription) {}
        }

        private struct Changer: @unchecked Sendable {  // used here, and on the engine's queue as an app does
            let value = VoiceChanger()
        }

        @Test func aVoiceIsRecordedThroughUnits() throws {
            let changer = Changer()
            changer.value.voice = .telephone
            let levels = Monitor<[Float]>([])
            changer.value.onLevel = { level in levels.withLock { $0.append(level) } }
            let file = phone.folder.file("voice.m4a")
            try changer.value.record(to: file)
            let heard = levels.wait(timeout: .seconds(60)) { $0.count >= 8 ? $0 : nil }
            changer.value.stop()
            #expect(try #require(heard).contains { $0 > -80 })
            let probe = try Tool.output(
                "ffprobe",
                ["-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0", file.path])
            let fields = String(decoding: probe, as: UTF8.self).split { $0 == "\n" || $0 == "," }
            #expect(fields.first == "aac" && fields.last.flatMap { Double($0) }.map { $0 > 0.5 } == true)
        }

        @Test(arguments: VoiceChanger.Voice.allCases.map(\.rawValue)) func aFileIsSaidAgain(name: String) throws {
            let voice = try #require(VoiceChanger.Voice(rawValue: name))
            let source = phone.folder.file("voice.wav")
            let result = phone.folder.file("\(voice).wav")
            try MadeFile.ffmpeg(["-f", "lavfi", "-i", "sine=frequency=440:duration=1:sample_rate=44100"], to: source)
            let changer = Changer()
            changer.value.voice = voice
            try changer.value.render(source, to: result)
            // FFmpeg says how loud the first second and the one after it are.
            func loudness(_ filter: String) throws -> Double {
                let report = try Tool.output(
                    "ffmpeg",
                    ["-v", "error", "-i", result.path, "-af"]
                        + [
                            filter
                                + ",astats=metadata=1:reset=0,ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-"
                        ]
                        + ["-f", "null", "-"])
                let values = String(decoding: report, as: UTF8.self).split(separator: "\n")
                    .compactMap { $0.split(separator: "=").last.map(String.init) }
                return values.last.flatMap { Double($0) } ?? -200
            }
            let whole = try loudness("atrim=0:1")
            let tail = try loudness("atrim=1.1:1.9")
            #expect(whole > -40)
            // A hall and an echo are still heard; the others end with the voice.
            #expect((tail > -60) == [.hall, .echo].contains(voice), "\(voice): \(tail) dB")
            let high = try loudness("atrim=0.2:0.9,highpass=f=600,highpass=f=600")
            // Nine semitones up are 740 Hz.
            #expect((high > whole - 12) == (voice == .chipmunk), "\(voice): \(high) of \(whole) dB")
        }
    }
}
