/// A value on the bus.
package enum BusValue: Sendable, Equatable {
    case bool(Bool)
    case number(Int64)
    /// Finite.
    case double(Double)
    case string(String)
    case strings([String])
    /// A path of an object: letters, digits, underscores and slashes.
    case path(String)
    case dictionary([String: BusValue])
    indirect case tuple([BusValue])

    /// In the form of GLib's variants. Source: GLib, "GVariant Text Format".
    package var text: String {
        switch self {
        case .bool(let value): "\(value)"
        case .number(let value): "int64 \(value)"
        case .double(let value): "\(value)"
        case .string(let value): Self.quoted(value)
        case .strings(let values): "@as [\(values.map(Self.quoted).joined(separator: ", "))]"
        case .path(let value): "objectpath \(Self.quoted(value))"
        case .dictionary(let values):
            "@a{sv} {\(values.sorted { $0.key < $1.key }.map { Self.pair($0.key, $0.value) }.joined(separator: ", "))}"
        // A comma at the end belongs to a single value alone.
        case .tuple(let values): "(\(values.map(\.text).joined(separator: ", "))\(values.count == 1 ? "," : ""))"
        }
    }

    private static func pair(_ key: String, _ value: BusValue) -> String { "\(quoted(key)): <\(value.text)>" }

    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "'" || scalar == "\\" { quoted += "\\" }
            // Not in a text of one line.
            quoted += scalar == "\n" ? "\\n" : String(scalar)
        }
        return quoted + "'"
    }
}
