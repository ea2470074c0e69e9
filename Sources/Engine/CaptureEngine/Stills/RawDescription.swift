import CoreMedia

/// What a raw frame's numbers mean; a source that knows attaches it to each raw frame.
package struct RawDescription: Sendable {
    /// The value of a sample without light.
    package var blackLevel: Int
    /// The value of a saturated sample.
    package var whiteLevel: Int
    /// White light in the camera's own red, green and blue; the largest is 1. Source: DNG, AsShotNeutral.
    package var neutral: [Double]
    /// From CIE XYZ to the camera's red, green and blue, row by row, for daylight (D65). Source: DNG, ColorMatrix1.
    package var colorMatrix: [Double]
    /// The noise's variance is `scale * value + offset`, with values from 0 (black) to 1 (white). Source: DNG,
    /// NoiseProfile.
    package var noise: (scale: Double, offset: Double)

    package init(
        blackLevel: Int, whiteLevel: Int, neutral: [Double], colorMatrix: [Double],
        noise: (scale: Double, offset: Double)
    ) {
        self.blackLevel = blackLevel
        self.whiteLevel = whiteLevel
        self.neutral = neutral
        self.colorMatrix = colorMatrix
        self.noise = noise
    }
}

extension CMSampleBuffer {
    private static let rawDescriptionKey = "RawDescription"

    /// The source's description of a raw frame; `nil` if it has none.
    package var rawDescription: RawDescription? {
        get { CMGetAttachment(self, key: Self.rawDescriptionKey, attachmentModeOut: nil) as? RawDescription }
        set {
            CMSetAttachment(
                self, key: Self.rawDescriptionKey, value: newValue as AnyObject?,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
    }
}
