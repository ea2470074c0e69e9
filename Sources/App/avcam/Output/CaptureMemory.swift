import AVCamCore
import AVFoundation

/// The memory that a photo takes while it is made: its frames, and those that merging and encoding need.
///
/// Measured as the least with which the program is not ended: photos of 12 megapixels take 120 MB as JPEG, 221 MB as RAW,
/// 275 MB as HEIC and 306 MB of the best quality.
enum CaptureMemory {
    /// Of the program, with a small picture.
    static let base = 27 << 20

    /// - Throws: ``Failure`` with status 71 and a sentence that names the limit.
    static func check(_ features: PhotoFeatures, of camera: AVCaptureDevice) throws(Failure) {
        let sizes = camera.formats.flatMap(\.supportedMaxPhotoDimensions).map { Int($0.width) * Int($0.height) }
        var pixels = sizes.max() ?? 0
        if let limit = features.maxSize { pixels = min(pixels, limit.width * limit.height) }
        try Limits.checkMemory(
            base + pixels * bytesPerPixel(features), "This photo",
            instead: features.format.hasRaw ? "" : ", or use a smaller size with --max-dimensions")
    }

    private static func bytesPerPixel(_ features: PhotoFeatures) -> Int {
        var bytes = 8
        if let picture = features.format.picture, picture != .jpeg { bytes += 13 }
        if features.quality == .quality, features.format.picture != nil { bytes += 16 }
        // It is written before the picture is made.
        return features.format.hasRaw ? max(bytes, 17) : bytes
    }
}
