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
}
