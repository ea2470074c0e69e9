import Testing

@testable import GtkSupport

@MainActor
struct AccessibilityEventsTests {
    @Test(arguments: [
        ("Object:Announcement:", true), ("Object:Announcement", true), ("Object::", true), ("Object", true),
        ("Object:StateChanged:Showing", false), ("Window:Activate:", false),
    ])
    func announcementsAreListenedToByTheirNameOrWithAllOfAnObject(name: String, isHeard: Bool) {
        #expect(AccessibilityEvents([name]).include("Announcement") == isHeard)
    }

    @Test(arguments: [
        ("Object:StateChanged:Showing", true), ("Object:StateChanged:", true), ("Object::", true),
        ("Object:StateChanged:Focused", false), ("Object:Announcement:", false),
    ])
    func appearancesAreListenedToByTheirNameOrWithAllChangesOfAState(name: String, isHeard: Bool) {
        #expect(AccessibilityEvents([name]).include("StateChanged", "Showing") == isHeard)
    }

    @Test func oneOfSeveralListenersIsEnough() {
        let events = AccessibilityEvents(["Focus::", "Object:StateChanged:Showing", "Object:Announcement:"])
        #expect(events.include("Announcement"))
        #expect(!AccessibilityEvents([]).include("Announcement"))
    }
}
