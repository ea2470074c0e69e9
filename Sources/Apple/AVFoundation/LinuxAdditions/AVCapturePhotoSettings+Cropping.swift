import Foundation

extension AVCapturePhotoSettings {
    /// The shape that the processed photo is cut to, around its middle: its longer side over its shorter one, 1 or more;
    /// `nil`, at first, keeps all that the camera saw.
    ///
    /// It is cut before it is compressed, so that it is compressed once; the camera's own JPEG is not kept then. RAW data
    /// and the movie of a Live Photo keep their shape, and depth and mattes, which would not fit, are not embedded.
    ///
    /// An app on Apple's systems cuts the finished photo and compresses it again. Not Apple's.
    @_spi(Linux) public var croppedAspectRatio: CGFloat? {
        get { values.withLock { $0.croppedAspectRatio } }
        set { values.withLock { $0.croppedAspectRatio = newValue.map { $0.isFinite ? max($0, 1) : 1 } } }
    }
}
