import CoreMedia

/// One way a camera can measure depth along with its frames.
package struct DepthFormat: Sendable, Equatable {
    /// `kCVPixelFormatType_DepthFloat32` (meters), `kCVPixelFormatType_DisparityFloat32` (1/meters), or a Float16 form.
    package var pixelFormat: OSType
    package var dimensions: CMVideoDimensions
    /// The times from one map to the next, shortest first.
    package var frameDurations: [ClosedRange<CMTime>]

    package init(pixelFormat: OSType, dimensions: CMVideoDimensions, frameDurations: [ClosedRange<CMTime>]) {
        self.pixelFormat = pixelFormat
        self.dimensions = dimensions
        self.frameDurations = frameDurations
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.pixelFormat == b.pixelFormat && a.dimensions.width == b.dimensions.width
            && a.dimensions.height == b.dimensions.height && a.frameDurations == b.frameDurations
    }
}

/// The depth that a source should deliver beside its frames.
package struct DepthRequest: Sendable, Equatable {
    /// One of the source's ``SourceFormat/depthFormats``.
    package var format: DepthFormat
    /// The shortest time from one map to the next; `nil` for depth with each frame.
    package var minFrameDuration: CMTime?

    package init(format: DepthFormat, minFrameDuration: CMTime? = nil) {
        self.format = format
        self.minFrameDuration = minFrameDuration
    }
}

/// A source that can measure depth while it delivers frames. Each map is a ``SourceEvent/depth(_:)`` that follows the
/// frame of the same moment and has its timestamp.
package protocol DepthSource: FrameSource {
    /// Begins, changes or ends the depth, with the next frame; before ``FrameSource/start(_:deliver:)`` too. Returns at
    /// once; any thread.
    func streamDepth(_ request: DepthRequest?)
}

/// Picks the frames that depth comes with.
package struct DepthPace {
    private var last: CMTime?

    package init() {}

    /// - Returns: whether depth comes with the frame of that time: never sooner after the last than `minFrameDuration`.
    package mutating func takes(_ time: CMTime, _ request: DepthRequest, frameDuration: CMTime) -> Bool {
        if let last, let shortest = request.minFrameDuration, time > last {
            // Drivers' times jitter.
            let tolerance = frameDuration.seconds / 4
            if (time - last).seconds + tolerance < shortest.seconds { return false }
        }
        last = time
        return true
    }
}
