import Foundation

extension AVCapturePhotoSettings {
    /// The aspect ratio that the processed photo is cropped to, around its center: longer side over shorter side, 1 or
    /// more. `nil`, the default, keeps the whole picture.
    ///
    /// The photo is cropped before it is compressed, so that it is compressed only once; the camera's own JPEG is not
    /// kept then. A DNG file keeps all that the sensor saw and says which part to show (DefaultUserCrop); its preview
    /// is of that part. The movie of a Live Photo keeps its shape, and depth and mattes, which would not fit, are not
    /// embedded.
    ///
    /// An app on Apple's systems crops the finished photo and compresses it again. Not Apple's.
    @_spi(Linux) public var croppedAspectRatio: CGFloat? {
        get { values.withLock { $0.croppedAspectRatio } }
        set { values.withLock { $0.croppedAspectRatio = newValue.map { $0.isFinite ? max($0, 1) : 1 } } }
    }
}
