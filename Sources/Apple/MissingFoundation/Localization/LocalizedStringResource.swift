import Foundation

/// A text to be looked up later. Source: Apple, LocalizedStringResource.
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// Where the tables are. Source: Apple, LocalizedStringResource.BundleDescription.
    public enum BundleDescription: Equatable, Sendable {
        case main
        case forClass(AnyClass)
        case atURL(URL)

        public static func == (one: BundleDescription, other: BundleDescription) -> Bool { one.bundle == other.bundle }

        fileprivate var bundle: Bundle {
            switch self {
            case .main: .main
            case .forClass(let type): Bundle(for: type)
            case .atURL(let url): Bundle(url: url) ?? .main
            }
        }
    }

    public let key: String
    public let defaultValue: String.LocalizationValue
    public let table: String?
    public var locale: Locale
    public let bundle: BundleDescription
    /// Whether the key is not what is shown if there is no table.
    private let hasOwnKey: Bool

    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        (key, defaultValue, hasOwnKey) = (keyAndValue.key, keyAndValue, false)
        (self.table, self.locale, self.bundle) = (table, locale, bundle)
    }

    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        (self.key, self.defaultValue, hasOwnKey) = ("\(key)", defaultValue, true)
        (self.table, self.locale, self.bundle) = (table, locale, bundle)
    }

    public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    package var localized: String {
        hasOwnKey
            ? defaultValue.localized(key: key, table: table, bundle: bundle.bundle)
            : defaultValue.localized(table: table, bundle: bundle.bundle)
    }
}
