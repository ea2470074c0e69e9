import Foundation

/// Standard output and standard error.
enum Console {
    /// Whether somebody is looking at standard error.
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1

    /// The characters in a line of the terminal that shows standard error.
    static var errorWidth: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// A line of what was asked for.
    ///
    /// Ends the program with status 74 when it cannot be written, as to a full disk: a script would take no line for
    /// an empty answer.
    static func print(_ line: String) {
        guard !write(line + "\n", to: STDOUT_FILENO), errno != EPIPE else { return }
        error("Standard output cannot be written: \(String(cString: strerror(errno))).")
        exit(ExitStatus.inputOutput.rawValue)
    }

    /// The one sentence about what went wrong.
    static func error(_ sentence: String) {
        let lines = sentence.split(separator: "\n").joined(separator: " ")
        write("avcam: \(lines)\n", to: STDERR_FILENO)
    }

    /// What a person may want to know beside the result.
    static func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// What a script reads: keys sorted, one object.
    static func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// - Returns: whether all of `text` was written; else `errno` says why not.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                offset += count
            }
            return true
        }
    }
}
