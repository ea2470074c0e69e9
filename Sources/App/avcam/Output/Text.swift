import AVFoundation

/// Numbers as people read them.
enum Text {
    /// `00:01:02.3`
    static func time(_ seconds: Double) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(.down))
        return "\(two(tenths / 36000)):\(two(tenths / 600 % 60)):\(two(tenths / 10 % 60)).\(tenths % 10)"
    }

    /// `1.2 MB`, in powers of ten as file managers have it.
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

    /// With one place behind the point.
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

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
