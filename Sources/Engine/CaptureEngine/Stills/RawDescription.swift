import CoreMedia

/// What the numbers of a raw frame mean; a source that knows attaches it to each raw frame.
package struct RawDescription: Sendable, Equatable {
    /// The sample of no light at all.
    package var blackLevel: Int
    /// The sample at which the sensor is full.
    package var whiteLevel: Int
    /// What white light is in the camera's own red, green and blue; the largest is 1. Source: DNG, AsShotNeutral.
    package var neutral: [Double]
    /// From CIE XYZ to the camera's red, green and blue, row by row, for daylight (D65). Source: DNG, ColorMatrix1.
    package var colorMatrix: [Double]
    /// The noise's variance is `scale * value + offset`, values being 0 (black) … 1 (white). Source: DNG, NoiseProfile.
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

    package static func == (a: Self, b: Self) -> Bool {
        a.blackLevel == b.blackLevel && a.whiteLevel == b.whiteLevel && a.neutral == b.neutral
            && a.colorMatrix == b.colorMatrix && a.noise == b.noise
    }
}

extension CMSampleBuffer {
    private static let rawDescriptionKey = "RawDescription"

    /// What the source said of a raw frame; `nil` when it knows nothing.
    package var rawDescription: RawDescription? {
        get { CMGetAttachment(self, key: Self.rawDescriptionKey, attachmentModeOut: nil) as? RawDescription }
        set {
            CMSetAttachment(
                self, key: Self.rawDescriptionKey, value: newValue as AnyObject?,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
    }
}
