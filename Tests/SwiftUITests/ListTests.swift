import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ListTests {
    private func text(_ string: String) -> Text { Text(verbatim: string) }

    @Test func rowsAreAsHighAsAFingerAndInset() {
        let shown = Shown(
            List {
                text("aa")
                text("bb")
            })
        let texts = shown.drawn.filter { $0.leaf is Text }.map(\.frame)
        // 10 above the list, a row of 44, a line of 16 in its middle; 16 beside the rows and 16 in them.
        #expect(texts == [CGRect(x: 32, y: 24, width: 16, height: 16), CGRect(x: 32, y: 68, width: 16, height: 16)])
    }

    @Test func aBadgeIsAtTheEndOfItsRow() {
        let shown = Shown(
            List {
                text("aa").badge(12)
                text("bb").badge(0)
                text("cc").badge(text("new"))
            })
        #expect(shown.texts == ["aa", "12", "bb", "cc", "new"])
        // The rows end 32 points before the edge.
        #expect(shown.frame(of: "12")?.maxX == 368 && shown.frame(of: "new")?.maxX == 368)
        #expect(shown.frame(of: "aa")?.minX == 32)
    }

    @Test func sectionsHaveHeadersAndFooters() {
        let shown = Shown(
            Form {
                Section {
                    text("row")
                } header: {
                    text("Head")
                } footer: {
                    text("foot")
                }
                Section { text("other") }
            })
        #expect(shown.texts == ["Head", "row", "foot", "other"])
        let rows = shown.drawn.filter { $0.leaf is Text }.map(\.frame.minX)
        #expect(rows == [32, 32, 32, 32])
    }

    @Test func outsideOfAListASectionIsItsViews() {
        let shown = Shown(
            VStack(spacing: 0) {
                Section {
                    text("row")
                } header: {
                    text("head")
                }
            })
        #expect(shown.texts == ["head", "row"])
        #expect(shown.size == CGSize(width: 32, height: 32))
    }

    struct Choosing: View {
        @State var selection: Int?
        @State var several: Set<Int> = []
        let isSingle: Bool
        let told: (Set<Int>) -> Void
        var body: some View {
            let _ = told(isSingle ? Set(selection.map { [$0] } ?? []) : several)
            if isSingle {
                List(selection: $selection) { rows }
            } else {
                List(selection: $several) { rows }
            }
        }
        @ViewBuilder var rows: some View {
            ForEach(1..<3) { Text(verbatim: "\($0)") }
            Text(verbatim: "seven").tag(7)
        }
    }

    @Test func aTapSelectsARow() {
        var last: Set<Int> = []
        let one = Shown(Choosing(isSingle: true) { last = $0 })
        one.tap(200, 32)
        one.update()
        #expect(last == [1])
        one.tap(34, 120)
        one.update()
        #expect(last == [7])
        let many = Shown(Choosing(isSingle: false) { last = $0 })
        many.tap(200, 32)
        many.update()
        many.tap(200, 76)
        many.update()
        #expect(last == [1, 2])
        many.tap(200, 32)
        many.update()
        #expect(last == [2])
    }

    @Test func aButtonIsPressedAnywhereInItsRow() {
        var count = 0
        let shown = Shown(List { Button("go") { count += 1 } })
        shown.tap(350, 32)
        #expect(count == 1)
    }

    @Test func aListScrolls() {
        let shown = Shown(List(0..<50) { Text(verbatim: "\($0)") })
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 60), at: CGPoint(x: 200, y: 300)))
        shown.update()
        #expect(shown.drawn.first { $0.leaf is Text }?.frame.minY == -36)
        #expect(!shown.host.scroll(by: CGPoint(x: 50, y: 0), at: CGPoint(x: 200, y: 300)))
    }

    @Test func theInnermostScrollViewTakesTheWheel() {
        let shown = Shown(
            ScrollView {
                ScrollView(.horizontal) { Color.red.frame(width: 900, height: 100) }
                Color.blue.frame(height: 900)
            })
        let place = CGPoint(x: 200, y: 50)
        #expect(shown.host.scroll(by: CGPoint(x: 40, y: 0), at: place))
        shown.update()
        #expect(shown.drawn[0].frame.origin == CGPoint(x: -40, y: 0))
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 30), at: place))
        shown.update()
        #expect(shown.drawn[0].frame.origin == CGPoint(x: -40, y: -30))
    }

    @Test func aRowSaysHowItLooks() throws {
        func list(_ insets: EdgeInsets?) -> some View {
            List {
                text("aa")
                text("bb").listRowInsets(insets).listRowBackground(text("back")).listRowSeparator(.hidden)
                text("cc").listRowInsets(EdgeInsets())
            }
            .scrollContentBackground(.hidden)
        }
        let shown = Shown(list(EdgeInsets(top: 30, leading: 5, bottom: 10, trailing: 0)))
        // 10 above the list, 44 of the first row, and 30.
        #expect(shown.frame(of: "bb")?.origin == CGPoint(x: 16 + 5, y: 84) && shown.frame(of: "cc")?.minX == 16)
        // What is behind is in the middle of the row, which is 56 high.
        let back = try #require(shown.frame(of: "back"))
        #expect(back.midX == 200 && back.midY == 82)
        let usual = Shown(list(nil))
        #expect(usual.frame(of: "bb")?.minX == 32)
        // A line for the last row only: the second has none, and the first none above it.
        #expect(shown.drawn.filter { $0.frame.height == 0.5 || $0.frame.height == 1 }.count <= 1)
    }
}

