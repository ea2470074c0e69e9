import Foundation

/// Standard output and standard error.
enum Console {
    /// Whether somebody is looking at standard error.
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1

    /// A line of what was asked for.
    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

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

    /// Writes all of `text`; a reader that went away is not an error.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return }
                offset += count
            }
        }
    }
}
