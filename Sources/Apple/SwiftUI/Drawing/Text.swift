import Foundation

/// Lines of text. Source: Apple, Text.
public nonisolated struct Text: Equatable, Sendable {
    /// Source: Apple, Text.TruncationMode.
    public enum TruncationMode: Hashable, Sendable {
        case head
        case tail
        case middle
    }

    /// Source: Apple, Text.DateStyle.
    public struct DateStyle: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case time, date, timer, relative, offset
        }
        let kind: Kind
        public static let time = DateStyle(kind: .time)
        public static let date = DateStyle(kind: .date)
        public static let timer = DateStyle(kind: .timer)
        public static let relative = DateStyle(kind: .relative)
        public static let offset = DateStyle(kind: .offset)
    }

    enum Source: Equatable, Sendable {
        case plain(String)
        case localized(LocalizedStringKey, table: String?, bundle: String?)
        case date(Date, DateStyle)
    }

    /// A part of the text, with what its own modifiers say.
    struct Run: Equatable, Sendable {
        var source: Source
        var font: Font?
        var style = FontStyle()
        var color: Color?
        var background: Color?
    }
    var runs: [Run]

    private init(_ source: Source) { runs = [Run(source: source)] }

    public init(verbatim content: String) { self.init(.plain(content)) }
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { self.init(.plain(String(content))) }

    /// The text for a key in the app's tables; the key itself if they have none.
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        self.init(.localized(key, table: tableName, bundle: bundle?.bundlePath))
    }

    @_disfavoredOverload public init(_ resource: LocalizedStringResource) {
        self.init(.plain(String(localized: resource)))
    }
    public init(_ date: Date, style: DateStyle) { self.init(.date(date, style)) }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(.plain(format.format(input)))
    }

    public static func + (lhs: Text, rhs: Text) -> Text {
        var text = lhs
        text.runs += rhs.runs
        return text
    }

    private func with(_ change: (inout Run) -> Void) -> Text {
        var text = self
        for index in text.runs.indices { change(&text.runs[index]) }
        return text
    }

    // Modifiers of the parts around win over those of the whole.
    public func font(_ font: Font?) -> Text { with { $0.font = $0.font ?? font } }
    public func fontWeight(_ weight: Font.Weight?) -> Text { with { $0.style.weight = $0.style.weight ?? weight } }
    public func fontDesign(_ design: Font.Design?) -> Text { with { $0.style.design = $0.style.design ?? design } }
    public func bold() -> Text { fontWeight(.bold) }
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
    public func italic() -> Text { with { $0.style.isItalic = true } }
    public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }
    public func monospaced(_ isActive: Bool = true) -> Text { isActive ? fontDesign(.monospaced) : self }
    public func monospacedDigit() -> Text { with { $0.style.hasMonospacedDigits = true } }
    public func underline(_ isActive: Bool = true) -> Text { with { $0.style.isUnderlined = isActive } }
    public func strikethrough(_ isActive: Bool = true) -> Text { with { $0.style.isStruckThrough = isActive } }
    /// Puts points between letters.
    public func tracking(_ tracking: CGFloat) -> Text { with { $0.style.tracking = $0.style.tracking ?? tracking } }
    /// Puts points between letters where there is no ``tracking(_:)``. Linux: both look alike.
    public func kerning(_ kerning: CGFloat) -> Text { with { $0.style.kerning = $0.style.kerning ?? kerning } }
    public func foregroundColor(_ color: Color?) -> Text { with { $0.color = $0.color ?? color } }
    public func foregroundStyle(_ style: Color) -> Text { foregroundColor(style) }
}

extension Text.Source {
    func string(_ environment: EnvironmentValues) -> String {
        switch self {
        case .plain(let text): return text
        case .localized(let key, let table, let bundle):
            return key.localized(table: table, bundle: bundle.flatMap { Bundle(path: $0) } ?? .main)
        case .date(let date, let style):
            switch style.kind {
            case .time: return date.formatted(date: .omitted, time: .shortened)
            case .date: return date.formatted(date: .long, time: .omitted)
            case .timer, .offset, .relative:
                let seconds = date.timeIntervalSince((environment.wallClock ?? .system).now)
                return Self.duration(abs(seconds), style, seconds > 0)
            }
        }
    }

    private static func duration(_ seconds: TimeInterval, _ style: Text.DateStyle, _ isLater: Bool) -> String {
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        if style.kind == .timer {
            let tail = String(format: "%02d", rest)
            return hours > 0 ? "\(hours):" + String(format: "%02d", minutes) + ":" + tail : "\(minutes):" + tail
        }
        let units = [(whole / 86400, "day"), (hours % 24, "hour"), (minutes, "min"), (rest, "sec")]
        let used = units.first { $0.0 > 0 } ?? (0, "sec")
        let name = used.1 == "day" || used.1 == "hour" ? used.1 + (used.0 == 1 ? "" : "s") : used.1
        return (style.kind == .offset ? (isLater ? "-" : "+") : "") + "\(used.0) \(name)"
    }

    /// The date that the text counts from or to: it changes by itself.
    var countedDate: Date? {
        guard case .date(let date, let style) = self, style.kind != .time && style.kind != .date else { return nil }
        return date
    }
}

/// A text to be looked up in the app's tables. Source: Apple, LocalizedStringKey.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    let value: String.LocalizationValue

    public init(_ value: String) { self.value = String.LocalizationValue(value) }

    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        value = String.LocalizationValue(stringInterpolation: stringInterpolation.value)
    }

    /// Source: Apple, LocalizedStringKey.StringInterpolation.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var value: String.LocalizationValue.StringInterpolation

        public init(literalCapacity: Int, interpolationCount: Int) {
            value = .init(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }
        public mutating func appendLiteral(_ literal: String) { value.appendLiteral(literal) }
        public mutating func appendInterpolation(_ string: String) { value.appendInterpolation(string) }
        public mutating func appendInterpolation(_ text: Text) {
            value.appendInterpolation(text.runs.map { $0.source.string(EnvironmentValues()) }.joined())
        }
        public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
            value.appendInterpolation(resource)
        }
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String { value.appendInterpolation(input, format: format) }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            value.appendInterpolation(Text.Source.date(date, style).string(EnvironmentValues()))
        }
        public mutating func appendInterpolation<T: BinaryInteger>(_ value: T) { self.value.appendInterpolation(value) }
        public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T) {
            self.value.appendInterpolation(value)
        }
        public mutating func appendInterpolation<T: BinaryFloatingPoint & CVarArg>(_ value: T, specifier: String) {
            self.value.appendInterpolation(value, specifier: specifier)
        }
        public mutating func appendInterpolation<T: BinaryInteger & CVarArg>(_ value: T, specifier: String) {
            self.value.appendInterpolation(value, specifier: specifier)
        }
        @_disfavoredOverload public mutating func appendInterpolation<T>(_ value: T) {
            self.value.appendInterpolation("\(value)")
        }
    }

    /// The text: of the table if there is one, with the arguments in their places.
    func localized(table: String? = nil, bundle: Bundle = .main) -> String {
        value.localized(table: table, bundle: bundle)
    }
}
