import UIKitCore

/// How large a person wants text. Source: Apple, DynamicTypeSize.
///
/// Linux: the usual size; the desktop's factor for text enlarges whole windows.
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public init?(_ uiSizeCategory: UIContentSizeCategory) {
        guard let pair = Self.categories.first(where: { $0.category == uiSizeCategory }) else { return nil }
        self = pair.size
    }

    private static let categories = Array(zip(allCases, UIContentSizeCategory.all)).map { (size: $0, category: $1) }

    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    /// A length that grows as the font of a text style does.
    func scaled(_ length: CGFloat, _ style: Font.TextStyle) -> CGFloat {
        guard self != .large, let category = Self.categories.first(where: { $0.size == self })?.category else {
            return length
        }
        return length * style.uiStyle.pointSize(in: category) / style.uiStyle.pointSize(in: .large)
    }
}

extension Font.TextStyle {
    fileprivate var uiStyle: UIFont.TextStyle {
        switch self {
        case .largeTitle: .largeTitle
        case .title: .title1
        case .title2: .title2
        case .title3: .title3
        case .headline: .headline
        case .subheadline: .subheadline
        case .body: .body
        case .callout: .callout
        case .footnote: .footnote
        case .caption: .caption1
        case .caption2: .caption2
        }
    }
}

extension EnvironmentValues {
    /// How large text is.
    public var dynamicTypeSize: DynamicTypeSize {
        get { fontStyle.textSize }
        set { fontStyle.textSize = newValue }
    }
}

extension View {
    /// Sets how large text is.
    public nonisolated func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
        environment(\.dynamicTypeSize, size)
    }

    /// Keeps the size of text within a range: `...DynamicTypeSize.xxxLarge`.
    public nonisolated func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
    where T.Bound == DynamicTypeSize {
        let allowed = DynamicTypeSize.allCases.filter(range.contains)
        return transformEnvironment(\.dynamicTypeSize) { size in
            guard let least = allowed.first, let most = allowed.last else { return }
            size = min(max(size, least), most)
        }
    }
}

/// A length that grows with the size of text. Source: Apple, ScaledMetric.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    @Environment(\.dynamicTypeSize) private var size
    private let base: Value
    private let style: Font.TextStyle

    /// - Parameters:
    ///   - wrappedValue: with the usual size of text.
    ///   - textStyle: with whose font it grows.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        (base, style) = (wrappedValue, textStyle)
    }

    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, relativeTo: .body) }

    public var wrappedValue: Value { Value(size.scaled(CGFloat(base), style)) }
}
