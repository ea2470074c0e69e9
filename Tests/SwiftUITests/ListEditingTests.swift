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

    // MARK: Moving

    private struct Order: View {
        let moved: (IndexSet, Int) -> Void
        @State private var names = ["aa", "bb", "cc", "dd"]
        @State private var mode = EditMode.active

        var body: some View {
            List {
                Text(verbatim: "head")
                ForEach(names, id: \.self) { name in Text(verbatim: name).moveDisabled(name == "dd") }
                    .onMove { places, target in
                        moved(places, target)
                        names.move(fromOffsets: places, toOffset: target)
                    }
                    .onDelete { names.remove(atOffsets: $0) }
                EditButton()
            }
            .environment(\.editMode, $mode)
        }
    }

    private func dragRow(_ shown: Shown, from y: CGFloat, by distance: CGFloat) {
        shown.touch(.began, 360, y)
        for part in 1...4 {
            shown.touch(.moved, 360, y + distance * CGFloat(part) / 4)
            shown.update()
        }
    }

    @Test func aHandleMovesARow() throws {
        var moves: [String] = []
        let shown = Shown(Order { moves.append("\($0.map { $0 }) \($1)") })
        #expect(shown.texts == ["head", "aa", "bb", "cc", "dd", "Done"])
        let y = try middle("aa", shown)
        // Two rows down: before the fourth.
        dragRow(shown, from: y, by: 100)
        #expect(try middle("aa", shown) == y + 100 && moves.isEmpty)
        shown.touch(.ended, 360, y + 100)
        shown.advance(by: 1)
        #expect(moves == ["[0] 3"] && shown.texts == ["head", "bb", "cc", "aa", "dd", "Done"])
        #expect(try middle("aa", shown) == y + 88)
        // Back to the front, beyond the first row, which is none of the collection.
        dragRow(shown, from: y + 88, by: -200)
        shown.touch(.ended, 360, y - 112)
        shown.advance(by: 1)
        #expect(moves.last == "[2] 0" && shown.texts == ["head", "aa", "bb", "cc", "dd", "Done"])
        // A short way changes nothing, nor does a row without a handle move.
        dragRow(shown, from: y, by: 15)
        shown.touch(.ended, 360, y + 15)
        dragRow(shown, from: try middle("dd", shown), by: -100)
        shown.touch(.ended, 360, 0)
        shown.advance(by: 1)
        #expect(moves.count == 2 && shown.frame(of: "aa")?.midY == y)
        // Without edit mode, there are no handles.
        shown.tap(try #require(shown.frame(of: "Done")))
        shown.advance(by: 1)
        dragRow(shown, from: y, by: 100)
        shown.touch(.ended, 360, y + 100)
        #expect(moves.count == 2)
    }

    @Test func elementsMoveBeforeAPlace() {
        var letters = Array("abcdef")
        letters.move(fromOffsets: [1, 3], toOffset: 5)
        #expect(String(letters) == "acebdf")
        letters.move(fromOffsets: [5], toOffset: 0)
        #expect(String(letters) == "facebd")
        letters.move(fromOffsets: [0, 1], toOffset: 6)
        #expect(String(letters) == "cebdfa")
    }

    // MARK: Swipes

    private struct Mails: View {
        let log: (String) -> Void
        var isFull = true
        @State private var name = "Pin"

        var body: some View {
            List {
                ForEach(["aa", "bb"], id: \.self) { mail in
                    Text(verbatim: mail)
                        .swipeActions(edge: .leading, allowsFullSwipe: isFull) {
                            Button(name) {
                                log(name + mail)
                                name = "Unpin"
                            }
                            .tint(.orange)
                        }
                        .swipeActions {
                            Button("Trash", role: .destructive) { log("Trash" + mail) }
                            Button("Flag") { log("Flag" + mail) }
                        }
                }
                .onDelete { _ in log("delete") }
            }
        }
    }

    @Test func aSwipeUncoversTheRowsOwnButtons() throws {
        var told: [String] = []
        let shown = Shown(Mails { told.append($0) })
        let (x, y) = (try #require(shown.frame(of: "aa")).minX, try middle("aa", shown))
        swipe(shown, from: 300, by: -100, y: y)
        // Two buttons of 80 points, the first at the edge; none that deletes.
        #expect(shown.frame(of: "aa")?.minX == x - 160 && !shown.texts.contains("Delete"))
        let (trash, flag) = (try #require(shown.frame(of: "Trash")), try #require(shown.frame(of: "Flag")))
        #expect(trash.midX == 384 - 40 && flag.midX == 384 - 120)
        shown.tap(flag)
        shown.advance(by: 1)
        #expect(told == ["Flagaa"] && !shown.texts.contains("Flag") && shown.frame(of: "aa")?.minX == x)
        // The other way, twice: the button has another name the second time.
        swipe(shown, from: 60, by: 60, y: y)
        #expect(shown.frame(of: "Pin")?.midX == 16 + 40 && shown.frame(of: "aa")?.minX == x + 80)
        shown.tap(try #require(shown.frame(of: "Pin")))
        shown.advance(by: 1)
        swipe(shown, from: 60, by: 60, y: y)
        #expect(told == ["Flagaa", "Pinaa"] && shown.texts.contains("Unpin"))
        // A tap on the row closes it.
        shown.tap(200, y)
        shown.advance(by: 1)
        #expect(!shown.texts.contains("Unpin") && told.count == 2)
    }

    @Test func aLongSwipePressesTheFirstButton() throws {
        var told: [String] = []
        let shown = Shown(Mails { told.append($0) })
        swipe(shown, from: 380, by: -340, y: try middle("bb", shown))
        #expect(told == ["Trashbb"] && !shown.texts.contains("Trash"))
        swipe(shown, from: 30, by: 300, y: try middle("bb", shown))
        #expect(told == ["Trashbb", "Pinbb"])
        let careful = Shown(Mails(log: { told.append($0) }, isFull: false))
        swipe(careful, from: 30, by: 300, y: try middle("bb", careful))
        #expect(told.count == 2 && careful.texts.contains("Pin"))
    }
}
