import Foundation

/// A text to be looked up later. Source: Apple, LocalizedStringResource.
///
/// On Apple's systems it is in Foundation.
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedStringKey
    public let table: String?
    public let locale: Locale

    public init(
        _ key: LocalizedStringKey, table: String? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        text = key
        self.table = table
        self.locale = locale
    }

    public init(stringLiteral value: String) { self.init(LocalizedStringKey(value)) }

    public init(stringInterpolation: LocalizedStringKey.StringInterpolation) {
        self.init(LocalizedStringKey(stringInterpolation: stringInterpolation))
    }

    public var key: String { text.key }
}

extension String {
    /// The text of the app's tables.
    public init(localized resource: LocalizedStringResource) { self = resource.text.localized(table: resource.table) }
}
