import MissingFoundation

/// What an app offers without being asked. Source: Apple, AppShortcutsProvider.
///
/// Linux: each shortcut is an action of the program: in the desktop file that `--desktop-entry` prints, and on D-Bus.
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

/// An intent with a name and a symbol. Source: Apple, AppShortcut.
public struct AppShortcut: Sendable {
    let intent: any AppIntent.Type
    let perform: @MainActor @Sendable () async throws -> Void
    let phrases: [String]
    let title: LocalizedStringResource
    let symbolName: String?

    /// Linux: nobody listens to the phrases; they are among the words by which the desktop finds the app.
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {
        self.intent = Intent.self
        perform = { _ = try await intent.perform() }
        self.phrases = phrases.map(\.text)
        title = shortTitle
        symbolName = systemImageName
    }
}

/// What a person says to start a shortcut. Source: Apple, AppShortcutPhrase.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    /// Source: Apple, AppShortcutPhraseToken.
    public enum Token: Sendable {
        case applicationName
    }

    /// Source: Apple, AppShortcutPhrase.StringInterpolation.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { text += literal }
        public mutating func appendInterpolation(_ token: Token) { text += ProgramName.title }
    }

    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

/// Source: Apple, AppShortcutsBuilder.
@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }
    public static func buildBlock(_ shortcuts: [AppShortcut]...) -> [AppShortcut] { shortcuts.flatMap { $0 } }
}

/// The app's name for people.
enum ProgramName {
    static var title: String {
        let info = Bundle.main.infoDictionary
        return info?["CFBundleDisplayName"] as? String ?? info?["CFBundleName"] as? String
            ?? ProcessInfo.processInfo.processName
    }
}
