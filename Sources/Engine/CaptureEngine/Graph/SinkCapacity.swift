/// How many frames the sinks of one source may hold at the same time.
///
/// A source's pool has ``total`` pictures, and those that the source itself needs to make the next one: then no sink
/// that keeps to its share makes the source drop frames.
package enum SinkCapacity {
    /// Frames that wait for a recording's writer: as many as an encoder may lag behind.
    package static let recordingQueue = 12
    /// Frames that a Live Photo's movie may lag behind. They take the recording's share: there is no Live Photo while
    /// there is a movie output.
    package static let livePhotoQueue = 6
    /// The frame that the writer is encoding.
    private static let writer = 1
    /// Recent frames that are kept for the next photo, at the highest quality.
    package static let stillRing = 6
    /// Frames that one photo alone may be made of.
    package static let mergedStills = 6
    /// Frames of which photos are being made, some of them recent ones still: those of one merge, and the moments of
    /// three more photos.
    package static let lentStills = mergedStills + 3
    /// The frame on the screen.
    private static let preview = 1

    /// The frame in which codes are looked for.
    private static let codeSearch = 1

    /// All of them.
    package static let total = recordingQueue + writer + stillRing + lentStills + preview + codeSearch
}
