import AVFoundation
import Foundation
import PhotoCoding
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Photos whose proxies are delivered at once.
    @Suite struct DeferredCaptureTests {
        private let folder: TemporaryFolder
        private let store: DeferredPhotoStore

        init() throws {
            folder = try TemporaryFolder()
            store = try DeferredPhotos.store()
        }

        private static func studio() throws -> PhotoStudio {
            try PhotoStudio(light: SceneLight(brightness: 1.0 / 128)) { output in
                output.maxPhotoQualityPrioritization = .quality
                output.isAutoDeferredPhotoDeliveryEnabled = output.isAutoDeferredPhotoDeliverySupported
            }
        }

        private static func identifier(_ data: Data?) throws -> DeferredPhotoID? {
            let folder = try TemporaryFolder()
            let file = try folder.file("photo", contents: try #require(data))
            let text = try ImageProbe.metadata(of: file)["ExifIFD:ImageUniqueID"]
            return DeferredPhotoID(text.map { "\($0)" } ?? "")
        }

        @Test("a proxy comes at once, and the photo when it is processed", arguments: [AVVideoCodecType.jpeg, .hevc])
        func proxyThenPhoto(codec: AVVideoCodecType) throws {
            let studio = try Self.studio()
            try studio.fillRing()
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: codec]).with {
                $0.photoQualityPrioritization = .quality
                $0.metadata = ["{TIFF}": ["Artist": "Ada"]]
                $0.previewPhotoFormat = [
                    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
                ]
            }
            let record = try studio.take(settings)
            #expect(record.error == nil && record.photos.isEmpty)
            #expect(record.calls == ["willBegin", "willCapture", "didCapture", "proxy", "didFinish"])
            #expect(record.resolved?.deferredPhotoProxyDimensions.width == 640)
            let proxy = try #require(record.proxy)
            let data = proxy.fileDataRepresentation()
            let id = try #require(try Self.identifier(data))
            defer { store.remove(id) }
            #expect(store.contains(id))
            #expect(try proxy.reading().orientation == .upright)
            let preview = try #require(proxy.previewPixelBuffer)
            #expect(Int32(CVPixelBufferGetWidth(preview)) == record.resolved?.previewDimensions.width)
            // The frames are written after the proxy was delivered.
            store.finishKeeping()
            // The final photo shows the same moment, has the same metadata, and has less noise.
            let final = try store.process(id)
            #expect(try Self.identifier(final) == id)
            let folder = try TemporaryFolder()
            let metadata = try ImageProbe.metadata(of: try folder.file("final", contents: final))
            #expect(metadata["IFD0:Artist"] as? String == "Ada")
            #expect(metadata["ExifIFD:ISO"] as? Int == 1600)
            let decode = codec == .hevc ? ImageProbe.decodeHEIF : ImageProbe.decode(_:)
            let (before, after) = (try decode(try #require(data)).luma, try decode(final).luma)
            #expect(Self.noise(after) < 0.7 * Self.noise(before))
        }

        @Test func theProxyDoesNotWaitForTheDisk() throws {
            let studio = try Self.studio()
            try studio.fillRing()
            // Another photo uses the disk alone.
            let other = DeferredPhotoStore(folder: folder.file("other"))
            let draft = try other.begin(frames: [GrayFrame.make(90)], recipe: PhotoRecipe(), id: DeferredPhotoID())
            let isDelivered = DispatchSemaphore(value: 0)
            other.keep(draft) { _ = isDelivered.wait(timeout: .now() + 60) }
            let record = try studio.take(AVCapturePhotoSettings().with { $0.photoQualityPrioritization = .quality })
            let id = try #require(try Self.identifier(record.proxy?.fileDataRepresentation()))
            defer { store.remove(id) }
            #expect(store.contains(id) && !store.pending().contains(id))
            #expect(studio.output.captureReadiness == .ready)
            isDelivered.signal()
            store.finishKeeping()
            #expect(store.pending().contains(id))
        }

        /// How much neighboring pixels differ in a patch of even gray.
        private static func noise(_ luma: DecodedPicture.Component) -> Double {
            let area = SceneLayout.grayStep(5).pixels(inWidth: luma.width, height: luma.height)
            let differences = (area.y..<area.y + area.height).flatMap { y in
                (area.x..<area.x + area.width - 1).map { x in
                    let place = y * luma.width + x
                    return Double(abs(Int(luma.samples[place]) - Int(luma.samples[place + 1])))
                }
            }
            return differences.reduce(0, +) / Double(differences.count)
        }

        @Test func whatNeedsNoProcessingIsNotDeferred() throws {
            let studio = try Self.studio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            for settings in [
                AVCapturePhotoSettings().with { $0.photoQualityPrioritization = .speed },
                AVCapturePhotoSettings(rawPixelFormatType: raw), .pixels(kCVPixelFormatType_32BGRA),
                AVCapturePhotoSettings().with { $0.flashMode = .on },
            ] {
                let record = try studio.take(settings)
                #expect(record.proxy == nil && record.photos.count == 1)
                #expect(record.resolved?.deferredPhotoProxyDimensions.width == 0)
            }
        }
    }
}
