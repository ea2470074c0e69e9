/// A message for a ``Logger``, with what a reader of the log may see of each value. Source: Apple, OSLogMessage.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    init(text: String) {
        self.text = text
    }

    /// Text without values. Source: Apple, OSLogMessage.init(stringLiteral:).
    public init(stringLiteral value: String) {
        text = value
    }

    /// Text with values. Source: Apple, OSLogMessage.init(stringInterpolation:).
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// Who may read a value in the log. Source: Apple, OSLogPrivacy.
public struct OSLogPrivacy: Sendable {
    let isPrivate: Bool

    /// Source: Apple, OSLogPrivacy.public.
    public static let `public` = OSLogPrivacy(isPrivate: false)
    /// Source: Apple, OSLogPrivacy.private.
    public static let `private` = OSLogPrivacy(isPrivate: true)
    /// Source: Apple, OSLogPrivacy.sensitive.
    public static let sensitive = OSLogPrivacy(isPrivate: true)
    /// Linux: public, as the log belongs to the user who runs the program. Source: Apple, OSLogPrivacy.auto.
    public static let auto = OSLogPrivacy(isPrivate: false)
}

/// Gathers the text of a message. Source: Apple, OSLogInterpolation.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Source: Apple, OSLogInterpolation.init(literalCapacity:interpolationCount:).
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Source: Apple, OSLogInterpolation.appendLiteral(_:).
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// The value as `String(describing:)` writes it. Source: Apple, OSLogInterpolation.appendInterpolation(_:privacy:).
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

    /// swift-log's level notice. Source: Apple, OSLogType.default.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// swift-log's level info. Source: Apple, OSLogType.info.
    public static let info = OSLogType(rawValue: 0x01)
    /// swift-log's level debug. Source: Apple, OSLogType.debug.
    public static let debug = OSLogType(rawValue: 0x02)
    /// swift-log's level error. Source: Apple, OSLogType.error.
    public static let error = OSLogType(rawValue: 0x10)
    /// A mistake of the program; swift-log's level critical. Source: Apple, OSLogType.fault.
    public static let fault = OSLogType(rawValue: 0x11)
}
