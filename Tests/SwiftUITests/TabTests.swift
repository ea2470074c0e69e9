import Testing

@testable import SwiftUI

/// Tabs by `Tab`, which say their value themselves.
@Suite @MainActor struct TabTests {
    private enum Place: Hashable {
        case camera
        case album(Int)
    }

    private struct Tabs: View {
        @State private var place = Place.album(2)
        @State private var hasCamera = false

        var body: some View {
            TabView(selection: $place) {
                Tab("Camera", systemImage: "camera", value: Place.camera) {
                    Button("add") { hasCamera.toggle() }
                }
                ForEach(1..<3, id: \.self) { number in
                    Tab(value: Place.album(number)) {
                        Text(verbatim: "album \(number)")
                    } label: {
                        Text(verbatim: "A\(number)")
                    }
                }
                if hasCamera {
                    Tab("More", systemImage: "gear", value: Place.album(9)) { Text(verbatim: "more") }
                }
            }
        }
    }

    @Test func theSelectionSaysWhichTabIsShown() throws {
        let shown = Shown(Tabs())
        #expect(shown.texts == ["album 2", "Camera", "A1", "A2"])
        shown.tap(try #require(shown.frame(of: "A1")))
        shown.update()
        #expect(shown.texts.first == "album 1")
        shown.tap(try #require(shown.frame(of: "Camera")))
        shown.update()
        shown.tap(try #require(shown.frame(of: "add")))
        shown.update()
        #expect(shown.texts == ["add", "Camera", "A1", "A2", "More"])
        shown.tap(try #require(shown.frame(of: "More")))
        shown.update()
        #expect(shown.texts.first == "more")
    }

    private struct Plain: View {
        var body: some View {
            TabView {
                Tab("One", systemImage: "camera") { Text(verbatim: "1") }
                Tab("Two", systemImage: "gear") { Text(verbatim: "2") }
            }
        }
    }

    @Test func tabsNeedNoValues() throws {
        let shown = Shown(Plain())
        #expect(shown.texts == ["1", "One", "Two"])
        shown.tap(try #require(shown.frame(of: "Two")))
        shown.update()
        #expect(shown.texts.first == "2")
    }

    private struct Badges: View {
        @State private var count = 0

        var body: some View {
            TabView {
                Button("more") { count += 1 }.badge(count).tabItem { Text(verbatim: "in") }
                Text(verbatim: "2").tabItem { Text(verbatim: "out") }.badge(count)
                // A badge is not one of the tabs in the tab.
                TabView { Text(verbatim: "4").tabItem { Text(verbatim: "inner") } }
                    .badge("new").tabItem { Text(verbatim: "text") }
            }
        }
    }

    @Test func badgesFollowTheirNumber() throws {
        let shown = Shown(Badges())
        #expect(shown.texts == ["more", "in", "out", "text", "new"])
        for _ in 0..<2 {
            shown.tap(try #require(shown.frame(of: "more")))
            shown.update()
        }
        #expect(shown.texts == ["more", "in", "2", "out", "2", "text", "new"])
        // At the upper corner.
        let (tab, badge) = (try #require(shown.frame(of: "text")), try #require(shown.frame(of: "new")))
        #expect(badge.midX == tab.midX + 16 && badge.midY == tab.minY + 7)
        shown.tap(tab)
        shown.update()
        #expect(shown.texts == ["4", "inner", "in", "2", "out", "2", "text", "new"])
    }

    private struct BadgedTabs: View {
        var body: some View {
            TabView {
                Tab("One", systemImage: "camera") { Text(verbatim: "1") }.badge(7)
                Tab("Two", systemImage: "gear") { Text(verbatim: "2") }.badge(0)
            }
        }
    }

    @Test func tabsHaveBadges() { #expect(Shown(BadgedTabs()).texts == ["1", "One", "7", "Two"]) }
}
