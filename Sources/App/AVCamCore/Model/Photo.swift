import AVFoundation

/// A photo as it was captured, not saved yet.
package struct Photo: Sendable {
    /// A complete file.
    package let data: Data
    /// In pixels, as it is stored.
    package let dimensions: CMVideoDimensions
    /// When the frame was captured, on the host clock.
    package let timestamp: CMTime
}
