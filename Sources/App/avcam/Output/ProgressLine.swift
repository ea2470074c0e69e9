import AVCamCore
import Foundation

/// One line on the terminal that shows how far something has come. Shows nothing when nobody looks.
struct ProgressLine {
    private var isShown = false

    mutating func show(_ progress: RecordingProgress) {
        show(Self.text(progress, width: Console.errorWidth))
    }

    mutating func show(_ text: String) {
        guard Console.isErrorTerminal else { return }
        // Return to the start of the line, and erase what an earlier, longer one left.
        Console.write("\r\u{1B}[K\(text.prefix(Console.errorWidth - 1))", to: STDERR_FILENO)
        isShown = true
    }

    /// Leaves the last line standing.
    mutating func end() {
        if isShown { Console.note("") }
        isShown = false
    }

    /// Leaves nothing.
    mutating func erase() {
        if isShown { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
        isShown = false
    }

    /// - Parameter width: of the terminal in characters; what has no room is left out, the last first.
    static func text(_ progress: RecordingProgress, width: Int) -> String {
        let drops = progress.droppedFrames == 0 ? "none dropped" : "\(progress.droppedFrames) dropped"
        var parts = [Text.time(progress.duration), "  \(Text.size(progress.fileSize))", "  \(progress.frames) frames"]
        // Losses are the last thing to be kept quiet about.
        parts.insert(", \(drops)", at: progress.droppedFrames == 0 ? 3 : 1)
        var line = ""
        for part in parts {
            // A line that fills the terminal to its last column wraps on some.
            guard line.count + part.count < width else { break }
            line += part
        }
        return line
    }
}
