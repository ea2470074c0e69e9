import CoreMedia
import Foundation
import PhotoCoding

// How photos were delivered before iOS 11.

extension AVCapturePhotoOutput {
    /// The JPEG file in a buffer that `photoOutput(_:didFinishProcessingPhoto:previewPhoto:resolvedSettings:
    /// bracketSettings:error:)` was called with.
    ///
    /// - previewPhotoSampleBuffer: Linux: ignored; the file has the thumbnail that its settings asked for.
    /// - Returns: `nil` for a buffer of anything but JPEG.
    public class func jpegPhotoDataRepresentation(
        forJPEGSampleBuffer JPEGSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? {
        guard JPEGSampleBuffer.formatDescription?.mediaSubType == .jpeg else { return nil }
        return try? JPEGSampleBuffer.dataBuffer?.dataBytes()
    }

    /// The DNG file of the sensor's data in a buffer that `photoOutput(_:didFinishProcessingRawPhoto:previewPhoto:
    /// resolvedSettings:bracketSettings:error:)` was called with.
    ///
    /// - previewPhotoSampleBuffer: Linux: ignored; the file has the preview that its settings asked for.
    /// - Returns: `nil` for any other buffer.
    public class func dngPhotoDataRepresentation(
        forRawSampleBuffer rawSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? { (rawSampleBuffer.sourceFacts as? RawFile)?.data }
}

/// What a buffer of the sensor's data stores besides the data: pixels alone do not make a DNG.
private struct RawFile: Sendable {
    let data: Data
}

extension AVCapturePhoto {
    /// Its file, or its pixels if it has no file.
    var sampleBuffer: CMSampleBuffer? {
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: timestamp, decodeTimeStamp: .invalid)
        if let pixelBuffer, let format = try? CMVideoFormatDescription(imageBuffer: pixelBuffer) {
            let buffer = try? CMSampleBuffer(imageBuffer: pixelBuffer, formatDescription: format, sampleTiming: timing)
            if case .raw(_, let file, _) = content { buffer?.sourceFacts = RawFile(data: file) }
            return buffer
        }
        guard let file = fileDataRepresentation(),
            let codec = PhotoFileFormat.all.format(of: file)?.picture.map({ AVVideoCodecType(rawValue: $0.codec) })
        else { return nil }
        let size = resolvedSettings.photoDimensions
        guard
            let format = try? CMVideoFormatDescription(
                videoCodecType: codec.mediaSubType, width: Int(size.width), height: Int(size.height), extensions: nil)
        else { return nil }
        return try? CMSampleBuffer(
            dataBuffer: CMBlockBuffer(copying: file), formatDescription: format, numSamples: 1,
            sampleTimings: [timing], sampleSizes: [file.count])
    }
}
