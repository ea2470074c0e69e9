import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// What quality prioritization means, measured against the scene without noise.
    @Suite struct PhotoQualityTests {
        /// So dim that the cameras use ISO 1600 and 1/30 s.
        private static let evening = SceneLight(brightness: 1.0 / 128)
        /// After this many frames, the ball is at the same place again.
        private static let period: UInt32 = 120

        @Test func qualityRemovesNoiseAndLeavesMovingThingsAlone() throws {
            let stream = StreamFrames()
            let studio = try PhotoStudio(light: Self.evening, outputs: [stream.output]) {
                $0.maxPhotoQualityPrioritization = .quality
            }
            // The ball is fastest in the middle of its path, and by then the ring of recent frames is full.
            _ = try stream.frame { $0 > 10 && $0 % 60 == 28 }
            let photos = try Self.photosOfOneFrame(studio)
            #expect(try photos[0].fileISO() == 1600)
            let number = try photos[0].reading().frameNumber
            SimulatedPhone.ofTest.setNoise(false)
            let newest = stream.newest
            let clean = try stream.frame { $0 > newest + 2 && $0 % Self.period == number % Self.period }
            let earlier = try stream.frame { $0 > newest + 2 && ($0 + 5) % Self.period == number % Self.period }
            let errors = try photos.map { try Self.squares($0, clean) }
            let still = [
                SceneLayout.slantedEdge, SceneLayout.colorChart, SceneLayout.graySteps, SceneLayout.nearBoard,
            ].flatMap { Self.indices(of: $0) }
            let moving = Self.indices(of: SceneLayout.track).filter { abs(Int(clean[$0]) - Int(earlier[$0])) > 8 }
            #expect(moving.count > 200)
            func gain(_ photo: Int, _ indices: [Int]) -> Double {
                10 * log10(indices.reduce(0) { $0 + errors[0][$1] } / indices.reduce(0) { $0 + errors[photo][$1] })
            }
            #expect(gain(2, still) >= 6, "quality")
            #expect(gain(1, still) >= 3.5 && gain(1, still) < gain(2, still), "balanced")
            #expect(gain(1, moving) >= 0 && gain(2, moving) >= 0, "no ghosts")
        }

        /// Photos of each quality that show the same frame.
        private static func photosOfOneFrame(_ studio: PhotoStudio) throws -> [AVCapturePhoto] {
            let format = studio.camera.activeFormat.formatDescription.mediaSubType.rawValue
            return try outcome {
                let qualities: [AVCapturePhotoOutput.QualityPrioritization] = [.speed, .balanced, .quality]
                let delegates = qualities.map { quality in
                    studio.press(.pixels(format).with { $0.photoQualityPrioritization = quality })
                }
                let photos = try delegates.map { try #require($0.finished()?.photos.first) }
                return Set(photos.map(\.timestamp)).count == 1 ? photos : nil
            }
        }

        private static func indices(of region: SceneRegion) -> [Int] {
            let area = region.pixels(inWidth: 640, height: 480)
            return (area.y..<area.y + area.height).flatMap { y in (area.x..<area.x + area.width).map { y * 640 + $0 } }
        }

        private static func squares(_ photo: AVCapturePhoto, _ clean: [UInt8]) throws -> [Double] {
            let luma = StreamFrames.luma(try #require(photo.pixelBuffer))
            return zip(luma, clean).map { one, other in
                let difference = Double(one) - Double(other)
                return difference * difference
            }
        }

        @Test func inGoodLightOneFrameIsGoodEnough() throws {
            let studio = try PhotoStudio()
            let format = studio.camera.activeFormat.formatDescription.mediaSubType.rawValue
            let photos = try outcome {
                let fast = studio.press(.pixels(format).with { $0.photoQualityPrioritization = .speed })
                let balanced = studio.press(.pixels(format))
                let photos = try [fast, balanced].map { try #require($0.finished()?.photos.first) }
                return photos[0].timestamp == photos[1].timestamp ? photos : nil
            }
            let luma = try photos.map { StreamFrames.luma(try #require($0.pixelBuffer)) }
            #expect(luma[0] == luma[1])
        }
    }
}

extension AVCapturePhoto {
    /// The sensitivity that the file would state.
    fileprivate func fileISO() throws -> Int? {
        let exif = metadata["{Exif}"] as? [String: Any]
        return (exif?["ISOSpeedRatings"] as? [Int])?.first ?? exif?["ISOSpeedRatings"] as? Int
    }
}

/// The frames of a stream of 640 x 480, by the numbers in their blocks.
private final class StreamFrames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var newest: UInt32 = 0
        var isWanted: (@Sendable (UInt32) -> Bool)?
        var found: [UInt8]?
    }

    private let state = Monitor(State())
    let output = AVCaptureVideoDataOutput()

    override init() {
        super.init()
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "stream frames"))
    }

    /// The number of the newest frame.
    var newest: UInt32 { state.withLock { $0.newest } }

    /// The luma of the next frame whose number is wanted.
    func frame(_ isWanted: @escaping @Sendable (UInt32) -> Bool) throws -> [UInt8] {
        state.withLock { ($0.isWanted, $0.found) = (isWanted, nil) }
        return try #require(state.wait(timeout: .seconds(60)) { $0.found })
    }

    static func luma(_ buffer: CVPixelBuffer) -> [UInt8] {
        buffer.withPlanes { planes in
            (0..<planes[0].height).flatMap { y in
                UnsafeRawBufferPointer(start: planes[0].base + y * planes[0].bytesPerRow, count: planes[0].width)
            }
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let buffer = sample.imageBuffer else { return }
        let reading = buffer.withPlanes { planes in
            SceneReader.read(
                luma: planes[0].base, bytesPerRow: planes[0].bytesPerRow, width: planes[0].width,
                height: planes[0].height)
        }
        guard let number = reading?.frameNumber else { return }
        let isWanted = state.withLock { state in
            state.newest = number
            return state.found == nil && state.isWanted?(number) == true
        }
        guard isWanted else { return }
        let luma = Self.luma(buffer)
        state.withLock { $0.found = luma }
    }
}
