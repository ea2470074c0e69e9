import CoreMedia

/// The distance of what each pixel shows.
package struct DepthMap: Sendable {
    /// The position and optics of the camera that measured it. Source: Apple, AVCameraCalibrationData.
    package struct Calibration: Sendable, Equatable {
        /// The focal length in pixels of ``referenceDimensions``.
        package var focalLength: Float
        /// The optical center, in pixels from the left and the top of ``referenceDimensions``.
        package var principalPoint: (x: Float, y: Float)
        package var referenceDimensions: CMVideoDimensions
        /// The size of a pixel at ``referenceDimensions``, in millimeters.
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

    /// `kCVPixelFormatType_DepthFloat32` (meters), `kCVPixelFormatType_DisparityFloat32` (1/meters), or their Float16
    /// forms; with the picture's shape, but usually smaller. NaN where nothing was measured.
    package var buffer: CVPixelBuffer
    /// `nil` if the device does not say.
    package var calibration: Calibration?
    /// Whether holes were filled and noise was smoothed.
    package var isFiltered = true
    /// Whether the values are meters, rather than just relative.
    package var isAbsolute = true

    package init(buffer: CVPixelBuffer, calibration: Calibration? = nil) {
        self.buffer = buffer
        self.calibration = calibration
    }
}
