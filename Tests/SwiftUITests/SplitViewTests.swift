import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct SplitViewTests {
    private struct Clips: View {
        @State var chosen: String?
        var visibility: Binding<NavigationSplitViewVisibility>?

        var body: some View {
            NavigationSplitView(columnVisibility: visibility ?? .constant(.automatic)) {
                List(["Sea", "Hills"], id: \.self, selection: $chosen) { Text(verbatim: $0) }
                    .navigationTitle("Clips").navigationBarTitleDisplayMode(.inline)
                    .navigationSplitViewColumnWidth(200)
            } detail: {
                Text(verbatim: chosen.map { "about \($0)" } ?? "nothing chosen")
            }
        }
    }

    @Test func aWideWindowShowsBothColumns() {
        let shown = Shown(Clips(), width: 800)
        shown.update()
        #expect(shown.texts.contains("Sea") && shown.texts.contains("nothing chosen"))
        // The first column is as wide as it wants to be; the other has the rest.
        #expect(shown.frame(of: "nothing chosen")?.midX == 500)
        #expect(shown.press("Hills"))
        #expect(shown.texts.contains("about Hills") && shown.texts.contains("Sea"))
        #expect(!shown.press("Back"))
    }

    @Test func aNarrowWindowShowsOneColumnAfterTheOther() {
        let shown = Shown(Clips(), width: 400)
        #expect(shown.texts.contains("Sea") && !shown.texts.contains("nothing chosen"))
        #expect(shown.press("Hills"))
        shown.advance(by: 1)
        #expect(shown.frame(of: "about Hills")?.midX == 200)
        #expect(shown.press("Back"))
        shown.advance(by: 1)
        #expect(!shown.texts.contains { $0.hasPrefix("about") })
        // Nothing is chosen anymore: the same row leads on again.
        let row = shown.accessible.first { $0.accessibilityLabel == "Hills" }
        #expect(row?.accessibilityTraits.contains(.selected) == false)
        #expect(shown.press("Hills"))
        shown.advance(by: 1)
        #expect(shown.texts.contains("about Hills"))
    }

    @Test func aNarrowWindowFollowsWhatTheProgramChooses() {
        func clips(_ chosen: Binding<String?>) -> some View {
            NavigationSplitView {
                List(["Sea", "Hills"], id: \.self, selection: chosen) { Text(verbatim: $0) }
                    .navigationTitle("Clips").navigationBarTitleDisplayMode(.inline)
            } detail: {
                Text(verbatim: chosen.wrappedValue.map { "about \($0)" } ?? "nothing chosen")
            }
        }
        let handle = Held<String?, AnyView>.Handle()
        let shown = Shown(Held(nil, handle) { AnyView(clips($0)) }, width: 400)
        #expect(!shown.texts.contains("nothing chosen"))
        handle.value = "Hills"
        shown.update()
        shown.advance(by: 1)
        #expect(shown.frame(of: "about Hills")?.midX == 200)
        handle.value = nil
        shown.update()
        shown.advance(by: 1)
        #expect(!shown.texts.contains("nothing chosen") && shown.texts.contains("Sea"))
        // What is chosen from the start is in front at once.
        let chosen = Shown(Held("Sea", Held<String?, AnyView>.Handle()) { AnyView(clips($0)) }, width: 400)
        chosen.advance(by: 1)
        #expect(chosen.texts.contains("about Sea") && chosen.press("Back"))
        chosen.advance(by: 1)
        #expect(!chosen.texts.contains("about Sea"))
    }

    @Test func theColumnsFollowTheWindowAndKeepTheirState() {
        let shown = Shown(Clips(), width: 800)
        shown.press("Sea")
        shown.host.bounds.size.width = 400
        shown.update()
        // What was chosen is in front.
        #expect(shown.texts.contains("about Sea"))
        #expect(shown.press("Back"))
        shown.advance(by: 1)
        shown.host.bounds.size.width = 800
        shown.update()
        #expect(shown.texts.contains("Sea") && shown.texts.contains("nothing chosen"))
    }

    @Test func aButtonHidesTheFirstColumn() {
        let handle = Held<NavigationSplitViewVisibility, AnyView>.Handle()
        let shown = Shown(
            Held(.automatic, handle) { AnyView(Clips(visibility: $0)) }, width: 800)
        shown.update()
        #expect(shown.press("Hide Sidebar"))
        shown.advance(by: 1)
        #expect(handle.value == .detailOnly && !shown.texts.contains("Sea"))
        #expect(shown.frame(of: "nothing chosen")?.midX == 400)
        #expect(shown.press("Show Sidebar"))
        shown.advance(by: 1)
        #expect(handle.value == .all && shown.texts.contains("Sea"))
    }

    @Test func ofThreeColumnsAsManyAreShownAsThereIsRoomFor() {
        func texts(_ width: CGFloat) -> [String] {
            let shown = Shown(
                NavigationSplitView {
                    Text(verbatim: "first")
                } content: {
                    Text(verbatim: "second")
                } detail: {
                    Text(verbatim: "third")
                }, width: width)
            return shown.texts
        }
        #expect(texts(1200) == ["first", "second", "third"])
        #expect(texts(800) == ["second", "third"])
        #expect(texts(400) == ["first"])
    }

    @Test func linksOfAColumnLeadToTheNextOne() {
        let shown = Shown(
            NavigationSplitView {
                NavigationLink("More") { Text(verbatim: "linked") }
            } detail: {
                NavigationStack { Text(verbatim: "own").navigationTitle("Detail") }
            }, width: 800)
        #expect(shown.texts.contains("own"))
        #expect(shown.press("More"))
        #expect(shown.texts.contains("linked") && !shown.texts.contains("own") && shown.texts.contains("More"))
    }

    @Test func aProgramSaysWhichColumnIsInFront() {
        let handle = Held<NavigationSplitViewColumn, AnyView>.Handle()
        let shown = Shown(
            Held(.detail, handle) { column in
                AnyView(
                    NavigationSplitView(preferredCompactColumn: column) {
                        Text(verbatim: "first")
                    } detail: {
                        // A stack in a column has the bar, with the way back.
                        NavigationStack { Text(verbatim: "second").navigationTitle("Detail") }
                    })
            })
        shown.advance(by: 1)
        #expect(shown.texts.contains("second") && shown.texts.filter { $0 == "Detail" }.count == 1)
        // A button's text has the same name.
        let backs = shown.accessible.filter {
            $0.accessibilityLabel == "Back" && $0.accessibilityTraits.contains(.button)
        }
        #expect(backs.count == 1 && shown.press("Back"))
        shown.advance(by: 1)
        #expect(handle.value == .sidebar && shown.texts == ["first"])
        handle.value = .detail
        shown.update()
        shown.advance(by: 1)
        #expect(shown.texts.contains("second"))
    }
}
