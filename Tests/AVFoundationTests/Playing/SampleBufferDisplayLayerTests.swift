import AVFoundation
import Foundation
import Locking
import QuartzCore
import TestSupport
import Testing

/// Samples are shown when their time has come.
@Suite struct SampleBufferDisplayLayerTests {
    private let layer = AVSampleBufferDisplayLayer()
    /// The gray of each picture, and when it was painted; `nil` for nothing.
    private let painted = Monitor<[(gray: Int?, time: CMTime)]>([])

    init() {
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        layer.showPictures(scale: 1) { [painted] picture in
            let gray = picture.map {
                Int($0.pixels.load(fromByteOffset: 24 * $0.bytesPerRow + 32 * 4, as: UInt8.self))
            }
            painted.withLock { $0.append((gray, Self.now)) }
        }
    }

    private static var now: CMTime { CMClockGetTime(CMClockGetHostTimeClock()) }
    private static let hour = CMTime(value: 3600, timescale: 1)

    private static func sample(_ gray: UInt8, at time: CMTime) throws -> CMSampleBuffer {
        let frame = try GrayFrame.make(gray)
        return try CMSampleBuffer(
            imageBuffer: #require(frame.imageBuffer), formatDescription: #require(frame.formatDescription),
            sampleTiming: CMSampleTimingInfo(
                duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    }

    /// Waits for a picture of this gray; `nil` for nothing.
    private func shows(_ gray: Int?) -> Bool {
        painted.wait(timeout: .seconds(60)) { painted in
            guard let last = painted.last else { return nil }
            guard let gray, let shown = last.gray else { return last.gray == gray ? true : nil }
            return abs(shown - gray) <= 3 ? true : nil
        } == true
    }

    @Test func whatIsLateIsShownAtOnce() throws {
        #expect(layer.status == .unknown && layer.isReadyForMoreMediaData)
        layer.enqueue(try Self.sample(200, at: Self.now - Self.hour))
        #expect(shows(200) && layer.status == .rendering)
        layer.flushAndRemoveImage()
        #expect(shows(nil))
    }

    @Test func theRendererShowsOnItsLayer() throws {
        let renderer = layer.sampleBufferRenderer
        #expect(renderer === layer.sampleBufferRenderer && renderer.status == .unknown)
        #expect(renderer.isReadyForMoreMediaData && !renderer.requiresFlushToResumeDecoding)
        renderer.enqueue(try Self.sample(200, at: Self.now - Self.hour))
        #expect(shows(200) && renderer.status == .rendering && layer.status == .rendering)
        renderer.flush(removingDisplayedImage: true)
        #expect(shows(nil))
    }

    @Test func whatIsEarlyWaitsForItsTime() throws {
        let start = Self.now
        let times = [3, 5].map { start + CMTime(value: $0, timescale: 10) }
        layer.enqueue(try Self.sample(100, at: times[0]))
        layer.enqueue(try Self.sample(200, at: times[1]))
        #expect(shows(200))
        for picture in painted.withLock({ $0 }) {
            #expect(picture.time >= (picture.gray ?? 0 < 150 ? times[0] : times[1]))
        }
    }

    @Test func aTimebaseDecidesWhenItsTimeHasCome() throws {
        let timebase = try CMTimebase(sourceClock: CMClockGetHostTimeClock())
        layer.controlTimebase = timebase
        for second in 1...4 {
            layer.enqueue(try Self.sample(UInt8(second * 50), at: CMTime(value: Int64(second * 3600), timescale: 1)))
        }
        try timebase.setTime(CMTime(value: 3600, timescale: 1))
        #expect(shows(50))
        // Two hours in half a second.
        try timebase.setRate(14_400)
        #expect(shows(150))
        try timebase.setRate(0)
        try timebase.setTime(CMTime(value: 4 * 3600, timescale: 1))
        #expect(shows(200))
        #expect(layer.controlTimebase === timebase)
        layer.controlTimebase = nil
    }

    @Test func aFlushForgetsWhatWaits() throws {
        layer.enqueue(try Self.sample(100, at: Self.now + Self.hour))
        layer.flush()
        layer.enqueue(try Self.sample(50, at: Self.now))
        #expect(shows(50))
    }

    @Test func aSampleCanAskToBeShownAtOnce() throws {
        layer.enqueue(try Self.sample(100, at: Self.now + Self.hour))
        let sample = try Self.sample(200, at: Self.now + Self.hour)
        sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_DisplayImmediately as String, at: 0)
        layer.enqueue(sample)
        #expect(shows(200))
        layer.enqueue(try Self.sample(50, at: Self.now))
        #expect(shows(50))
    }

    @Test func aProgramIsAskedWhileThereIsRoom() throws {
        let sample = try Self.sample(100, at: Self.now + Self.hour)
        let count = Monitor(0)
        layer.requestMediaDataWhenReady(on: DispatchQueue(label: "samples")) { [layer] in
            while layer.isReadyForMoreMediaData {
                layer.enqueue(sample)
                count.withLock { $0 += 1 }
            }
        }
        #expect(count.wait(timeout: .seconds(60)) { $0 == 8 ? true : nil } == true)
        #expect(!layer.isReadyForMoreMediaData)
        layer.flush()
        #expect(count.wait(timeout: .seconds(60)) { $0 == 16 ? true : nil } == true)
        layer.stopRequestingMediaData()
    }

    @Test func aSampleWithoutPixelsFails() async throws {
        let scene = try MovieScene()
        let asset = AVURLAsset(url: try await scene.own())
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        let sample = try #require(output.copyNextSampleBuffer())
        let told = NotificationCounter(.AVSampleBufferDisplayLayerFailedToDecode, layer)
        layer.enqueue(sample)
        #expect(told.reaches(1))
        #expect(layer.status == .failed && layer.error != nil && !layer.isReadyForMoreMediaData)
        layer.flush()
        #expect(layer.status == .unknown && layer.error == nil)
        layer.enqueue(try Self.sample(50, at: Self.now))
        #expect(shows(50))
    }
}
