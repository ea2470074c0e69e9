import CoreMedia
import CoreVideo
import Foundation

/// How large the frames of a video data output shall be, when its settings do not say.
struct OutputDimensions {
    var areAutomatic = true
    var arePreviewSized = false
}

extension AVCaptureVideoDataOutput {
    /// The longest side of a frame for a preview: that of a full-HD screen.
    private static let longestPreviewSide = 1_920.0

    /// Whether the output decides on the size of its frames; `true` at first.
    ///
    /// Linux: then they come as the camera delivers them, under the session preset `photo` too: making them smaller
    /// is work that nobody asked for.
    /// Source: Apple, AVCaptureVideoDataOutput.automaticallyConfiguresOutputBufferDimensions.
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { dimensions.withLock { $0.areAutomatic } }
        set {
            dimensions.withLock { dimensions in
                dimensions.areAutomatic = newValue
                dimensions.arePreviewSized = false
            }
        }
    }

    /// Whether frames are made as small as a preview needs them; `false` at first: at most 1920 pixels long, in the camera's shape.
    ///
    /// Setting it while ``automaticallyConfiguresOutputBufferDimensions`` is `true` is a programmer's mistake. A size
    /// in ``videoSettings`` goes before. Source: Apple, AVCaptureVideoDataOutput.deliversPreviewSizedOutputBuffers.
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

    /// The size of a frame when it is delivered; `nil` for that of the sample after turning it.
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
