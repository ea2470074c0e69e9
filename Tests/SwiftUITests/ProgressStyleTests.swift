import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ProgressStyleTests {
    private func paints(_ shown: Shown) -> [Paint] {
        shown.drawn.compactMap { item in
            guard case .shape(_, let paint, _, _)? = item.surface?.content else { return nil }
            return paint
        }
    }

    @Test func aBarHasItsLabelsAboveAndBelow() throws {
        let shown = Shown(
            ProgressView(value: 1.0, total: 4) {
                Text(verbatim: "Copying")
            } currentValueLabel: {
                Text(verbatim: "1 of 4")
            }, width: 200)
        #expect(shown.texts == ["Copying", "1 of 4"])
        let bars = shown.drawn.filter { $0.frame.height == 4 }.map(\.frame)
        #expect(bars.map(\.width) == [200, 50])
        let (label, value) = (try #require(shown.frame(of: "Copying")), try #require(shown.frame(of: "1 of 4")))
        #expect(label.maxY < bars[0].minY && bars[0].maxY < value.minY && label.minX == 0)
    }

    @Test func aRingShowsThePart() {
        let shown = Shown(ProgressView(value: 1, total: 4).progressViewStyle(.circular))
        #expect(shown.size == CGSize(width: 20, height: 20) && shown.drawn.count == 2)
        let styled = ProgressView().progressViewStyle(CircularProgressViewStyle(tint: .red))
        #expect(paints(Shown(styled)) == [Color.red.paint(EnvironmentValues())])
        #expect(paints(Shown(ProgressView().tint(.green))) == [Color.green.paint(EnvironmentValues())])
    }

    @Test func aBarOfWhatNobodyKnowsMoves() async {
        let shown = Shown(ProgressView().progressViewStyle(.linear), width: 300)
        #expect(shown.drawn.map(\.frame.width) == [300, 100])
        while !shown.graph.clock.isTicking {
            await Task.yield()
            shown.update()
        }
        shown.advance(by: 0.45)
        #expect(shown.drawn[1].shownFrame.now.minX > 0)
        let red = Shown(ProgressView(value: 1).progressViewStyle(LinearProgressViewStyle(tint: .red)))
        #expect(paints(red).last == Color.red.paint(EnvironmentValues()))
    }

    private struct Percent: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                configuration.label
                Text(verbatim: "\(Int((configuration.fractionCompleted ?? 0) * 100)) %")
            }
        }
    }

    private struct Framed: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            VStack {
                ProgressView(configuration)
                Text(verbatim: "framed")
            }
        }
    }

    @Test func anAppsStyleIsAsked() {
        let view = ProgressView("Copying", value: 3, total: 4)
        #expect(Shown(view.progressViewStyle(Percent())).texts == ["Copying", "75 %"])
        #expect(Shown(ProgressView(value: 5, total: 4).progressViewStyle(Percent())).texts == ["100 %"])
        #expect(Shown(ProgressView(value: Double.nan).progressViewStyle(Percent())).texts == ["0 %"])
    }

    @Test func aProgressViewInAStyleHasTheStyleAroundIt() {
        let view = ProgressView("Copying", value: 1, total: 4).progressViewStyle(Framed())
        #expect(Shown(view).texts == ["Copying", "framed"])
        #expect(Shown(view.progressViewStyle(Percent())).texts == ["Copying", "25 %", "framed"])
    }
}
