import Foundation

/// How busy the machine is.
enum ProcessorLoad {
    /// Whether all processors have something to do at this moment, beside the calling thread.
    static var isFull: Bool {
        // proc(5): "0.20 0.18 0.12 1/80 11206"; the fourth is the threads that can run now, of all.
        guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
            let running = runningThreads(in: text)
        else { return false }
        return running - 1 >= ProcessInfo.processInfo.activeProcessorCount
    }

    static func runningThreads(in text: String) -> Int? {
        let fields = text.split(separator: " ")
        guard fields.count > 3, let running = fields[3].split(separator: "/").first else { return nil }
        return Int(running)
    }
}
