import CaptureEngine
import CoreMedia

/// How steady a picture is to be, and what that may cost.
package struct StabilizationStyle: Sendable, Hashable {
    /// No delay.
    package static let standard = StabilizationStyle(margin: 0.05, rate: 1.6, lookAhead: 0)
    /// Steadier: a smaller view, and a delay of 12 frames, but no more than 0.4 seconds.
    package static let cinematic = StabilizationStyle(
        margin: 0.075, rate: 1.2, lookAhead: SinkCapacity.stabilizationLookAhead)

    /// What is cut off at each edge, as a part of the width and of the height.
    let margin: Double
    /// How fast the smooth path follows the camera while they are near each other: the part of the distance that it
    /// makes good, a second.
    let rate: Double
    /// The rate at the end of the margin is larger by this factor, plus 1.
    let urgency = 12.0
    /// How many frames are known when one is shown.
    let lookAhead: Int
    /// Or for how long frames are known, if that is less: a slow camera's frames are not held back for seconds.
    let lookAheadSeconds = 0.4
    /// How fast the frames ahead lose importance, a second.
    let returnRate = 6.0

    /// The part of the camera's width and height that is seen.
    package var view: Double { 1 - 2 * margin }
}

extension StabilizationStyle {
    /// Pixels a second that are made steady in two thirds of the time that there is.
    private static let mostPixels = 1920.0 * 1080 * 60

    /// Whether a camera's frames can be made steady as fast as they come: their pixel format and their number.
    package static func supports(_ format: SourceFormat) -> Bool {
        let size = format.description.dimensions
        return TemporalMerge.pixelFormats.contains(format.description.mediaSubType.rawValue)
            && Double(size.width) * Double(size.height) * format.maxFrameRate <= mostPixels
    }
}
