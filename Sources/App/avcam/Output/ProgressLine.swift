import AVCamCore
import Foundation

/// One line on the terminal that shows how far a recording has come. Shows nothing when nobody looks.
struct ProgressLine {
    private var isShown = false

    mutating func show(_ progress: RecordingProgress) {
        guard Console.isErrorTerminal else { return }
        // Return to the start of the line, and erase what an earlier, longer one left.
        Console.write("\r\u{1B}[K\(Self.text(progress))", to: STDERR_FILENO)
        isShown = true
    }

    /// Leaves the last line standing.
    mutating func end() {
        if isShown { Console.note("") }
        isShown = false
    }

    static func text(_ progress: RecordingProgress) -> String {
        let drops = progress.droppedFrames == 0 ? "none dropped" : "\(progress.droppedFrames) dropped"
        return "\(Text.time(progress.duration))  \(Text.size(progress.fileSize))  \(progress.frames) frames, \(drops)"
    }
}
