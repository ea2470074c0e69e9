import UIKitCore

/// What a person can do behind a sheet. Source: Apple, PresentationBackgroundInteraction.
public struct PresentationBackgroundInteraction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case disabled
        case enabled(upThrough: PresentationDetent?)
    }
    let kind: Kind
    public static let automatic = Self(kind: .disabled)
    public static let disabled = Self(kind: .disabled)
    public static let enabled = Self(kind: .enabled(upThrough: nil))
    /// While the sheet is not higher.
    public static func enabled(upThrough detent: PresentationDetent) -> Self { Self(kind: .enabled(upThrough: detent)) }
}

/// What a drag on the content of a sheet does. Source: Apple, PresentationContentInteraction.
///
/// Linux: it scrolls; the sheet follows its handle alone.
public struct PresentationContentInteraction: Equatable, Sendable {
    private enum Kind {
        case automatic, resizes, scrolls
    }
    private let kind: Kind
    public static let automatic = Self(kind: .automatic)
    public static let resizes = Self(kind: .resizes)
    public static let scrolls = Self(kind: .scrolls)
}

/// How a presentation changes for a narrow window. Source: Apple, PresentationAdaptation.
///
/// Linux: presentations do not adapt.
public struct PresentationAdaptation: Sendable {
    public static let automatic = Self()
    public static let none = Self()
    public static let popover = Self()
    public static let sheet = Self()
    public static let fullScreenCover = Self()
}

extension View {
    /// What is behind the content of the sheet or the cover that the view is in.
    public nonisolated func presentationBackground<S: ShapeStyle>(_ style: S) -> some View {
        presentationBackground { Rectangle().fill(style) }
    }

    public nonisolated func presentationBackground<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        let background = SheetWishes.Background(AnyView(content()), alignment)
        return sheet { $0.background = background }
    }

    /// The radius of the sheet's upper corners, in points; `nil` for the usual one.
    public nonisolated func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View {
        sheet { $0.cornerRadius = cornerRadius }
    }

    /// Whether a person can use the views behind the sheet.
    public nonisolated func presentationBackgroundInteraction(
        _ interaction: PresentationBackgroundInteraction
    ) -> some View { sheet { $0.interaction = interaction } }

    /// Linux: without effect.
    public nonisolated func presentationContentInteraction(
        _ behavior: PresentationContentInteraction
    ) -> some View {
        if behavior == .resizes {
            NoEffectReport.add(
                "View.presentationContentInteraction(_:)", "a drag scrolls the content; the sheet follows its handle")
        }
        return self
    }

    /// Linux: without effect.
    public nonisolated func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { self }

    /// Linux: without effect.
    public nonisolated func presentationCompactAdaptation(
        horizontal horizontalAdaptation: PresentationAdaptation, vertical verticalAdaptation: PresentationAdaptation
    ) -> some View { self }
}
