import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    /// A camera that could not take a larger still delivers a frame of its stream.
    @Suite struct SmallerStillTests {
        @Test func aPhotoThatIsSmallerThanAskedForSaysSo() throws {
            let studio = try PhotoStudio()
            let largest = try #require(studio.output.supportedDimensions.last)
            studio.output.maxPhotoDimensions = largest
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
            settings.maxPhotoDimensions = largest
            settings.embeddedThumbnailPhotoFormat = [AVVideoCodecKey: AVVideoCodecType.jpeg]
            let connection = try #require(studio.output.connection(with: .video))
            let plan = PhotoPlan(
                settings, of: studio.output, device: studio.camera, orientation: connection.state.withLock { $0 },
                pressTime: CMClockGetHostTimeClock().time)
            let delegate = PhotoCollector()
            let request = PhotoRequest(output: studio.output, plan: plan, delegate: delegate)
            let source = StreamOnlySource(
                frame: try CVPixelBuffer.blank(640, 480, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
            request.begin()
            studio.output.stillExposer.capture(
                [StillRequest()], of: { source }, willExpose: { request.willExpose() },
                completion: { request.expose($0.map { PhotoExposure.exposures(of: $0, for: request.settings) }) })
            let record = try #require(delegate.finished())
            #expect(record.error == nil)
            let photo = try #require(record.photos.first)
            #expect(plan.resolved.photoDimensions.isSame(as: largest))
            #expect(photo.resolvedSettings.uniqueID == settings.uniqueID)
            #expect(photo.resolvedSettings.photoDimensions.isSame(as: CMVideoDimensions(width: 640, height: 480)))
            #expect(photo.resolvedSettings.embeddedThumbnailDimensions.width == 160)
            #expect(photo.resolvedSettings.embeddedThumbnailDimensions.height == 120)
        }
    }
}

/// A camera whose stills are frames of its stream.
private final class StreamOnlySource: StillSource {
    let id = DeviceID(scheme: "fake", name: "stream only")
    private let frame: CVPixelBuffer

    init(frame: CVPixelBuffer) { self.frame = frame }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {}

    func stop() {}

    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void
    ) {
        guard let format = try? CMVideoFormatDescription(imageBuffer: frame) else { return }
        let sample = CMSampleBuffer.frame(
            frame, format: format, presentationTimeStamp: CMClockGetHostTimeClock().time)
        deliver(0, .success(StillFrame(frame: sample)))
    }
}
