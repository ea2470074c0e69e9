import CoreVideo

extension AVCapturePhoto {
    /// The result of isolating the light of the flash.
    struct ConstantColor {
        var confidenceMap: CVPixelBuffer
        var level: Float
    }

    /// How well each part of a constant color photo shows the colors in the flash's light alone; `nil` for other
    /// photos.
    ///
    /// `kCVPixelFormatType_OneComponent8`, smaller than the photo but with its aspect ratio. 255 is full confidence; 0
    /// means that the flash did not reach that part, other light was too bright, or something moved. There the photo
    /// looks like an ordinary one with flash.
    public var constantColorConfidenceMap: CVPixelBuffer? { companions.constantColor?.confidenceMap }

    /// The mean of ``constantColorConfidenceMap``, 0…1, weighted toward the center; 0 for other photos.
    public var constantColorCenterWeightedMeanConfidenceLevel: Float { companions.constantColor?.level ?? 0 }

    /// Whether this is the ordinary photo that comes with a constant color photo.
    public var isConstantColorFallbackPhoto: Bool { companions.isConstantColorFallback }
}
