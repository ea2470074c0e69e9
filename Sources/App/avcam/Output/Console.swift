import Foundation
import Locking
import NewFiles

/// Standard output and standard error.
enum Console {
    /// Whether standard error is a terminal.
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1
    private static let isOutputTerminal = isatty(STDOUT_FILENO) == 1

    /// The width in characters of the terminal that shows standard error.
    static var errorWidth: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Gives standard input, output and error a descriptor if they are closed. Otherwise the next file that is opened,
    /// such as the library's catalogue, would get theirs, and what is printed would be written into it.
    static func occupyStandardDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free one is this one. In the wrong direction, so that its use is an error, as before.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Prints a line of the requested output.
    ///
    /// Ends the program with status 74 if the line cannot be written, for example to a full disk: a script would take a
    /// missing line for an empty answer.
    static func print(_ line: String) { printText(shown(line) + "\n") }

    /// A line as it is printed. A script needs names exactly as they are. On a terminal, control characters in them must
    /// have no effect, and a line break must not make a line of its own.
    static func shown(_ line: String) -> String { isOutputTerminal ? Text.harmless(line) : line }

    /// Prints whole lines, as ``print(_:)`` does.
    static func printText(_ text: String) {
        let text = isOutputTerminal ? Text.harmless(text, keeping: "\n") : text
        guard !write(text, to: STDOUT_FILENO), errno != EPIPE else { return }
        let reason = errno == EBADF ? "it is closed" : String(cString: strerror(errno))
        error("Standard output cannot be written: \(reason).")
        exit(ExitStatus.inputOutput.rawValue)
    }

    /// Prints the sentence that says what went wrong. The same one is not printed twice.
    static func error(_ sentence: String) {
        let lines = Text.harmless(sentence.split(separator: "\n").joined(separator: " "))
        guard said.withLock({ $0.insert(lines).inserted }) else { return }
        write("avcam: \(lines)\n", to: STDERR_FILENO)
    }

    private static let said = Mutex<Set<String>>([])

    /// Prints what a person may want to know besides the result.
    static func note(_ line: String) { write(Text.harmless(line) + "\n", to: STDERR_FILENO) }

    /// Prints what a script reads: one object, with sorted keys.
    static func printJSON(_ value: some Encodable) throws {
        printText(String(decoding: try jsonEncoder.encode(value), as: UTF8.self) + "\n")
    }

    static var jsonEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    /// - Returns: whether all of `text` was written; if not, `errno` says why.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}
