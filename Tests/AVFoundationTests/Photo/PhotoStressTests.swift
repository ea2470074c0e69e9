@testable import AVFoundation
import Foundation
import Locking
import PhotoCoding
import SimulatedDevices
import TestSupport
import Testing

extension OnAQuietMachine {
    /// Hundreds of presses while everything changes around them.
    @Suite struct PhotoStressTests {
        private static let pressCount = 600
        /// Presses from one change to the next.
        private static let batchSize = 24

        @Test(.timeLimit(.minutes(5))) func everyPressEndsOnceAndTheFilesMatchThePhotos() throws {
            var randomness = Randomness(state: 1)
            let folder = try TemporaryFolder()
            let store = try DeferredPhotos.store()
            let output = AVCapturePhotoOutput()
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            let turmoil = SessionTurmoil(capture.session, output)
            defer { turmoil.end() }
            var writers: [PhotoFileWriter] = []
            for press in 0..<Self.pressCount {
                let batch = press / Self.batchSize
                if press.isMultiple(of: Self.batchSize) {
                    // Every other change happens while captures are in progress.
                    if batch.isMultiple(of: 2) { for writer in writers { _ = try #require(writer.finished()) } }
                    turmoil.next()
                }
                // Half of the presses happen while the session changes.
                if press % Self.batchSize == Self.batchSize / 2 { turmoil.end() }
                let writer = PhotoFileWriter(folder.url, name: "\(press)") { turmoil.moment }
                writers.append(writer)
                turmoil.whileTheCameraIsConnected {
                    Self.press(.random(&randomness), output, writer, movie: folder.file("\(press).mov"))
                }
                usleep(UInt32.random(in: 0...12_000, using: &randomness))
            }
            let records = try writers.map { try #require($0.finished()) }
            turmoil.end()
            capture.session.stopRunning()
            // Any superfluous call would have come by now, because the delegate's queue is empty.
            #expect(writers.allSatisfy { $0.finished()?.finishCount == 1 })
            #expect(records.allSatisfy { $0.finishCount == 1 && $0.movieCount == ($0.expectsMovie ? 1 : 0) })
            #expect(records.allSatisfy { ($0.pictureCount == $0.expectedCount) == ($0.error == nil) })
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(files.sorted() == records.flatMap(\.files).sorted())
            try Self.expectFrames(behind: records.flatMap(\.proxies).map { folder.file($0) }, in: store)
            // A capture that was not disturbed by a change has its photo.
            let undisturbed = records.filter(\.wasUndisturbed)
            let errors = undisturbed.flatMap { [$0.error, $0.movieError].compactMap(\.self) }
            #expect(errors.isEmpty)
            let successes = records.count { $0.error == nil }
            // In every other batch of 24, 12 presses are waited for while nothing changes; some of the others find no
            // camera.
            #expect(undisturbed.count >= Self.pressCount / 4)
            #expect((Self.pressCount / 3..<Self.pressCount).contains(successes))
            #expect(output.captureReadiness == .sessionNotRunning)
        }

        /// The frames of each proxy are on the disk, once.
        private static func expectFrames(behind proxies: [URL], in store: DeferredPhotoStore) throws {
            try #require(!proxies.isEmpty)
            store.finishKeeping()
            let json = try Tool.output("exiftool", ["-j", "-ImageUniqueID"] + proxies.map(\.path))
            let list = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
            let ids = list.compactMap { DeferredPhotoID($0["ImageUniqueID"].map { "\($0)" } ?? "") }
            #expect(Set(ids).count == proxies.count)
            #expect(ids.allSatisfy(store.contains))
            for id in ids { store.remove(id) }
        }

        /// What a press asks for.
        private enum Kind: CaseIterable {
            case plain, heic, flash, constantColor, bracket, raw, rawAndPicture, larger, live, liveHEVC, deferred

            /// Mostly plain photos.
            static func random(_ randomness: inout Randomness) -> Kind {
                let number = Int.random(in: 0..<60, using: &randomness)
                return number < 2 * allCases.count ? allCases[number / 2] : .plain
            }
        }

        /// Presses, without features that the current camera lacks.
        private static func press(
            _ kind: Kind, _ output: AVCapturePhotoOutput, _ writer: PhotoFileWriter, movie: URL
        ) {
            let raw = output.availableRawPhotoPixelFormatTypes.first
            var settings = AVCapturePhotoSettings()
            switch kind {
            case .plain: break
            case .heic: settings = .heic.with { $0.photoQualityPrioritization = .speed }
            case .flash: settings.flashMode = .on
            case .constantColor:
                output.isConstantColorEnabled = output.isConstantColorSupported
                settings.flashMode = output.supportedFlashModes.last ?? .off
                settings.isConstantColorEnabled = output.isConstantColorEnabled
            case .bracket:
                settings = AVCapturePhotoBracketSettings(
                    rawPixelFormatType: 0, processedFormat: nil,
                    bracketedSettings: [-1, 1].map {
                        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
                    })
            case .raw: if let raw { settings = AVCapturePhotoSettings(rawPixelFormatType: raw) }
            case .rawAndPicture:
                if let raw {
                    settings = AVCapturePhotoSettings(
                        rawPixelFormatType: raw, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg])
                }
            case .larger: output.maxPhotoDimensions = output.supportedDimensions.last ?? output.maxPhotoDimensions
            case .live, .liveHEVC:
                if output.isLivePhotoCaptureEnabled { settings.livePhotoMovieFileURL = movie }
                settings.livePhotoVideoCodecType = kind == .live ? .h264 : .hevc
            case .deferred:
                // Otherwise many presses lower the quality so far that no processing is left to defer.
                output.isFastCapturePrioritizationEnabled = false
                output.isAutoDeferredPhotoDeliveryEnabled = true
            }
            writer.press { output.capturePhoto(with: settings, delegate: writer) }
            output.maxPhotoDimensions = output.supportedDimensions.first ?? output.maxPhotoDimensions
            output.isAutoDeferredPhotoDeliveryEnabled = false
            output.isFastCapturePrioritizationEnabled = output.isFastCapturePrioritizationSupported
        }

        // MARK: Shutter lag

        @Test func nearlyAllPhotosShowTheFrameOfThePress() throws {
            var randomness = Randomness(state: 2)
            let times = FrameTimes()
            let studio = try PhotoStudio(outputs: [times.output]) { $0.isResponsiveCaptureEnabled = true }
            _ = try studio.photo()
            var misses: [Double] = []
            for _ in 0..<Self.lagPressCount {
                usleep(UInt32.random(in: 0...40_000, using: &randomness))
                let before = CMClockGetHostTimeClock().time
                let delegate = studio.press(AVCapturePhotoSettings())
                let after = CMClockGetHostTimeClock().time
                let photo = try #require(delegate.finished()?.photos.first)
                let shown = try Self.timeInPixels(of: photo)
                // The press was at some time between these two.
                let lag = max((before - shown).seconds, (shown - after).seconds, 0)
                // A camera that is late because the processor is busy does not count as shutter lag.
                let best = times.all.map { max((before - $0).seconds, ($0 - after).seconds, 0) }.min() ?? 0
                if lag > 1.0 / 30, lag > best + 0.002 { misses.append(lag) }
            }
            #expect(misses.count * 100 <= Self.lagPressCount, "\(misses)")
        }

        @Test(arguments: [AVCapturePhotoOutput.QualityPrioritization.balanced, .quality])
        func aReadyOutputGetsTheFrameOfThePressInTheDark(
            quality: AVCapturePhotoOutput.QualityPrioritization
        ) throws {
            let times = FrameTimes()
            let studio = try PhotoStudio(
                preset: .hd1920x1080, light: SceneLight(brightness: 1.0 / 128), outputs: [times.output]
            ) {
                $0.maxPhotoQualityPrioritization = .quality
                $0.isResponsiveCaptureEnabled = true
            }
            try studio.fillRing()
            var presses: [(CMTime, CMTime, PhotoCollector)] = []
            for _ in 0..<8 {
                try #require(eventually(studio.output, \.captureReadiness) { $0 == .ready })
                let before = CMClockGetHostTimeClock().time
                let delegate = studio.press(.heic.with { $0.photoQualityPrioritization = quality })
                presses.append((before, CMClockGetHostTimeClock().time, delegate))
                usleep(80_000)
            }
            let shown = try presses.map { try #require($0.2.finished()?.photos.first).timestamp }
            #expect(Set(shown.map(\.value)).count == shown.count)
            for ((before, after, _), shown) in zip(presses, shown) {
                let lag = max((before - shown).seconds, (shown - after).seconds, 0)
                let best = times.all.map { max((before - $0).seconds, ($0 - after).seconds, 0) }.min() ?? 0
                // A camera that is late because the processor is busy does not count as shutter lag.
                #expect(lag <= max(1.0 / 30, best + 0.002))
            }
        }

        private static let lagPressCount = 200

        /// When the camera made the frame, as the blocks in the file's picture say.
        private static func timeInPixels(of photo: AVCapturePhoto) throws -> CMTime {
            let milliseconds = try photo.reading().milliseconds
            // The blocks have 32 bits; the rest is that of the clock now.
            let now = CMClockGetHostTimeClock().time.convertScale(1000, method: .default).value
            let age = UInt32(truncatingIfNeeded: now) &- milliseconds
            return CMTime(value: now - Int64(age), timescale: 1000)
        }
    }
}

/// The same sequence in every run.
private struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

/// When each frame of a stream was made, also of those that nobody had time for.
private final class FrameTimes: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let times = Mutex<[CMTime]>([])
    let output = AVCaptureVideoDataOutput()

    override init() {
        super.init()
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "frame times"))
    }

    /// The recent ones.
    var all: [CMTime] { times.withLock { $0.suffix(100) } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        times.withLock { $0.append(sample.presentationTimeStamp) }
    }
}
