/// How many frames the sinks of one source may hold at the same time.
///
/// A source's pool has ``total`` pictures, and those that the source itself needs to make the next one: then no sink
/// that keeps to its share makes the source drop frames.
package enum SinkCapacity {
    /// Frames that wait for a recording's writer: as many as an encoder may lag behind.
    package static let recordingQueue = 12
    /// The frame that the writer is encoding.
    private static let writer = 1
    /// Frames of which photos are being made.
    private static let stills = 2
    /// The frame on the screen.
    private static let preview = 1

    /// All of them.
    package static let total = recordingQueue + writer + stills + preview
}
