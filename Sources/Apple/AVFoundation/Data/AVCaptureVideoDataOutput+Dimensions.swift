import CoreMedia
import CoreVideo
import Foundation

/// The size of a video data output's frames, unless its settings give one.
struct OutputDimensions {
    var areAutomatic = true
    var arePreviewSized = false
}

extension AVCaptureVideoDataOutput {
    /// The longest side of a frame for a preview: that of a Full HD screen.
    private static let longestPreviewSide = 1_920.0

    /// Whether the output decides on the size of its frames; `true` by default.
    ///
    /// Linux: then they have the size that the camera delivers, even with the session preset `photo`: scaling them down
    /// would cost time that nobody asked for.
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { dimensions.withLock { $0.areAutomatic } }
        set {
            dimensions.withLock { dimensions in
                dimensions.areAutomatic = newValue
                dimensions.arePreviewSized = false
            }
        }
    }

    /// Whether frames are scaled down for a preview: to at most 1920 pixels on the longer side, with the camera's
    /// aspect ratio; `false` by default.
    ///
    /// Setting it while ``automaticallyConfiguresOutputBufferDimensions`` is `true` is a programmer's mistake. A size
    /// in ``videoSettings`` takes precedence.
    public var deliversPreviewSizedOutputBuffers: Bool {
        get {
            dimensions.withLock { $0.arePreviewSized }
        }
        set {
            if automaticallyConfiguresOutputBufferDimensions {
                raiseException(
                    "*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] Cannot be set when "
                        + "automaticallyConfiguresOutputBufferDimensions is YES")
            }
            dimensions.withLock { $0.arePreviewSized = newValue }
        }
    }

    /// The size of a frame when it is delivered; `nil` for that of the rotated sample.
    func size(of sample: CMSampleBuffer, turnedBy rotation: Int) -> CMVideoDimensions? {
        guard let image = sample.imageBuffer else { return nil }
        return size(
            of: CMVideoDimensions(
                width: Int32(CVPixelBufferGetWidth(image)), height: Int32(CVPixelBufferGetHeight(image))),
            turnedBy: rotation)
    }

    func size(of source: CMVideoDimensions, turnedBy rotation: Int) -> CMVideoDimensions? {
        if let size = delivery.settings.size { return size }
        let longest = Double(max(source.width, source.height))
        guard longest > Self.longestPreviewSide, deliversPreviewSizedOutputBuffers else { return nil }
        let scale = Self.longestPreviewSide / longest
        // Chroma has half the size.
        let (width, height) = (even(Double(source.width) * scale), even(Double(source.height) * scale))
        return rotation % 180 == 90
            ? CMVideoDimensions(width: height, height: width) : CMVideoDimensions(width: width, height: height)
    }

    private func even(_ length: Double) -> Int32 { Int32((length / 2).rounded()) * 2 }
}
