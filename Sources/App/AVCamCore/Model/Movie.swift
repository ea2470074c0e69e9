import Foundation

/// A movie as it was recorded.
package struct Movie: Sendable {
    /// The file, complete.
    package let url: URL
    package let progress: RecordingProgress
    /// When its first frame was captured, more exactly than the file says, which has whole seconds.
    package internal(set) var startDate: Date?
    /// Why the recording ended by itself although the movie is whole: the camera was pulled out, the disk is full. A
    /// limit that was set is no such reason. A microphone that failed ends the sound only, and is told here too.
    package internal(set) var interruption: (any Error)?
}
