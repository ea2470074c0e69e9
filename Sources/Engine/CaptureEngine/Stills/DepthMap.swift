import CoreMedia

/// How far away what is in each pixel is.
package struct DepthMap: Sendable {
    /// Where the camera that measured it stands and how it sees. Source: Apple, AVCameraCalibrationData.
    package struct Calibration: Sendable, Equatable {
        /// The focal length in pixels of ``referenceDimensions``.
        package var focalLength: Float
        /// The optical centre, in pixels from the left and the top of ``referenceDimensions``.
        package var principalPoint: (x: Float, y: Float)
        package var referenceDimensions: CMVideoDimensions
        /// The size of a pixel at ``referenceDimensions``, in millimetres.
        package var pixelSize: Float

        package init(
            focalLength: Float, principalPoint: (x: Float, y: Float), referenceDimensions: CMVideoDimensions,
            pixelSize: Float
        ) {
            self.focalLength = focalLength
            self.principalPoint = principalPoint
            self.referenceDimensions = referenceDimensions
            self.pixelSize = pixelSize
        }

        package static func == (a: Self, b: Self) -> Bool {
            a.focalLength == b.focalLength && a.principalPoint == b.principalPoint && a.pixelSize == b.pixelSize
                && a.referenceDimensions.width == b.referenceDimensions.width
                && a.referenceDimensions.height == b.referenceDimensions.height
        }
    }

    /// `kCVPixelFormatType_DepthFloat32` (metres) or `kCVPixelFormatType_DisparityFloat32` (1/metres), also their
    /// Float16 forms; the picture's shape, usually smaller. NaN where nothing was measured.
    package var buffer: CVPixelBuffer
    /// `nil` when the device does not say.
    package var calibration: Calibration?
    /// Whether holes were filled and noise was smoothed.
    package var isFiltered = true
    /// Whether the values are metres, or only in order.
    package var isAbsolute = true

    package init(buffer: CVPixelBuffer, calibration: Calibration? = nil) {
        self.buffer = buffer
        self.calibration = calibration
    }
}
