import TurboJPEG
import YUV

/// A picture in the form that a JPEG file holds: planes of full-range BT.601, or pixels that TurboJPEG converts to
/// them.
enum JPEGContent {
    /// Luma, Cb and Cr; only luma for gray.
    case planes([Plane], JPEGSubsampling)
    /// Blue, green, red, alpha.
    case pixels(Plane)
}
