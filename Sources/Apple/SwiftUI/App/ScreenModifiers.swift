import UIKit

/// Whether something is shown. Source: Apple, Visibility.
public enum Visibility: Hashable, CaseIterable, Sendable {
    case automatic
    case visible
    case hidden
}

struct PreferredScheme: PreferenceKey {
    static let defaultValue: ColorScheme? = nil
    static func reduce(value: inout ColorScheme?, nextValue: () -> ColorScheme?) { value = value ?? nextValue() }
}

extension View {
    /// Linux: a window has no status bar, so there is nothing to hide.
    public nonisolated func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    /// Linux: a window has no status bar, so there is nothing to hide.
    public nonisolated func statusBar(hidden: Bool) -> some View { self }
    /// Linux: the system draws nothing over a window.
    public nonisolated func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }

    /// The colors of the window that the view is in.
    public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        preference(key: PreferredScheme.self, value: colorScheme)
            .modified(EnvironmentChange { if let colorScheme { $0.colorScheme = colorScheme } })
    }

    public nonisolated func colorScheme(_ colorScheme: ColorScheme) -> some View {
        environment(\.colorScheme, colorScheme)
    }
}

/// Opens an address. Source: Apple, OpenURLAction.
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
    /// Source: Apple, OpenURLAction.Result.
    public struct Result: Sendable {
        let isAccepted: Bool?
        public static let handled = Result(isAccepted: true)
        public static let discarded = Result(isAccepted: false)
        public static let systemAction = Result(isAccepted: nil)
    }
    let handler: (@MainActor @Sendable (URL) -> Result)?

    nonisolated init(_ handler: (@MainActor @Sendable (URL) -> Result)? = nil) { self.handler = handler }
    public nonisolated init(handler: @escaping @MainActor @Sendable (URL) -> Result) { self.handler = handler }

    public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        if let isAccepted = handler?(url).isAccepted { return completion(isAccepted) }
        let canOpen = UIApplication.shared.canOpenURL(url)
        if canOpen { UIApplication.shared.open(url, options: [:], completionHandler: nil) }
        completion(canOpen)
    }
}

extension EnvironmentValues {
    private struct Opening: EnvironmentKey { static let defaultValue = OpenURLAction(nil) }

    public var openURL: OpenURLAction {
        get { self[Opening.self] }
        set { self[Opening.self] = newValue }
    }
}

/// Opens an address when it is pressed. Source: Apple, Link.
public nonisolated struct Link<Label: View> {
    let destination: URL
    let label: Label
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        (self.destination, self.label) = (destination, label())
    }
}

extension Link where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }
}

@MainActor extension Link: View {
    public var body: some View { OpeningButton(destination: destination, label: AnyView(label)) }
}

private struct OpeningButton: View {
    let destination: URL
    let label: AnyView
    @Environment(\.openURL) private var openURL
    var body: some View {
        Button {
            openURL(destination)
        } label: {
            label
        }
    }
}
