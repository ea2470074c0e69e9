import Foundation

extension String {
    /// A text to be looked up in the app's tables, with what is filled into it. Source: Apple, String.LocalizationValue.
    public struct LocalizationValue: Equatable, Sendable, ExpressibleByStringInterpolation {
        /// As it is in the tables: with a format in the place of each argument, and percent signs doubled.
        package let key: String
        let arguments: [String]

        public init(_ value: String) {
            key = Self.escaped(value)
            arguments = []
        }

        public init(stringLiteral value: String) { self.init(value) }

        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        fileprivate static func escaped(_ text: String) -> String { text.replacingOccurrences(of: "%", with: "%%") }

        /// Source: Apple, String.LocalizationValue.StringInterpolation.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            fileprivate var key = ""
            fileprivate var arguments: [String] = []

            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) { key += LocalizationValue.escaped(literal) }

            private mutating func append(_ format: String, _ argument: String) {
                key += format
                arguments.append(argument)
            }

            public mutating func appendInterpolation(_ string: String) { append("%@", string) }
            public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
                append("%@", String(localized: resource))
            }
            public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
            where F.FormatInput: Equatable, F.FormatOutput == String { append("%@", format.format(input)) }

            public mutating func appendInterpolation<T: BinaryInteger>(_ value: T) { append("%lld", "\(value)") }
            public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T) {
                append("%lf", String(format: "%f", Double(value)))
            }
            public mutating func appendInterpolation<T: BinaryFloatingPoint & CVarArg>(_ value: T, specifier: String) {
                append(specifier, String(format: specifier, Double(value)))
            }
            public mutating func appendInterpolation<T: BinaryInteger & CVarArg>(_ value: T, specifier: String) {
                append(specifier, String(format: specifier, value))
            }
            @_disfavoredOverload public mutating func appendInterpolation<T>(_ value: T) { append("%@", "\(value)") }
        }

        /// The text: of the table if there is one, with the arguments in their places.
        ///
        /// - Parameter value: what it is if the table does not have it; `nil` is the key itself.
        package func localized(table: String? = nil, bundle: Bundle = .main, value: String? = nil) -> String {
            // A key without arguments is in the tables as it is written.
            if arguments.isEmpty {
                let plain = key.replacingOccurrences(of: "%%", with: "%")
                return bundle.localizedString(forKey: plain, value: value, table: table)
            }
            return filled(bundle.localizedString(forKey: key, value: value, table: table))
        }

        private func filled(_ format: String) -> String {
            var result = ""
            var index = 0
            var rest = format[...]
            while let percent = rest.firstIndex(of: "%") {
                result += rest[..<percent]
                rest = rest[rest.index(after: percent)...]
                if rest.first == "%" {
                    result += "%"
                    rest.removeFirst()
                    continue
                }
                var position: Int?
                if let dollar = rest.firstIndex(of: "$"), let number = Int(rest[..<dollar]) {
                    position = number - 1
                    rest = rest[rest.index(after: dollar)...]
                }
                if let end = rest.firstIndex(where: { "@diufgexXosc".contains($0) }) {
                    rest = rest[rest.index(after: end)...]
                }
                let argument = position ?? index
                if arguments.indices.contains(argument) { result += arguments[argument] }
                index += 1
            }
            return result + rest
        }
    }

    /// The text for a key in the app's tables; the key itself if they have none. Source: Apple, String.
    ///
    /// - Parameters:
    ///   - keyAndValue: the key, with the values to be filled in.
    ///   - table: the name of the table; `nil` is `Localizable`.
    ///   - bundle: where the tables are; `nil` is the program's.
    ///   - locale: Linux: the language is the bundle's.
    ///   - comment: for translators.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = keyAndValue.localized(table: table, bundle: bundle ?? .main)
    }

    /// The text for a key in the app's tables; another text if they have none. Source: Apple, String.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - defaultValue: the text if there is no table, with the values to be filled in.
    ///   - table: the name of the table; `nil` is `Localizable`.
    ///   - bundle: where the tables are; `nil` is the program's.
    ///   - locale: Linux: the language is the bundle's.
    ///   - comment: for translators.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = defaultValue.localized(key: "\(key)", table: table, bundle: bundle ?? .main)
    }

    /// The text that a resource stands for. Source: Apple, String.
    @_disfavoredOverload public init(localized resource: LocalizedStringResource) { self = resource.localized }
}

extension String.LocalizationValue {
    /// The text for another key, which stands for this one in the tables.
    package func localized(key: String, table: String?, bundle: Bundle) -> String {
        // No text of a table is this one.
        let missing = "\u{0}"
        let found = bundle.localizedString(forKey: key, value: missing, table: table)
        let text = found == missing ? self.key : found
        // As in `localized(table:bundle:value:)`: only what is written with arguments is a format.
        if arguments.isEmpty { return found == missing ? text.replacingOccurrences(of: "%%", with: "%") : text }
        return filled(text)
    }
}
