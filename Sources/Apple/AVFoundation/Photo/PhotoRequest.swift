import CaptureEngine
import CoreVideo
import Foundation
import MediaCoding

/// One photo on its way: calls the delegate in Apple's order, and turns the frame into what was asked for.
///
/// `begin` → willBegin, willCapture; `finish` with a frame → didCapture, (encoding) didFinishProcessing, didFinish;
/// `finish` with an error → didFinish.
final class PhotoRequest: Sendable {
    private let output: AVCapturePhotoOutput
    private let settings: AVCapturePhotoSettings
    private let resolved: AVCaptureResolvedPhotoSettings
    private let delegate: DelegateBox
    private let device: AVCaptureDevice
    private let orientation: AVCaptureConnection.State

    /// The delegate protocol is not Sendable, as Apple's is not.
    private struct DelegateBox: @unchecked Sendable {  // called on the output's delegate queue only
        let delegate: any AVCapturePhotoCaptureDelegate
    }

    init(
        output: AVCapturePhotoOutput, settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate,
        device: AVCaptureDevice, orientation: AVCaptureConnection.State
    ) {
        self.output = output
        self.settings = settings
        self.delegate = DelegateBox(delegate: delegate)
        self.device = device
        self.orientation = orientation
        let size = device.activeFormat.formatDescription.dimensions
        resolved = AVCaptureResolvedPhotoSettings(
            uniqueID: settings.uniqueID, photoDimensions: size,
            thumbnailDimensions: Self.thumbnailSize(settings, of: size) ?? CMVideoDimensions())
    }

    func begin() {
        call { $0.photoOutput($1, willBeginCaptureFor: $2) }
        call { $0.photoOutput($1, willCapturePhotoFor: $2) }
    }

    func finish(with result: Result<CMSampleBuffer, CaptureError>) {
        switch result {
        case .failure(let error):
            finish(error)
        case .success(let frame):
            call { $0.photoOutput($1, didCapturePhotoFor: $2) }
            output.processingQueue.async { self.process(frame) }
        }
    }

    private func process(_ frame: CMSampleBuffer) {
        do throws(CaptureError) {
            let photo = try makePhoto(of: frame)
            call { delegate, output, _ in delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: nil) }
            finish(nil)
        } catch {
            finish(error)
        }
    }

    private func finish(_ error: CaptureError?) {
        let reported = error.map { AVError($0) }
        call { $0.photoOutput($1, didFinishCaptureFor: $2, error: reported) }
    }

    private func call(
        _ body:
            @escaping @Sendable (
                any AVCapturePhotoCaptureDelegate, AVCapturePhotoOutput, AVCaptureResolvedPhotoSettings
            ) -> Void
    ) {
        output.delegateQueue.async { [self] in body(delegate.delegate, output, resolved) }
    }

    // MARK: The photo

    private func makePhoto(of frame: CMSampleBuffer) throws(CaptureError) -> AVCapturePhoto {
        guard let buffer = frame.imageBuffer else {
            throw CaptureError(.deviceFailed, "\(device.localizedName) delivered a frame without a picture")
        }
        let metadata = self.metadata(for: buffer, capturedAt: Self.date(of: frame.presentationTimeStamp))
        return AVCapturePhoto(
            try content(frame, buffer, metadata), size: resolved.photoDimensions,
            timestamp: frame.presentationTimeStamp,
            settings: resolved, metadata: metadata.dictionary, sourceDeviceType: device.deviceType)
    }

    private func content(
        _ frame: CMSampleBuffer, _ buffer: CVPixelBuffer, _ metadata: PhotoMetadata
    ) throws(CaptureError) -> AVCapturePhoto.Content {
        if let pixelFormat = settings.pixelFormat {
            let target = FrameConverter.Target(pixelFormat: pixelFormat)
            // A converter of its own: its memory goes when the photo does.
            let converted = try FrameConverter(capacity: 1).convert(frame, to: target)
            return .pixels(converted.imageBuffer ?? buffer)
        }
        return .file(
            try JPEGPhoto.encode(
                buffer, metadata: metadata, thumbnail: Self.thumbnailSize(settings, of: resolved.photoDimensions)))
    }

    private func metadata(for buffer: CVPixelBuffer, capturedAt date: Date) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.make = device.manufacturer.isEmpty ? nil : device.manufacturer
        metadata.model = device.localizedName
        metadata.software = ProcessInfo.processInfo.processName
        metadata.date = date
        metadata.pixelWidth = CVPixelBufferGetWidth(buffer)
        metadata.pixelHeight = CVPixelBufferGetHeight(buffer)
        metadata.orientation = PhotoMetadata.Orientation(
            rotation: Int(orientation.rotationAngle), isMirrored: orientation.isMirrored)
        metadata.merge(settings.metadata)
        return metadata
    }

    /// The time of day of a timestamp: what has passed since then, before now.
    private static func date(of timestamp: CMTime) -> Date {
        let age = CMTimeSubtract(CMClockGetTime(CMClockGetHostTimeClock()), timestamp).seconds
        return Date(timeIntervalSinceNow: -age)
    }

    /// The picture's own shape, inside the width and height that were asked for; `nil` when none was.
    private static func thumbnailSize(_ settings: AVCapturePhotoSettings, of size: CMVideoDimensions)
        -> CMVideoDimensions?
    {
        guard let format = settings.embeddedThumbnailPhotoFormat, size.width > 0, size.height > 0 else { return nil }
        let width = (format[AVVideoWidthKey] as? NSNumber)?.doubleValue ?? format[AVVideoWidthKey] as? Double ?? 160
        let height = (format[AVVideoHeightKey] as? NSNumber)?.doubleValue ?? format[AVVideoHeightKey] as? Double ?? 160
        let scale = min(width / Double(size.width), height / Double(size.height), 1)
        return CMVideoDimensions(
            width: Int32((Double(size.width) * scale).rounded()), height: Int32((Double(size.height) * scale).rounded())
        )
    }
}
