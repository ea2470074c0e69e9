import SwiftUI
import Testing

@testable import AppIntents
@testable import WidgetKit

@MainActor private var performed: [String] = []

private struct Shoot: AppIntent {
    static let title: LocalizedStringResource = "Shoot"

    func perform() async throws -> some IntentResult {
        await MainActor.run { performed.append("shoot") }
        return .result()
    }
}

private struct SetTorch: SetValueIntent {
    static let title: LocalizedStringResource = "Torch"
    @Parameter(title: "On", default: false) var value: Bool

    func perform() async throws -> some IntentResult {
        let isOn = value
        await MainActor.run { performed.append("torch \(isOn)") }
        return .result()
    }
}

private struct ShootControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.shoot") {
            ControlWidgetButton(action: Shoot()) { Label("Shoot", systemImage: "camera") }
        }
        .displayName("Shoot Now")
    }
}

private struct TorchControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.torch") {
            ControlWidgetToggle("Torch", isOn: true, action: SetTorch()) { Text($0 ? "On" : "Off") }
        }
    }
}

private struct Bundle: WidgetBundle {
    var body: some Widget {
        ShootControl()
        TorchControl()
    }
}

@MainActor @Suite(.serialized)
struct ControlTests {
    private func action(_ name: String) throws -> ProgramAction {
        try #require(ProgramActions.all.first { $0.name == name })
    }

    @Test func aButtonIsAnActionThatPerformsItsIntent() async throws {
        let action = try action("org-example-shoot")
        #expect(action.title == "Shoot Now")
        guard case .button(let perform) = action.kind else { throw Unexpected() }
        performed = []
        try await perform()
        #expect(performed == ["shoot"])
    }

    @Test func aToggleIsAnActionWithAState() async throws {
        let action = try action("org-example-torch")
        // Without a name of its own, it has its intent's.
        #expect(action.title == "Torch")
        guard case .toggle(let isOn, let set) = action.kind else { throw Unexpected() }
        #expect(isOn)
        performed = []
        try await set(true)
        try await set(false)
        #expect(performed == ["torch true", "torch false"])
    }

    @Test func aBundleHasItsControls() throws {
        let controls = try #require(Bundle().body as? Controls)
        #expect(controls.controls.count == 2)
    }

    private struct Unexpected: Error {}
}
