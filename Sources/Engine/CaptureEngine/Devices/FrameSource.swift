import CoreMedia

/// Makes frames (or sound): one open device.
///
/// | state | `start` | `stop` |
/// | --- | --- | --- |
/// | idle | opens the device, starts a thread, → delivering | nothing |
/// | delivering | programming error | ends the thread, closes the device, → idle |
/// | failed (after a `.failed` event) | opens the device again | closes what is left, → idle |
///
/// `start` and `stop` block and are called by one thread at a time; events come on the source's own thread.
package protocol FrameSource: AnyObject, Sendable {
    var id: DeviceID { get }

    /// Opens the device and begins to deliver.
    ///
    /// Returns when the device has accepted the configuration and streams; the first sample comes later. The first
    /// sample of a camera, and every later one, carries its capture time on the monotonic clock (`CLOCK_MONOTONIC`,
    /// as `CMClockGetHostTimeClock()` tells it), and its duration.
    ///
    /// - Parameter deliver: called on the source's thread, one event at a time. It returns quickly; while it runs, no
    ///   further frame is taken from the device.
    /// - Throws: ``CaptureError`` `deviceInUse`, `deviceNotFound`, `notAuthorized`, `formatUnsupported`, `deviceFailed`.
    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError)

    /// Ends the delivery. When it returns no event is under way and none will come. Must not be called from `deliver`.
    func stop()
}

/// How a source should deliver.
package struct SourceConfiguration: Sendable {
    package var format: SourceFormat
    /// The duration of one frame, out of the format's ``SourceFormat/frameDurations``; `nil` takes the fastest.
    package var frameDuration: CMTime?
    /// The camera's settings at the start; ``AdjustableSource/adjust(_:)`` changes them while it delivers.
    package var settings: CameraSettings

    package init(format: SourceFormat, frameDuration: CMTime? = nil, settings: CameraSettings = CameraSettings()) {
        self.format = format
        self.frameDuration = frameDuration
        self.settings = settings
    }
}

/// What comes out of a source.
package enum SourceEvent: Sendable {
    /// A frame, or a block of sound.
    case sample(CMSampleBuffer)
    /// A lost frame: the driver skipped it, it was damaged, or no buffer was free.
    case dropped(timestamp: CMTime, reason: DropReason)
    /// The depth of the frame before it, made by ``DepthSamples``. Only from a ``DepthSource`` that was asked for it.
    case depth(CMSampleBuffer)
    /// Lost depth data.
    case depthDropped(timestamp: CMTime, reason: DropReason)
    /// The device is gone or broken; nothing more comes. The last event.
    case failed(CaptureError)
}

package enum DropReason: Sendable, Hashable {
    /// A sink was still busy with an earlier frame.
    case late
    /// Every buffer was in use.
    case outOfBuffers
    /// The device lost or damaged it.
    case discontinuity
}
