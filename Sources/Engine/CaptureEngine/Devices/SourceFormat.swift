import CoreMedia

/// One way a device can deliver: what the samples look like, and how often they come.
package struct SourceFormat: Sendable {
    /// The samples as they leave the source. For a camera that compresses (MJPEG) it is the format *after* decoding.
    package var description: CMFormatDescription
    /// What the device itself sends, in its own four-character code (V4L2's `MJPG`, `YUYV` …), for people and logs.
    package var native: String
    /// The frame durations on offer, shortest (fastest) first: a single value where lower and upper bound are equal.
    /// Empty for sound.
    package var frameDurations: [ClosedRange<CMTime>]
    /// Horizontal field of view in degrees; 0 when unknown.
    package var fieldOfView: Float
    /// The larger sizes that a still may have, besides the size of the stream itself.
    package var photoDimensions: [CMVideoDimensions]
    /// The Bayer pixel formats in which a still can also be had, the best first.
    package var rawPixelFormats: [OSType] = []
    /// The size of such a still if it differs from the picture's: the whole sensor.
    package var rawDimensions: CMVideoDimensions?
    /// How a ``StillSource`` can measure depth along with a still, and a ``DepthSource`` along with the frames, the best
    /// first.
    package var depthFormats: [DepthFormat] = []
    /// Whether the device shrinks neither the sensor's field nor its pixels for this format.
    package var isHighestPhotoQuality: Bool
    /// The position in the backend's own list; only the backend that made the format reads it.
    package var index: Int

    package init(
        description: CMFormatDescription, native: String, frameDurations: [ClosedRange<CMTime>] = [],
        fieldOfView: Float = 0, photoDimensions: [CMVideoDimensions] = [], isHighestPhotoQuality: Bool = false,
        index: Int
    ) {
        self.description = description
        self.native = native
        self.frameDurations = frameDurations
        self.fieldOfView = fieldOfView
        self.photoDimensions = photoDimensions
        self.isHighestPhotoQuality = isHighestPhotoQuality
        self.index = index
    }

    /// The fastest rate on offer in frames a second; 0 for sound.
    package var maxFrameRate: Double {
        guard let fastest = frameDurations.first?.lowerBound.seconds, fastest > 0 else { return 0 }
        return 1 / fastest
    }
}
