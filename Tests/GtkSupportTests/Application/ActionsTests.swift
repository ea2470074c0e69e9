import CGtk
import Testing

@testable import GtkSupport

@MainActor
struct ActionsTests {
    private let group = Object(owned: UnsafeMutableRawPointer(g_simple_action_group_new()))

    @Test func anActionIsStartedByItsName() {
        var count = 0
        group.addAction("capture") { count += 1 }
        group.activateAction("capture")
        #expect(count == 1)
    }

    @Test func aDisabledActionDoesNothing() {
        var count = 0
        group.addAction("capture") { count += 1 }
        group.setEnabled(false, action: "capture")
        group.activateAction("capture")
        #expect(count == 0)
        #expect(g_action_group_get_action_enabled(group.opaque, "capture") == 0)
    }

    @Test func anActionTakesAText() {
        var texts: [String] = []
        group.addAction("simulate") { texts.append($0) }
        g_action_group_activate_action(group.opaque, "simulate", g_variant_new_string("turn portrait"))
        #expect(texts == ["turn portrait"])
    }

    @Test func aToggleAsksBeforeItChanges() {
        var wishes: [Bool] = []
        group.addToggle("live") { wishes.append($0) }
        group.activateAction("live")
        #expect(wishes == [true])
        #expect(isOn("live") == false)
        group.setState(true, of: "live")
        #expect(isOn("live") == true)
        group.activateAction("live")
        #expect(wishes == [true, false])
    }

    @Test func aChoiceHasAWordForItsState() {
        var wishes: [String] = []
        group.addChoice("mode", "photo") { wishes.append($0) }
        g_action_group_activate_action(group.opaque, "mode", g_variant_new_string("video"))
        #expect(wishes == ["video"])
        #expect(word("mode") == "photo")
        group.setState("video", of: "mode")
        #expect(word("mode") == "video")
    }

    private func isOn(_ action: String) -> Bool? {
        guard let state = g_action_group_get_action_state(group.opaque, action) else { return nil }
        defer { g_variant_unref(state) }
        return g_variant_get_boolean(state) != 0
    }

    private func word(_ action: String) -> String? {
        guard let state = g_action_group_get_action_state(group.opaque, action) else { return nil }
        defer { g_variant_unref(state) }
        return String(cString: g_variant_get_string(state, nil))
    }
}
