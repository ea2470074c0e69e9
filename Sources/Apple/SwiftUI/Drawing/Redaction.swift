/// Why what views show is hidden. Source: Apple, RedactionReasons.
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It is not there yet: texts and pictures are bars of their size.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Others may see it: the same for views that are `privacySensitive(_:)`.
    public static let privacy = RedactionReasons(rawValue: 1 << 1)
    /// It is out of date. Linux: looks as always.
    public static let invalidated = RedactionReasons(rawValue: 1 << 2)
}

extension EnvironmentValues {
    private struct Reasons: EnvironmentKey { static let defaultValue = RedactionReasons() }
    private struct Sensitive: EnvironmentKey { static let defaultValue = false }

    /// Why what the view shows is hidden; empty if it is not.
    public var redactionReasons: RedactionReasons {
        get { self[Reasons.self] }
        set { self[Reasons.self] = newValue }
    }

    fileprivate var isPrivacySensitive: Bool {
        get { self[Sensitive.self] }
        set { self[Sensitive.self] = newValue }
    }

    /// Whether texts and pictures are bars.
    var isRedacted: Bool {
        redactionReasons.contains(.placeholder) || redactionReasons.contains(.privacy) && isPrivacySensitive
    }
}

extension View {
    /// Hides what texts and pictures show, for one more reason.
    public nonisolated func redacted(reason: RedactionReasons) -> some View {
        transformEnvironment(\.redactionReasons) { $0.formUnion(reason) }
    }

    /// Shows what a view around hides.
    public nonisolated func unredacted() -> some View { environment(\.redactionReasons, []) }

    /// Whether the view shows what others must not see.
    public nonisolated func privacySensitive(_ sensitive: Bool = true) -> some View {
        environment(\.isPrivacySensitive, sensitive)
    }
}

extension Path {
    /// Bars in the place of a text's lines, or of a picture.
    ///
    /// - Parameters:
    ///   - size: of what is hidden.
    ///   - lineHeight: of a text; `nil` for a picture.
    static func placeholder(_ size: CGSize, lineHeight: CGFloat?) -> Path {
        guard let lineHeight, lineHeight > 0 else { return Path(CGRect(origin: .zero, size: size)) }
        let count = max(1, Int((size.height / lineHeight).rounded()))
        let height = size.height / CGFloat(count)
        return Path { path in
            for line in 0..<count {
                // The last of several lines is seldom full.
                let width = count > 1 && line == count - 1 ? size.width * 0.6 : size.width
                path.addRoundedRect(
                    in: CGRect(x: 0, y: (CGFloat(line) + 0.15) * height, width: width, height: height * 0.7),
                    cornerSize: CGSize(width: 3, height: 3))
            }
        }
    }
}
