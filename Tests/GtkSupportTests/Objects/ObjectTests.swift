import CGtk
import Testing

@testable import GtkSupport

/// Nothing here is shown: no display is needed.
@MainActor
struct ObjectTests {
    private let adjustment = Object(UnsafeMutableRawPointer(gtk_adjustment_new(5, 0, 10, 1, 2, 3)))

    @Test func propertiesHaveSwiftsSpelling() {
        #expect(adjustment.pageIncrement == 2.0)
        adjustment.pageIncrement = 4.0
        #expect(adjustment[property: "page-increment"] == 4.0)
    }

    @Test func aPropertyIsReadAsTheRequestedType() {
        let action = Object(owned: UnsafeMutableRawPointer(g_simple_action_new("capture", nil)))
        #expect(action.name == "capture")
        #expect(action.enabled == true)
        action.enabled = false
        #expect(action.enabled == false)
        #expect((action.parameterType as Object?) == nil)
    }

    @Test func aPropertyHoldsAnObject() {
        let model = Object(owned: UnsafeMutableRawPointer(gtk_no_selection_new(nil)))
        let list = Object(owned: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
        model.model = list as Object?
        #expect((model.model as Object?)?.pointer == list.pointer)
    }

    @Test func everyEmissionOfASignalIsReceived() {
        var count = 0
        adjustment.on("value-changed") { count += 1 }
        adjustment.value = 6.0
        adjustment.value = 7.0
        adjustment.value = 7.0
        #expect(count == 2)
    }

    @Test func aPropertyIsObservedFromNowOn() {
        var values: [Double] = []
        adjustment.onChange(of: "value") { [unowned adjustment] in values.append(adjustment.value) }
        adjustment.value = 6.0
        #expect(values == [5, 6])
    }

    @Test func aSignalsClosureIsReleasedWithTheObject() {
        final class Listener {}
        weak var listener: Listener?
        do {
            let object = Object(owned: UnsafeMutableRawPointer(g_simple_action_new("capture", nil)))
            let strong = Listener()
            listener = strong
            object.on("activate") { _ = strong }
        }
        #expect(listener == nil)
    }

    @Test func anObjectLivesAsLongAsItsReference() {
        let object = Object(owned: UnsafeMutableRawPointer(g_simple_action_new("capture", nil)))
        var other: Object? = object.as(Object.self)
        #expect(other?.name == "capture")
        other = nil
        #expect(object.name == "capture")
    }
}
