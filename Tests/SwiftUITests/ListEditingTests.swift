import Foundation
import Testing

@testable import SwiftUI

/// Rows that a person deletes.
@Suite @MainActor struct ListEditingTests {
    private struct Clips: View {
        let deleted: (IndexSet) -> Void
        var keeps: String?
        @State private var clips = ["aa", "bb", "cc"]

        var body: some View {
            NavigationStack {
                List {
                    Text(verbatim: "head")
                    ForEach(clips, id: \.self) { clip in
                        Text(verbatim: clip).deleteDisabled(clip == keeps)
                    }
                    .onDelete { places in
                        deleted(places)
                        clips.remove(atOffsets: places)
                    }
                }
                .navigationBarItems(leading: EditButton(), trailing: Text(verbatim: "end"))
            }
        }
    }

    private func middle(_ text: String, _ shown: Shown) throws -> CGFloat { try #require(shown.frame(of: text)).midY }

    @Test func theEditButtonShowsHowToDelete() throws {
        var places: [IndexSet] = []
        let shown = Shown(Clips { places.append($0) })
        #expect(shown.texts == ["Edit", "end", "head", "aa", "bb", "cc"])
        let (left, y) = (try #require(shown.frame(of: "bb")).minX, try middle("bb", shown))
        shown.tap(try #require(shown.frame(of: "Edit")))
        shown.advance(by: 1)
        #expect(shown.texts.first == "Done")
        // The elements make room for a button, other rows do not.
        #expect(shown.frame(of: "bb")?.minX == left + 34 && shown.frame(of: "head")?.minX == left)
        shown.tap(left + 8, y)
        shown.advance(by: 1)
        #expect(shown.texts.filter { $0 == "Delete" }.count == 1)
        #expect(places.isEmpty && shown.frame(of: "bb")?.minX == left + 34 - 80)
        shown.tap(try #require(shown.frame(of: "Delete")))
        shown.advance(by: 1)
        #expect(places == [[1]])
        #expect(shown.texts == ["Done", "end", "head", "aa", "cc"])
        shown.tap(try #require(shown.frame(of: "Done")))
        shown.advance(by: 1)
        #expect(shown.frame(of: "cc")?.minX == left)
    }

    private func swipe(_ shown: Shown, from x: CGFloat, by step: CGFloat, y: CGFloat) {
        shown.touch(.began, x, y)
        for part in 1...4 {
            shown.touch(.moved, x + step * CGFloat(part) / 4, y)
            shown.update()
        }
        shown.touch(.ended, x + step, y)
        shown.advance(by: 1)
    }

    @Test func aSwipeOpensARowAndATapClosesIt() throws {
        var places: [IndexSet] = []
        let shown = Shown(Clips { places.append($0) })
        let y = try middle("aa", shown)
        swipe(shown, from: 300, by: -30, y: y)
        #expect(!shown.texts.contains("Delete"))
        swipe(shown, from: 300, by: -70, y: y)
        #expect(shown.texts.contains("Delete"))
        shown.tap(60, y)
        shown.advance(by: 1)
        #expect(!shown.texts.contains("Delete") && places.isEmpty)
        // Far enough, and there is nothing left to confirm.
        swipe(shown, from: 350, by: -240, y: try middle("cc", shown))
        #expect(places == [[2]] && shown.texts == ["Edit", "end", "head", "aa", "bb"])
        // What is no element of the collection stays.
        swipe(shown, from: 350, by: -240, y: try middle("head", shown))
        #expect(places.count == 1)
    }

    @Test func deleteDisabledKeepsARow() throws {
        var places: [IndexSet] = []
        let shown = Shown(Clips(deleted: { places.append($0) }, keeps: "aa"))
        swipe(shown, from: 350, by: -240, y: try middle("aa", shown))
        #expect(places.isEmpty)
        swipe(shown, from: 350, by: -240, y: try middle("bb", shown))
        #expect(places == [[1]])
    }

    private struct AlwaysEditing: View {
        @State var mode = EditMode.active
        var body: some View {
            List {
                ForEach(0..<1) { _ in Text(verbatim: "row") }.onDelete { _ in }
                EditButton()
            }
            .environment(\.editMode, $mode)
        }
    }

    @Test func aViewCanSetTheEditMode() throws {
        let shown = Shown(AlwaysEditing())
        #expect(shown.texts == ["row", "Done"] && shown.frame(of: "row")?.minX == 32 + 34)
        shown.tap(try #require(shown.frame(of: "Done")))
        shown.advance(by: 1)
        #expect(shown.texts == ["row", "Edit"] && shown.frame(of: "row")?.minX == 32)
    }
}
