import CoreMedia
import CoreVideo

/// Decides on the sizes and the number of a request's photos.
struct PhotoResolution {
    let settings: AVCapturePhotoSettings
    let device: AVCaptureDevice
    /// The size of the frame that the photos are made from.
    let frameSize: CMVideoDimensions
    /// The size of the processed photo.
    let size: CMVideoDimensions

    init(settings: AVCapturePhotoSettings, device: AVCaptureDevice, frameSize: CMVideoDimensions) {
        self.settings = settings
        self.device = device
        self.frameSize = frameSize
        size = settings.cropped(frameSize)
    }

    var values: AVCaptureResolvedPhotoSettings.Values {
        var values = AVCaptureResolvedPhotoSettings.Values()
        values.uniqueID = settings.uniqueID
        let hasRaw = settings.rawPhotoPixelFormatType != 0
        if settings.format != nil { values.photo = size }
        if hasRaw {
            values.raw = rawSize
            values.rawThumbnail = rawThumbnail
        }
        if let preview { values.preview = preview }
        if let thumbnail { values.thumbnail = thumbnail }
        let exposures = max(settings.bracket.count, 1)
        let cameras = max(settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices.count, 1)
        let fallbacks = settings.deliversConstantColorFallback ? 1 : 0
        values.photoCount = exposures * ((hasRaw ? 1 : 0) + (settings.format == nil ? 0 : cameras)) + fallbacks
        if settings.isPortraitEffectsMatteDeliveryEnabled {
            values.portraitMatte = frameSize.scaled(width: Double(frameSize.width) / 2, height: nil)
        }
        return values
    }

    /// The size of the picture inside the file; `nil` without one.
    var thumbnail: CMVideoDimensions? {
        settings.embeddedThumbnailPhotoFormat.map { format in
            size.scaled(width: format.pixels(AVVideoWidthKey) ?? 160, height: format.pixels(AVVideoHeightKey) ?? 160)
        }
    }

    /// The size of the preview in a RAW file, which always has one. It shows the part that the photo is cropped to.
    var rawThumbnail: CMVideoDimensions {
        let format = settings.rawEmbeddedThumbnailPhotoFormat ?? [:]
        let shown = settings.cropped(rawSize)
        let width = format.pixels(AVVideoWidthKey) ?? Double(shown.width) / 4
        return shown.scaled(width: width, height: format.pixels(AVVideoHeightKey))
    }

    private var rawSize: CMVideoDimensions {
        let format = device.activeFormat.source
        guard format.description.mediaSubType.rawValue != settings.rawPhotoPixelFormatType else { return frameSize }
        return format.rawDimensions ?? frameSize
    }

    /// The size of the preview; `nil` without one. Screen size if the format does not give one.
    var preview: CMVideoDimensions? {
        settings.previewPhotoFormat.map { format in
            size.scaled(
                width: format.pixels(kCVPixelBufferWidthKey as String) ?? 1920,
                height: format.pixels(kCVPixelBufferHeightKey as String) ?? 1920)
        }
    }
}
