import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ScrollTargetTests {
    private func rows(_ id: Binding<Int?>, anchor: UnitPoint? = nil) -> some View {
        ScrollView {
            VStack(spacing: 0) {
                ForEach(0..<20) { Text("row \($0)").frame(width: 100, height: 50) }
            }
            .scrollTargetLayout()
        }
        .scrollPosition(id: id, anchor: anchor)
    }

    /// The upper edge of a row, whose text is in its middle.
    private func top(_ shown: Shown, _ text: String) -> CGFloat? { shown.frame(of: text).map { $0.midY - 25 } }

    /// The left edge of a card.
    private func left(_ shown: Shown, _ text: String) -> CGFloat? { shown.frame(of: text).map { $0.midX - 40 } }

    /// A search that doubled with each level would not end.
    @Test(.timeLimit(.minutes(1))) func targetsAreFoundUnderManyViews() {
        var content = AnyView(
            VStack(spacing: 0) {
                ForEach(0..<20) { Text("row \($0)").frame(width: 100, height: 50) }
            }
            .scrollTargetLayout())
        for _ in 0..<40 { content = AnyView(content.padding(0)) }
        let handle = Held<Int?, AnyView>.Handle()
        let shown = Shown(
            Held(nil, handle) { id in AnyView(ScrollView { content }.scrollPosition(id: id)) }, width: 100, height: 200)
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 120), at: CGPoint(x: 50, y: 50)))
        shown.update()
        #expect(handle.value == 2)
    }

    @Test func aBindingKnowsWhatAPersonScrollsTo() {
        let handle = Held<Int?, AnyView>.Handle()
        let shown = Shown(Held(nil, handle) { AnyView(rows($0)) }, width: 100, height: 200)
        #expect(handle.value == nil)
        #expect(shown.host.scroll(by: CGPoint(x: 0, y: 120), at: CGPoint(x: 50, y: 50)))
        shown.update()
        #expect(handle.value == 2)
        // Its own news does not scroll.
        #expect(top(shown, "row 2") == -20)
        _ = shown.host.scroll(by: CGPoint(x: 0, y: -120), at: CGPoint(x: 50, y: 50))
        shown.update()
        #expect(handle.value == 0)
    }

    @Test func aBindingScrolls() {
        let handle = Held<Int?, AnyView>.Handle()
        let shown = Shown(Held(4, handle) { AnyView(rows($0, anchor: .top)) }, width: 100, height: 200)
        #expect(top(shown, "row 4") == 0)
        handle.value = 9
        shown.update()
        #expect(top(shown, "row 9") == 0 && handle.value == 9)
        withAnimation(.linear(duration: 1)) { handle.value = 1 }
        shown.update()
        shown.advance(by: 0.5)
        #expect((shown.drawn.first { $0.firstText == "row 1" }?.shownFrame.now.midY).map { $0 - 25 } == -200)
        // The last ones cannot reach the top.
        handle.value = 19
        shown.update()
        #expect(top(shown, "row 19") == 150)
    }

    @Test func withoutAnAnchorItScrollsAsFarAsNeeded() {
        let handle = Held<Int?, AnyView>.Handle()
        let shown = Shown(Held(nil, handle) { AnyView(rows($0)) }, width: 100, height: 200)
        handle.value = 5
        shown.update()
        #expect(top(shown, "row 5") == 150 && handle.value == 5)
    }

    @Test func viewsWithIDsAreTargetsToo() {
        let handle = Held<String?, AnyView>.Handle()
        let shown = Shown(
            Held(nil, handle) { id in
                AnyView(
                    ScrollView(.horizontal) {
                        HStack(spacing: 0) {
                            Color.red.frame(width: 100).id("a")
                            Color.green.frame(width: 100).id("b")
                            Color.blue.frame(width: 100).id("c")
                        }
                        .scrollTargetLayout()
                    }
                    .scrollPosition(id: id, anchor: .center))
            }, width: 100, height: 100)
        _ = shown.host.scroll(by: CGPoint(x: 60, y: 0), at: CGPoint(x: 50, y: 50))
        shown.update()
        #expect(handle.value == "b")
    }

    private func carousel(_ limit: ViewAlignedScrollTargetBehavior.LimitBehavior) -> Shown {
        Shown(
            ScrollView(.horizontal) {
                HStack(spacing: 10) {
                    ForEach(0..<10) { Text("card \($0)").frame(width: 80, height: 100) }
                }
                .scrollTargetLayout()
            }
            .scrollTargetBehavior(.viewAligned(limitBehavior: limit)), width: 200, height: 100)
    }

    private func drag(_ shown: Shown, by distance: CGFloat, seconds: Double) {
        shown.touch(.began, 150, 50)
        shown.touch(.moved, 130, 50)
        shown.time.now += seconds
        shown.touch(.moved, 150 - distance, 50)
        shown.touch(.ended, 150 - distance, 50)
        shown.update()
        shown.advance(by: 1)
    }

    @Test func scrollsStopAtViews() {
        let shown = carousel(.never)
        drag(shown, by: 100, seconds: 10)
        #expect(left(shown, "card 1") == 0)
        drag(shown, by: 30, seconds: 10)
        #expect(left(shown, "card 1") == 0)
        // A short flick goes to the next one.
        drag(shown, by: 30, seconds: 0.03)
        #expect(left(shown, "card 2") == 0)
    }

    @Test func aLimitedFlickPassesOneView() {
        let far = carousel(.never)
        drag(far, by: 140, seconds: 0.04)
        #expect((left(far, "card 3") ?? 1) <= 0)
        let near = carousel(.always)
        drag(near, by: 140, seconds: 0.04)
        #expect(left(near, "card 1") == 0)
    }

    @Test func framesFollowTheirContainer() {
        let shown = Shown(
            ScrollView(.horizontal) {
                HStack(spacing: 10) {
                    Text("whole").containerRelativeFrame(.horizontal)
                    Text("third").containerRelativeFrame(.horizontal, count: 3, spacing: 10)
                    Text("two").containerRelativeFrame(.horizontal, count: 3, span: 2, spacing: 10)
                    Text("half").containerRelativeFrame([.horizontal, .vertical], alignment: .topLeading) {
                        length, axis in
                        axis == .horizontal ? length / 2 : length / 4
                    }
                }
            }
            .frame(width: 320, height: 200), width: 400, height: 400)
        func middle(_ text: String) -> CGFloat { (shown.frame(of: text)?.midX ?? 0) - 40 }
        #expect(middle("whole") == 160)
        // A third of 320 less two gaps of 10 is 100.
        #expect(middle("third") == 320 + 10 + 50 && middle("two") == 320 + 10 + 100 + 10 + 105)
        // 50 of 200 points high, in the middle.
        #expect(shown.frame(of: "half")?.origin == CGPoint(x: 40 + 320 + 10 + 100 + 10 + 210 + 10, y: 100 + 75))
    }

    @Test func withoutAScrollViewTheWindowIsTheContainer() {
        let shown = Shown(
            Color.red.containerRelativeFrame(.vertical) { length, _ in length / 2 }.frame(width: 50), width: 100,
            height: 300)
        #expect(shown.drawn[0].frame.height == 150)
        shown.host.bounds = CGRect(x: 0, y: 0, width: 100, height: 500)
        shown.update()
        #expect(shown.drawn[0].frame.height == 250)
    }
}
