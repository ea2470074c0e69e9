import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// A device's formats in the order of ``formats``: programs look for the largest at the end.
    static func inOrder(_ description: DeviceDescription) -> [SourceFormat] {
        guard description.kind == .camera else { return description.formats }
        func area(_ format: SourceFormat) -> Int {
            Int(format.description.dimensions.width) * Int(format.description.dimensions.height)
        }
        let listed = description.formats.enumerated()
        return listed.sorted { (area($0.element), $0.offset) < (area($1.element), $1.offset) }.map(\.element)
    }

    /// One way a device can capture.
    ///
    /// Source: Apple, AVCaptureDevice.Format.
    public final class Format: NSObject, @unchecked Sendable {  // immutable
        let source: SourceFormat
        let capabilities: CameraCapabilities
        private let hasMatte: Bool
        public let mediaType: AVMediaType
        /// The size and pixel format of the frames, or the linear PCM format of the sound.
        public let formatDescription: CMFormatDescription
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// Horizontal field of view in degrees; 0 when the device does not say.
        public let videoFieldOfView: Float
        /// The sizes that a photo can have, the smallest first: that of the stream, and larger ones if the device can
        /// make separate stills.
        public let supportedMaxPhotoDimensions: [CMVideoDimensions]
        /// Whether this format gives the best photos.
        public let isHighestPhotoQualitySupported: Bool
        /// The depth formats that can be used with this format, the best first.
        public let supportedDepthDataFormats: [Format]

        init(_ source: SourceFormat, of device: DeviceDescription) {
            let isCamera = device.kind == .camera
            self.source = source
            capabilities = device.capabilities
            mediaType = isCamera ? .video : .audio
            hasMatte = device.module == .trueDepth && !source.depthFormats.isEmpty
            formatDescription = source.description
            videoSupportedFrameRateRanges = source.frameDurations.map(AVFrameRateRange.init)
            videoFieldOfView = source.fieldOfView
            supportedMaxPhotoDimensions = isCamera ? source.allPhotoDimensions : []
            isHighestPhotoQualitySupported = source.isHighestPhotoQuality
            supportedDepthDataFormats = source.depthFormats.map { Format(depth: $0, along: source) }
        }

        private init(depth format: DepthFormat, along source: SourceFormat) {
            let depth = SourceFormat(
                description: .video(
                    pixelFormat: format.pixelFormat, width: Int(format.dimensions.width),
                    height: Int(format.dimensions.height), color: [:]),
                native: format.pixelFormat.letters, frameDurations: format.frameDurations,
                fieldOfView: source.fieldOfView, index: source.index)
            self.source = depth
            capabilities = CameraCapabilities()
            mediaType = .depthData
            hasMatte = false
            formatDescription = depth.description
            videoSupportedFrameRateRanges = depth.frameDurations.map(AVFrameRateRange.init)
            videoFieldOfView = depth.fieldOfView
            supportedMaxPhotoDimensions = []
            isHighestPhotoQualitySupported = false
            supportedDepthDataFormats = []
        }

        /// Whether photos can come with a portrait effects matte: from a front camera that measures depth.
        public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { hasMatte }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Format else { return false }
            return other === self
        }

        public override var description: String {
            let size = formatDescription.dimensions
            let rates = videoSupportedFrameRateRanges.map { "\($0.minFrameRate)-\($0.maxFrameRate) fps" }
            return "<AVCaptureDevice.Format: \(mediaType.rawValue)/\(source.native) \(size.width)x\(size.height), "
                + rates.joined(separator: ", ") + ">"
        }

        /// The shortest frame duration that the format offers and is not shorter than `duration`.
        func frameDuration(notShorterThan duration: CMTime) -> CMTime? {
            let ranges = source.frameDurations
            if ranges.contains(where: { $0.contains(duration) }) { return duration }
            return ranges.map(\.lowerBound).filter { $0 >= duration }.min() ?? ranges.map(\.upperBound).max()
        }
    }
}

extension SourceFormat {
    /// The stream's own size and the larger ones, the smallest first.
    fileprivate var allPhotoDimensions: [CMVideoDimensions] {
        func area(_ size: CMVideoDimensions) -> Int { Int(size.width) * Int(size.height) }
        let own = description.dimensions
        let others = photoDimensions.filter { $0.width != own.width || $0.height != own.height }
        return ([own] + others).sorted { area($0) < area($1) }
    }
}
