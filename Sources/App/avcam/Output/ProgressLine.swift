import AVCamCore
import Foundation

/// One line on the terminal that shows progress. Shows nothing if there is no terminal.
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

    /// Keeps the last line on the screen.
    mutating func end() {
        if isShown { Console.note("") }
        isShown = false
    }

    /// Removes the line.
    mutating func erase() {
        if isShown { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
        isShown = false
    }

    /// - Parameter width: the terminal's, in characters; parts that do not fit are left out, the last first.
    static func text(_ progress: RecordingProgress, width: Int) -> String {
        let drops = progress.droppedFrames == 0 ? "none dropped" : "\(progress.droppedFrames) dropped"
        var parts = [Text.time(progress.duration), "  \(Text.size(progress.fileSize))", "  \(progress.frames) frames"]
        // Losses are the last thing to leave out.
        parts.insert(", \(drops)", at: progress.droppedFrames == 0 ? 3 : 1)
        var line = ""
        for part in parts {
            // On some terminals, a line that fills the last column wraps.
            guard line.count + part.count < width else { break }
            line += part
        }
        return line
    }
}