@Suite @MainActor struct LazyTests {
    struct Row: View {
        let number: Int
        let made: (Int) -> Void
        @State private var isThere = false
        var body: some View {
            let _ = isThere ? () : made(number)
            // Within an element nothing is lazy.
            HStack(spacing: 0) { ForEach(0..<2) { _ in Color.red.frame(width: 5) } }.frame(height: 20)
                .onAppear { isThere = true }
        }
    }

    @Test func onlyWhatIsSeenIsMade() {
        var made: Set<Int> = []
        let shown = Shown(
            ScrollView {
                LazyVStack(spacing: 0) { ForEach(0..<1000) { number in Row(number: number) { made.insert($0) } } }
            }, width: 100, height: 200)
        // Ten fit, half as many follow, and one begins where they end.
        #expect(made == Set(0..<16))
        let place = CGPoint(x: 50, y: 50)
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 100_000), at: place))
        shown.update()
        // All of them have a place.
        #expect(made == Set(0..<16).union(984..<1000))
        #expect(shown.drawn.map(\.frame.maxY).max() == 200)
    }

    @Test func aLazyElementKeepsItsStateAndFollowsItsValue() {
        struct Numbers: View {
            let get: (Binding<Int>) -> Void
            @State var factor = 1
            var body: some View {
                let _ = get($factor)
                ScrollView {
                    LazyVGrid(columns: [GridItem(.flexible())], spacing: 0) {
                        ForEach(0..<100) { Text(verbatim: "\($0 * factor)").frame(height: 20) }
                    }
                }
            }
        }
        var factor: Binding<Int>!
        let shown = Shown(Numbers { factor = $0 }, width: 100, height: 40)
        #expect(shown.texts == ["0", "1", "2", "3"])
        factor.wrappedValue = 10
        shown.update()
        #expect(shown.texts == ["0", "10", "20", "30"])
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 40), at: CGPoint(x: 50, y: 20)))
        shown.update()
        #expect(shown.texts == ["0", "10", "20", "30", "40", "50"])
    }

    @Test func outsideOfAScrollViewAllAreSeen() {
        let shown = Shown(LazyHStack(spacing: 0) { ForEach(0..<30) { Text(verbatim: "\($0)") } })
        #expect(shown.texts.count == 30)
    }

    private struct ListRow: View {
        let number: Int
        let made: (Int) -> Void

        var body: some View {
            let _ = made(number)
            Text(verbatim: "row \(number)").frame(height: 38)
        }
    }

    @Test func rowsOfAListAreMadeWhenTheyAreSeen() throws {
        var made: [Int] = []
        var selection: Int?
        let list = List(selection: Binding(get: { selection }, set: { selection = $0 })) {
            Text(verbatim: "head")
            ForEach(0..<1000, id: \.self) { number in ListRow(number: number) { made.append($0) } }.onDelete { _ in }
        }
        let shown = Shown(list)
        // Eleven rows of 50 points and the head fit into 600, half as many follow.
        #expect(made.count < 25 && Set(made).count == made.count && made.contains(10))
        #expect(shown.texts.prefix(3) == ["head", "row 0", "row 1"] && shown.frame(of: "row 9")?.minX == 32)
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 100_000), at: CGPoint(x: 50, y: 50)))
        shown.update()
        #expect(made.contains(999) && !made.contains(500) && made.count < 50)
        let last = try #require(shown.frame(of: "row 999"))
        // All of them have a place: 10 points are left below.
        #expect(last.midY == 565)
        shown.tap(last)
        #expect(selection == 999)
    }

    @Test func whatIsInARowIsMadeWithIt() {
        let shown = Shown(
            Form {
                HStack { ForEach(0..<3, id: \.self) { Text(verbatim: "\($0)") } }
                Picker("pick", selection: .constant(1)) {
                    ForEach(0..<3, id: \.self) { Text(verbatim: "option \($0)").tag($0) }
                }
            })
        #expect(shown.texts.prefix(3) == ["0", "1", "2"] && shown.texts.contains("option 1"))
    }
}
