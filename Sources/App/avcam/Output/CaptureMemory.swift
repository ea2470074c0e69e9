import AVCamCore
import AVFoundation

/// The memory that a photo or movie takes while it is made: its frames, and those that merging and encoding need.
///
/// Measured with two processors and frames of 12 megapixels. For photos, it is the least with which the kernel did not
/// kill the program. For Live Photos, whose frames wait when other programs are busy, it is the most that the kernel
/// cannot reclaim.
///
/// | MB | one photo | several | Live Photo |
/// | --- | --- | --- | --- |
/// | JPEG | 128 | 142 | 310 |
/// | JPEG of the best quality | 320 | 325 | 417 |
/// | HEIC | 284 | 315 | 451 |
/// | RAW and JPEG | 236 | 330 | 360 |
/// | RAW and HEIC | 284 | | 509 |
///
/// A bracket of three takes 194 MB, a photo of constant color 155 MB. A movie, measured as a Live Photo, takes 52 MB in
/// 1280x720, 106 MB in 1920x1080 and 307 MB in 3840x2160.
enum CaptureMemory {
    /// Of the program, with a small picture.
    static let base = 27 << 20

    /// - Parameter count: how many times a photo is taken.
    /// - Throws: ``Failure`` with status 71 and a sentence that names the limit.
    static func check(_ features: PhotoFeatures, count: Int, of camera: AVCaptureDevice) throws(Failure) {
        let sizes = camera.formats.flatMap(\.supportedMaxPhotoDimensions).map { Int($0.width) * Int($0.height) }
        var pixels = sizes.max() ?? 0
        if let limit = features.maxSize { pixels = min(pixels, limit.width * limit.height) }
        try Limits.checkMemory(
            base + pixels * bytesPerPixel(features, isSeries: count > 1), "This photo",
            instead: features.format.hasRaw ? "" : ", or use a smaller size with --max-dimensions")
    }

    /// - Parameter camera: as it is set up for the movie.
    /// - Throws: ``Failure`` with status 71 and a sentence that names the limit.
    static func checkMovie(of camera: AVCaptureDevice) throws(Failure) {
        let size = camera.activeFormat.formatDescription.dimensions
        try Limits.checkMemory(
            base + movieBase + Int(size.width) * Int(size.height) * bytesPerMoviePixel, "This movie",
            instead: ", or use a smaller size with --preset")
    }

    /// Of a movie of any size: its encoders.
    private static let movieBase = 26 << 20
    private static let bytesPerMoviePixel = 32

    private static func bytesPerPixel(_ features: PhotoFeatures, isSeries: Bool) -> Int {
        let (hasHEIC, hasRaw) = (features.format.picture.map { $0 != .jpeg } ?? false, features.format.hasRaw)
        let isBest = features.quality == .quality && features.format.picture != nil
        var bytes = 8
        if hasHEIC { bytes += 13 }
        if isBest { bytes += 16 }
        // It is written before the picture is made.
        if hasRaw { bytes = max(bytes, 17) }
        if features.hasConstantColor { bytes += 3 }
        if features.photoCount > 1 { bytes += 2 * features.photoCount }
        if isSeries { bytes += hasRaw ? 9 : 3 }
        // Its frames wait while the processors make the photo.
        if features.isLivePhotoEnabled { bytes += hasHEIC ? 18 : hasRaw || isBest ? 11 : 16 }
        return bytes
    }
}
