import CoreVideo
import Foundation

/// The small pictures that come with a photo.
extension AVCapturePhotoSettings {
    /// The pixel formats that ``previewPhotoFormat`` may name, the best first.
    ///
    /// Source: Apple, AVCapturePhotoSettings.availablePreviewPhotoPixelFormatTypes.
    public var availablePreviewPhotoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats }

    /// A small uncompressed picture beside the photo: `[kCVPixelBufferPixelFormatTypeKey: …]`, with
    /// `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey` as limits if wanted; `nil` is none.
    ///
    /// Source: Apple, AVCapturePhotoSettings.previewPhotoFormat.
    public var previewPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.previewFormat }
        set { values.withLock { $0.previewFormat = newValue } }
    }

    /// The codecs of the small picture inside a processed file; none for an uncompressed photo.
    ///
    /// Source: Apple, AVCapturePhotoSettings.availableEmbeddedThumbnailPhotoCodecTypes.
    public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
        pictureFormat?.picture?.holdsThumbnail == true ? [.jpeg] : []
    }

    /// A small picture inside the file: `[AVVideoCodecKey: .jpeg, AVVideoWidthKey: 160, AVVideoHeightKey: 120]`.
    ///
    /// Width and height are limits; the picture keeps its shape. Both may be left out.
    /// Source: Apple, AVCapturePhotoSettings.embeddedThumbnailPhotoFormat.
    public var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.thumbnailFormat }
        set { values.withLock { $0.thumbnailFormat = newValue } }
    }

    /// The codecs of the small picture inside a RAW file.
    ///
    /// Source: Apple, AVCapturePhotoSettings.availableRawEmbeddedThumbnailPhotoCodecTypes.
    public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
        rawPhotoPixelFormatType == 0 ? [] : [.jpeg]
    }

    /// The picture inside the RAW file that programs show before they develop it, as in
    /// ``embeddedThumbnailPhotoFormat``. Without it the file has one of a quarter of its width.
    ///
    /// Source: Apple, AVCapturePhotoSettings.rawEmbeddedThumbnailPhotoFormat.
    public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.rawThumbnailFormat }
        set { values.withLock { $0.rawThumbnailFormat = newValue } }
    }

    /// How an Apple ProRAW file is compressed. Linux: kept and not used; see
    /// ``AVCapturePhotoOutput/isAppleProRAWSupported``. Source: Apple, AVCapturePhotoSettings.rawFileFormat.
    public var rawFileFormat: [String: Any]? {
        get { values.withLock { $0 }.rawFileFormat }
        set { values.withLock { $0.rawFileFormat = newValue } }
    }
}
