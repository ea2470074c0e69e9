import CGtk
import Testing

@testable import GtkSupport

@MainActor
struct MenuTests {
    @Test func entriesNameTheirActionAndItsTarget() {
        let menu = Menu()
        menu.append("Back Camera", action: "win.camera", target: "simulated:back")
        #expect(g_menu_model_get_n_items(menu.cast()) == 1)
        #expect(text(menu, "label") == "Back Camera")
        #expect(text(menu, "action") == "win.camera")
        #expect(text(menu, "target") == "simulated:back")
        menu.removeAll()
        #expect(g_menu_model_get_n_items(menu.cast()) == 0)
    }

    @Test func textIsNotInterpretedAsMarkup() {
        #expect(Markup.escaped("a < b & c") == "a &lt; b &amp; c")
    }

    private func text(_ menu: Menu, _ attribute: String) -> String? {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        guard let value = g_menu_model_get_item_attribute_value(menu.cast(), 0, attribute, type) else { return nil }
        defer { g_variant_unref(value) }
        return String(cString: g_variant_get_string(value, nil))
    }
}
