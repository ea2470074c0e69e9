/// A message for a ``Logger``, with the privacy of each value. Source: Apple, OSLogMessage.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    init(text: String) {
        self.text = text
    }

    /// Text without values.
    public init(stringLiteral value: String) {
        text = value
    }

    /// Text with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// Who may read a value in the log. Source: Apple, OSLogPrivacy.
public struct OSLogPrivacy: Sendable {
    let isPrivate: Bool

    public static let `public` = OSLogPrivacy(isPrivate: false)
    public static let `private` = OSLogPrivacy(isPrivate: true)
    public static let sensitive = OSLogPrivacy(isPrivate: true)
    /// Linux: public, because the log belongs to the user who runs the program.
    public static let auto = OSLogPrivacy(isPrivate: false)
}

/// Collects the text of a message. Source: Apple, OSLogInterpolation.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// The value as written by `String(describing:)`.
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
        text += privacy.isPrivate ? "<private>" : String(describing: value())
    }
}

/// How serious a message is. Source: Apple, OSLogType.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// swift-log's notice level.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// swift-log's info level.
    public static let info = OSLogType(rawValue: 0x01)
    /// swift-log's debug level.
    public static let debug = OSLogType(rawValue: 0x02)
    /// swift-log's error level.
    public static let error = OSLogType(rawValue: 0x10)
    /// A bug in the program; swift-log's critical level.
    public static let fault = OSLogType(rawValue: 0x11)
}
