import Conformances
import Foundation
import Testing

@testable import AppIntents

private struct TakePicture: AppIntent {
    static let title: LocalizedStringResource = "Take a Picture"
    @Parameter(title: "Count", default: 3) var count: Int
    @Parameter(title: "Place") var place: String?

    func perform() async throws -> some IntentResult { .result() }
}

private struct OpenCamera: CameraCaptureIntent {
    typealias AppContext = [String: Int]
    static let title: LocalizedStringResource = "Open"
    static var persistentIdentifier: String { "../../Open Camera" }

    func perform() async throws -> some IntentResult { .result() }
}

private struct Hidden: AppIntent {
    static let title: LocalizedStringResource = "Hidden"
    static let isDiscoverable = false

    func perform() async throws -> some IntentResult { .result() }
}

private struct Shortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: TakePicture(), phrases: ["Picture with \(.applicationName)"], shortTitle: "Take; a Picture",
            systemImageName: "camera")
        AppShortcut(intent: TakePicture(), phrases: [], shortTitle: "Take Another", systemImageName: "camera")
        AppShortcut(intent: Hidden(), phrases: [], shortTitle: "Hidden", systemImageName: "camera")
    }
}

@MainActor
struct AppIntentsTests {
    @Test func shortcutsAreFoundWithoutBeingNamed() {
        let actions = ProgramActions.all.filter { $0.name.hasPrefix("TakePicture") }
        #expect(actions.map(\.name) == ["TakePicture", "TakePicture-2"])
        #expect(actions.map(\.title) == ["Take; a Picture", "Take Another"])
        #expect(!ProgramActions.all.contains { $0.name == "Hidden" })
    }

    @Test func aParameterHasItsDefaultOrNoValue() {
        let intent = TakePicture()
        #expect(intent.count == 3)
        #expect(intent.place == nil)
        intent.$count.wrappedValue = 5
        #expect(intent.count == 5)
        #expect(TakePicture().count == 3)
    }

    @Test func whatOpensTheAppWaitsForTheUnlock() {
        let open = ProgramAction(id: "a.b c", title: "", intent: OpenCamera.self, kind: .button {})
        #expect(open.opensApp && open.needsUnlocking)
        #expect(open.name == "a-b-c")
        let take = ProgramAction(id: "take", title: "", intent: TakePicture.self, kind: .button {})
        #expect(!take.opensApp && !take.needsUnlocking)
    }

    @Test func aDesktopFileQuotesWhatItNames() {
        let action = ProgramAction(
            id: "take", title: "Take\nit", intent: TakePicture.self, keywords: ["one; two"], kind: .button {})
        let entry = DesktopEntry(title: "A\\B", program: "/opt/my \"cameras\"/100%", actions: [action])
        #expect(
            entry.text == #"""
                [Desktop Entry]
                Type=Application
                Name=A\\B
                Exec="/opt/my \\"cameras\\"/100%%"
                Terminal=false
                DBusActivatable=true
                Keywords=one\; two;
                Actions=take;

                [Desktop Action take]
                Name=Take\nit
                Exec="/opt/my \\"cameras\\"/100%%" --action take

                """#)
    }

    @Test func aContextIsKeptForOtherProcesses() async throws {
        let file = ContextFile(OpenCamera.persistentIdentifier)
        defer { try? FileManager.default.removeItem(at: file.url) }
        #expect(file.url.deletingLastPathComponent().lastPathComponent == "camera-capture-intents")
        try? FileManager.default.removeItem(at: file.url)
        #expect(try await OpenCamera.appContext == nil)
        try await OpenCamera.updateAppContext(["zoom": 2])
        #expect(try await OpenCamera.appContext == ["zoom": 2])
        #expect(try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: file.url)) == ["zoom": 2])
    }

    @Test func aLargeContextIsRefused() async throws {
        let large = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key \($0)", $0) })
        await #expect(throws: CameraCaptureIntentError.self) { try await OpenCamera.updateAppContext(large) }
    }
}
