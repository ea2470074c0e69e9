/// Standard output for many lines, which are written together.
struct BufferedOutput {
    private static let size = 1 << 16

    private var text = ""

    mutating func write(_ part: String) {
        text += part
        if text.utf8.count >= Self.size { flush() }
    }

    /// Writes the remaining lines.
    mutating func flush() {
        Console.printText(text)
        text.removeAll(keepingCapacity: true)
    }
}
