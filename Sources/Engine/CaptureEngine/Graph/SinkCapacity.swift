/// How many frames the sinks of one source may hold at the same time.
///
/// A source's pool has ``total`` pictures, plus those that the source needs to make the next one. So no sink that keeps
/// to its share makes the source drop frames.
package enum SinkCapacity {
    /// Frames that wait for a recording's writer: how far an encoder may lag.
    package static let recordingQueue = 12
    /// How far a Live Photo's movie may lag, in frames. They use the recording's share, because there is no Live Photo
    /// while there is a movie output.
    package static let livePhotoQueue = 6
    /// The frame that the writer is encoding.
    private static let writer = 1
    /// Recent frames kept for the next photo, at the highest quality.
    package static let stillRing = 6
    /// The most frames that one photo is made from.
    package static let mergedStills = 6
    /// Frames of photos in progress, some of which may still be recent ones: those of one merge, and the moments of
    /// three more photos.
    package static let lentStills = mergedStills + 3
    /// The frame on screen.
    private static let preview = 1

    /// The frame that is searched for codes.
    private static let codeSearch = 1

    /// Frames that wait to be made steady.
    package static let stabilizationQueue = 4
    /// Frames that are held back until those after them show where the camera goes.
    package static let stabilizationLookAhead = 12

    /// Maps of depth that may be in use at the same time: those that wait for a delegate or a synchronizer, and some that
    /// the program keeps.
    package static let depth = 20

    package static let total =
        recordingQueue + writer + stillRing + lentStills + preview + codeSearch + stabilizationQueue
        + stabilizationLookAhead
}
