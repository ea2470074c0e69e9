import CoreMedia
import Foundation
import MovieCoding

extension AVCaptureVideoDataOutput {
    /// The codecs in which an ``AVAssetWriter`` can write this output's frames; the first plays everywhere.
    ///
    /// - Returns: nothing for files without pictures.
    public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
        guard outputFileType.writtenMediaTypes.contains(.video) else { return [] }
        let formats = availableVideoPixelFormatTypes
        let format = (videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber)?.uint32Value
        return AVVideoCodecType.movieCodecs(for: format ?? formats[0])
    }

    /// Settings for the pictures of an ``AVAssetWriter``, for the camera that is connected: the size of the frames as they
    /// are delivered, and what makes a movie like that of an ``AVCaptureMovieFileOutput``.
    ///
    /// - Returns: `nil` without a camera, and for files without pictures.
    ///
    /// Linux: without a bit rate, the quality is constant.
    public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let codec = availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).first else { return nil }
        return recommendedVideoSettings(forVideoCodecType: codec, assetWriterOutputFileType: outputFileType)
    }

    /// The same as ``recommendedVideoSettingsForAssetWriter(writingTo:)``, for one of
    /// ``availableVideoCodecTypesForAssetWriter(writingTo:)``.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        guard availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).contains(videoCodecType),
            let connection = connection(with: .video), let device = connection.inputPorts.first?.device
        else { return nil }
        let source = device.sourceConfiguration
        let rotation = Int(connection.state.withLock { $0.rotationAngle })
        let camera = source.format.description.dimensions
        let turned =
            rotation % 180 == 90 ? CMVideoDimensions(width: camera.height, height: camera.width) : camera
        let size = self.size(of: camera, turnedBy: rotation) ?? turned
        var properties: [String: Any] = [
            AVVideoMaxKeyFrameIntervalDurationKey: 1, AVVideoAllowFrameReorderingKey: false,
        ]
        if let duration = source.frameDuration?.seconds, duration > 0 {
            properties[AVVideoExpectedSourceFrameRateKey] = Int((1 / duration).rounded())
        }
        if videoCodecType == .h264 { properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
        return [
            AVVideoCodecKey: videoCodecType.rawValue, AVVideoWidthKey: Int(size.width),
            AVVideoHeightKey: Int(size.height), AVVideoCompressionPropertiesKey: properties,
        ]
    }

    /// The same as ``recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)``; the file's place makes no
    /// difference.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType, assetWriterOutputFileType outputFileType: AVFileType,
        outputFileURL: URL?
    ) -> [String: Any]? {
        recommendedVideoSettings(forVideoCodecType: videoCodecType, assetWriterOutputFileType: outputFileType)
    }
}
