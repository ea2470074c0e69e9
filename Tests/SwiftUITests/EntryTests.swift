import Testing

@testable import SwiftUI

private final class Recorder {}

extension EnvironmentValues {
    @Entry fileprivate var isFlashing = false
    /// A comment with a var in it = 1.
    @Entry var zooms: [String: [Double]] = ["wide": [0.5, 1]]
    @Entry /* another var */ internal var action: (@MainActor (_ name: String) -> Int)?
    @Entry
    fileprivate var recorder: Recorder = Recorder()
    @Entry var `default`: Int? = 3
}

@Suite @MainActor struct EntryTests {
    @Test func anEntryHasItsDefaultUntilItIsSet() {
        var values = EnvironmentValues()
        #expect(!values.isFlashing && values.zooms == ["wide": [0.5, 1]])
        #expect(values.action == nil && values.default == 3)
        values.isFlashing = true
        values.zooms["tele"] = [3]
        values.action = { $0.count }
        values.default = nil
        #expect(values.isFlashing && values.zooms["tele"] == [3])
        #expect(values.action?("four") == 4 && values.default == nil)
    }

    private struct Inner: View {
        @Environment(\.isFlashing) private var isFlashing
        var body: some View { Text(verbatim: isFlashing ? "flash" : "dark") }
    }

    @Test func anEntryReachesTheViewsBelow() {
        let shown = Shown(
            VStack {
                Inner()
                Inner().environment(\.isFlashing, true)
            })
        #expect(shown.texts == ["dark", "flash"])
    }
}

#Preview {
    @Previewable @State var isOn = false
    Toggle("On", isOn: $isOn)
}
