import CaptureEngine
import Locking

/// Receives a source's events, and keeps what a test needs to know about them.
///
/// If a note holds no sample buffer, the frame is released at once, so that the source's pool does not run dry.
package final class SourceRecorder<Note: Sendable>: Sendable {
    private let notes = Monitor<[Note]>([])
    private let note: @Sendable (SourceEvent) -> Note?

    /// - Parameter note: called on the source's thread with each event; `nil` notes nothing.
    package init(_ note: @escaping @Sendable (SourceEvent) -> Note?) {
        self.note = note
    }

    /// The argument for `FrameSource.start`.
    package var deliver: @Sendable (SourceEvent) -> Void {
        { event in
            guard let note = self.note(event) else { return }
            self.notes.withLock { $0.append(note) }
        }
    }

    /// All notes so far.
    package var all: [Note] { notes.withLock { $0 } }

    /// Removes all notes.
    package func clear() { notes.withLock { $0 = [] } }

    /// Waits until there are as many notes.
    ///
    /// - Returns: all notes; fewer than requested if half a minute was not enough.
    package func wait(for count: Int) -> [Note] {
        notes.wait(timeout: .seconds(30)) { $0.count >= count ? $0 : nil } ?? all
    }
}
