import AVFoundation
import CoreImage
import Foundation
import Locking
import TestSupport
import Testing

/// Compositors of a program's own.
@Suite(.serialized) struct CustomCompositorTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    /// An instruction of the program's own.
    final class Mix: NSObject, AVVideoCompositionInstructionProtocol {
        let timeRange: CMTimeRange
        let enablePostProcessing = false
        let containsTweening = false
        let requiredSourceTrackIDs: [NSValue]?
        let passthroughTrackID: CMPersistentTrackID

        init(_ timeRange: CMTimeRange, _ tracks: [CMPersistentTrackID], passing: CMPersistentTrackID? = nil) {
            self.timeRange = timeRange
            requiredSourceTrackIDs = tracks.map { NSNumber(value: $0) }
            passthroughTrackID = passing ?? kCMPersistentTrackID_Invalid
        }
    }

    /// Exchanges red and blue; has an initializer of its own, and a stored object.
    class Swapper: NSObject, AVVideoCompositing {
        static let log = Mutex<[String]>([])
        private let queue: DispatchQueue
        private var context: AVVideoCompositionRenderContext?

        override init() {
            queue = DispatchQueue(label: "swapper")
            super.init()
        }

        var sourcePixelBufferAttributes: [String: Any]? {
            [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]]
        }
        var requiredPixelBufferAttributesForRenderContext: [String: Any] {
            [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        }

        func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
            context = newRenderContext
            Self.log.withLock { $0.append("context \(Int(newRenderContext.size.width))") }
        }

        func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
            Self.log.withLock { log in
                let kind = type(of: request.videoCompositionInstruction)
                log.append("\(kind) \(request.sourceTrackIDs.map(\.intValue))")
            }
            queue.async {
                guard let id = request.sourceTrackIDs.first?.int32Value,
                    let source = request.sourceFrame(byTrackID: id), let target = request.renderContext.newPixelBuffer()
                else { return request.finish(with: CocoaError(.featureUnsupported)) }
                CVPixelBufferLockBaseAddress(source, .readOnly)
                CVPixelBufferLockBaseAddress(target, [])
                for row in 0..<CVPixelBufferGetHeight(target) {
                    let from = CVPixelBufferGetBaseAddress(source)! + row * CVPixelBufferGetBytesPerRow(source)
                    let to = CVPixelBufferGetBaseAddress(target)! + row * CVPixelBufferGetBytesPerRow(target)
                    for column in 0..<CVPixelBufferGetWidth(target) {
                        let pixel = from.load(fromByteOffset: column * 4, as: SIMD4<UInt8>.self)
                        to.storeBytes(
                            of: SIMD4(pixel.z, pixel.y, pixel.x, pixel.w), toByteOffset: column * 4,
                            as: SIMD4<UInt8>.self)
                    }
                }
                CVPixelBufferUnlockBaseAddress(target, [])
                CVPixelBufferUnlockBaseAddress(source, .readOnly)
                request.finish(withComposedVideoFrame: target)
            }
        }
    }

    /// Has the initializer that it inherits.
    final class Refuser: NSObject, AVVideoCompositing {
        struct Refusal: Error {}
        let sourcePixelBufferAttributes: [String: Any]? = nil
        let requiredPixelBufferAttributesForRenderContext: [String: Any] = [:]

        func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
        func startRequest(_ request: AVAsynchronousVideoCompositionRequest) { request.finish(with: Refusal()) }
    }

    private func redMovie() throws -> AVURLAsset {
        let url = scene.folder.file("red.mp4")
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i", "color=red:size=320x240:rate=30:duration=1", "-c:v", "libx264", "-pix_fmt",
                "yuv420p",
                "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            ], to: url)
        return AVURLAsset(url: url)
    }

    private func colors(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> [SIMD3<Int>] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(
            videoTracks: asset.tracks(withMediaType: .video),
            videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        output.videoComposition = composition
        reader.add(output)
        #expect(reader.startReading())
        var colors: [SIMD3<Int>] = []
        while let sample = output.copyNextSampleBuffer() {
            let buffer = try #require(sample.imageBuffer)
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
            let middle = CVPixelBufferGetBaseAddress(buffer)! + 120 * CVPixelBufferGetBytesPerRow(buffer) + 160 * 4
            let pixel = middle.load(as: SIMD4<UInt8>.self)
            colors.append(SIMD3(Int(pixel.z), Int(pixel.y), Int(pixel.x)))
        }
        if reader.status == .failed { throw reader.error! }
        return colors
    }

    @Test func framesAreThoseOfTheProgramsOwnClass() async throws {
        Swapper.log.withLock { $0 = [] }
        let asset = try redMovie()
        let track = try await asset.loadTracks(withMediaType: .video)[0]
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        let half = CMTime(value: 1, timescale: 2)
        composition.customVideoCompositorClass = Swapper.self
        composition.instructions = [
            Mix(CMTimeRange(start: .zero, duration: half), [track.trackID]),
            Mix(CMTimeRange(start: half, duration: half), [], passing: track.trackID),
        ]
        let colors = try colors(asset, composition)
        #expect(colors.count == 30)
        #expect(colors.prefix(15).allSatisfy { $0.x < 20 && $0.z > 235 })
        #expect(colors.suffix(15).allSatisfy { $0.x > 235 && $0.z < 20 })
        let log = Swapper.log.withLock { $0 }
        #expect(log.first == "context 320" && log.count == 16)
        #expect(log.dropFirst().allSatisfy { $0 == "Mix [\(track.trackID)]" })
        let copy = try #require(composition.copy() as? AVVideoComposition)
        #expect(copy.customVideoCompositorClass == Swapper.self)
    }

    @Test func aCompositorGetsTheUsualInstructionsToo() async throws {
        let asset = try redMovie()
        _ = try await asset.load(.tracks)
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.customVideoCompositorClass = Swapper.self
        #expect(try colors(asset, composition).allSatisfy { $0.z > 235 })
    }

    @Test func aCompositorsErrorEndsTheReading() async throws {
        let asset = try redMovie()
        _ = try await asset.load(.tracks)
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.customVideoCompositorClass = Refuser.self
        let error = #expect(throws: AVError.self) { try colors(asset, composition) }
        #expect("\(String(describing: error))".contains("Refuser"))
    }
}
