import UIKitCore

/// How forms look. Source: Apple, FormStyle. Linux: as grouped lists in any case.
public protocol FormStyle: Sendable {}
/// Source: Apple, AutomaticFormStyle.
public struct AutomaticFormStyle: FormStyle { public init() {} }
/// Source: Apple, GroupedFormStyle.
public struct GroupedFormStyle: FormStyle { public init() {} }
/// Source: Apple, ColumnsFormStyle.
public struct ColumnsFormStyle: FormStyle { public init() {} }

extension FormStyle where Self == AutomaticFormStyle { public static var automatic: Self { .init() } }
extension FormStyle where Self == GroupedFormStyle { public static var grouped: Self { .init() } }
extension FormStyle where Self == ColumnsFormStyle { public static var columns: Self { .init() } }

/// How much headers of sections stand out. Source: Apple, Prominence.
public enum Prominence: Hashable, Sendable {
    case standard
    case increased
}

extension EnvironmentValues {
    private struct Header: EnvironmentKey { static let defaultValue = Prominence.standard }

    public var headerProminence: Prominence {
        get { self[Header.self] }
        set { self[Header.self] = newValue }
    }
}

extension View {
    /// Linux: without effect, as forms are grouped lists.
    public nonisolated func formStyle<S: FormStyle>(_ style: S) -> some View {
        if style is ColumnsFormStyle { NoEffectReport.add("View.formStyle(_:)", "forms are grouped lists") }
        return self
    }

    public nonisolated func headerProminence(_ prominence: Prominence) -> some View {
        environment(\.headerProminence, prominence)
    }
}
