import CaptureEngine
import Locking

/// Takes what a source delivers and notes down what a test wants to know of it.
///
/// A note that holds no sample buffer lets the frame go at once, so that the source's pool does not run dry.
package final class SourceRecorder<Note: Sendable>: Sendable {
    private let notes = Monitor<[Note]>([])
    private let note: @Sendable (SourceEvent) -> Note?

    /// - Parameter note: called on the source's thread with each event; `nil` notes nothing.
    package init(_ note: @escaping @Sendable (SourceEvent) -> Note?) {
        self.note = note
    }

    /// What to hand to `FrameSource.start`.
    package var deliver: @Sendable (SourceEvent) -> Void {
        { event in
            guard let note = self.note(event) else { return }
            self.notes.withLock { $0.append(note) }
        }
    }

    /// All notes so far.
    package var all: [Note] { notes.withLock { $0 } }

    /// Forgets what was noted.
    package func clear() { notes.withLock { $0 = [] } }

    /// Waits until there are as many notes.
    ///
    /// - Returns: all notes; fewer than asked for when half a minute was not enough.
    package func wait(for count: Int) -> [Note] {
        notes.wait(timeout: .seconds(30)) { $0.count >= count ? $0 : nil } ?? all
    }
}
