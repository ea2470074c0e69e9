import CoreVideo

extension AVCapturePhoto {
    /// What came of the light of the flash.
    struct ConstantColor {
        var confidenceMap: CVPixelBuffer
        var level: Float
    }

    /// How fully each part of a photo of constant colour shows the colours of the flash's light; `nil` for other photos.
    ///
    /// `kCVPixelFormatType_OneComponent8` in the photo's shape, smaller than it: 255 is fully, 0 not at all: the flash did
    /// not reach it, other light was too bright, or something moved. There the photo shows what an ordinary one with flash
    /// does. Source: Apple, AVCapturePhoto.constantColorConfidenceMap.
    public var constantColorConfidenceMap: CVPixelBuffer? { companions.constantColor?.confidenceMap }

    /// The mean of ``constantColorConfidenceMap``, 0…1, in which the middle counts more than the edges; 0 for other photos.
    ///
    /// Source: Apple, AVCapturePhoto.constantColorCenterWeightedMeanConfidenceLevel.
    public var constantColorCenterWeightedMeanConfidenceLevel: Float { companions.constantColor?.level ?? 0 }

    /// Whether it is the ordinary photo that comes with one of constant colour.
    ///
    /// Source: Apple, AVCapturePhoto.isConstantColorFallbackPhoto.
    public var isConstantColorFallbackPhoto: Bool { companions.isConstantColorFallback }
}
