import CoreVideo
import Foundation

/// The small pictures that come with a photo.
extension AVCapturePhotoSettings {
    /// The pixel formats that ``previewPhotoFormat`` may name, the best first.
    public var availablePreviewPhotoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats }

    /// A small uncompressed picture beside the photo: `[kCVPixelBufferPixelFormatTypeKey: …]`, with
    /// `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey` as optional limits; `nil` for none.
    public var previewPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.previewFormat }
        set { values.withLock { $0.previewFormat = newValue } }
    }

    /// The codecs of the small picture inside a processed file; none for an uncompressed photo.
    public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
        pictureFormat?.picture?.holdsThumbnail == true ? [.jpeg] : []
    }

    /// A small picture inside the file: `[AVVideoCodecKey: .jpeg, AVVideoWidthKey: 160, AVVideoHeightKey: 120]`.
    ///
    /// Width and height are limits; the picture keeps its aspect ratio. Both may be left out.
    public var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.thumbnailFormat }
        set { values.withLock { $0.thumbnailFormat = newValue } }
    }

    /// The codecs of the small picture inside a RAW file.
    public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
        rawPhotoPixelFormatType == 0 ? [] : [.jpeg]
    }

    /// The picture inside the RAW file that programs show before they develop it, as in
    /// ``embeddedThumbnailPhotoFormat``. Without it the file has one of a quarter of its width.
    public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.rawThumbnailFormat }
        set { values.withLock { $0.rawThumbnailFormat = newValue } }
    }

    /// How an Apple ProRAW file is compressed. Linux: stored without effect; see
    /// ``AVCapturePhotoOutput/isAppleProRAWSupported``.
    public var rawFileFormat: [String: Any]? {
        get { values.withLock { $0 }.rawFileFormat }
        set { values.withLock { $0.rawFileFormat = newValue } }
    }
}
