import CoreMedia

/// Takes frames (or sound) from a source.
///
/// All methods but ``sourceReopens(_:)`` are called on the source's thread, one at a time for each source. They must
/// return within a fraction of a frame's duration. A sink that has more to do passes the sample to a thread or queue of
/// its own, and documents what it does when it is full.
package protocol FrameSink: AnyObject, Sendable {
    /// Whether it may soon have to leave frames out. A clock that waits for sinks then stands still.
    var isBehind: Bool { get }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route)

    /// A frame was lost before it got here.
    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route)

    /// The next samples are of a device that was closed and opened again, usually in another format. Called on
    /// the thread that changes the graph, while no sample is on its way.
    func sourceReopens(_ route: CaptureGraph.Route)

    /// No more samples will arrive by this route: the device failed, the graph changed (`reconfigured`), or the capture
    /// was stopped (`nil`).
    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?)
}

extension FrameSink {
    package var isBehind: Bool { false }

    package func sourceReopens(_ route: CaptureGraph.Route) {}
}
