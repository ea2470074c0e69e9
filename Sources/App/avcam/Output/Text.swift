import AVFoundation

/// Numbers as people read them.
enum Text {
    /// `00:01:02.3`
    static func time(_ seconds: Double) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(.down))
        return "\(two(tenths / 36000)):\(two(tenths / 600 % 60)):\(two(tenths / 10 % 60)).\(tenths % 10)"
    }

    /// `1.2 MB`, in powers of ten, as in file managers.
    static func size(_ bytes: Int64) -> String {
        var value = Double(bytes)
        for unit in ["bytes", "kB", "MB", "GB"] {
            if value < 1000 { return unit == "bytes" ? "\(bytes) bytes" : "\(decimal(value)) \(unit)" }
            value /= 1000
        }
        return "\(decimal(value)) TB"
    }

    /// `12 ms` or `3.1 s`
    static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        return milliseconds < 1000 ? "\(Int(milliseconds.rounded())) ms" : "\(decimal(milliseconds / 1000)) s"
    }

    /// With one decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `30` or `29.97`
    static func rate(_ rate: Double) -> String {
        let hundredths = Int((rate * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(two(hundredths % 100))"
    }

    static func dimensions(_ size: CMVideoDimensions) -> String { "\(size.width) x \(size.height)" }

    /// Escapes the control characters that a terminal obeys, which file names may contain. `\u{1B}` becomes `\x1b`.
    ///
    /// - Parameter kept: a control character that stays.
    static func harmless(_ text: String, keeping kept: Unicode.Scalar? = nil) -> String {
        if !text.unicodeScalars.contains(where: isControl) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar), scalar != kept {
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Source: ISO/IEC 6429, the sets C0 and C1; Unicode, UAX #9, the characters that change the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
