import CoreMedia

/// What flows from where to where: the whole configuration of a running capture, as a value.
///
/// The API layer makes one from its mutable objects at each commit; ``CapturePipeline`` compares it with the running
/// graph and changes only what differs.
package struct CaptureGraph: Sendable {
    /// A device that should deliver, and how.
    package struct Source: Sendable {
        package var device: DeviceDescription
        package var configuration: SourceConfiguration
        /// The depth to deliver beside the frames; `nil` for none. A change of it alone interrupts nothing.
        package var depth: DepthRequest?
        /// Sees each frame before the sinks do, on the source's thread; must return at once.
        package var onFrame: (@Sendable (CMSampleBuffer) -> Void)?

        package init(
            device: DeviceDescription, configuration: SourceConfiguration,
            onFrame: (@Sendable (CMSampleBuffer) -> Void)? = nil
        ) {
            self.device = device
            self.configuration = configuration
            self.onFrame = onFrame
        }

        /// Whether a device that delivers for `other` can continue unchanged.
        func isSatisfied(by other: Source) -> Bool {
            device.id == other.device.id && configuration.format.index == other.configuration.format.index
                && configuration.frameDuration == other.configuration.frameDuration
        }
    }

    /// The path of frames from one source to one sink.
    package struct Route: Sendable {
        /// What a source delivers.
        package enum Media: Sendable {
            /// Frames, or sound.
            case main
            case depth
        }

        package var source: DeviceID
        package var media: Media
        package var sink: any FrameSink
        /// Clockwise degrees by which the sink should see the picture rotated: 0, 90, 180, 270.
        package var rotation: Int
        /// Whether the sink should see the picture mirrored (after the rotation).
        package var isMirrored: Bool
        /// Distinguishes the route from all others, including past ones.
        package var id: RouteID

        package init(
            source: DeviceID, media: Media = .main, sink: any FrameSink, rotation: Int = 0, isMirrored: Bool = false,
            id: RouteID
        ) {
            self.source = source
            self.media = media
            self.sink = sink
            self.rotation = rotation
            self.isMirrored = isMirrored
            self.id = id
        }
    }

    package var sources: [Source]
    package var routes: [Route]

    package init(sources: [Source] = [], routes: [Route] = []) {
        self.sources = sources
        self.routes = routes
    }
}
