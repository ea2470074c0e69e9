import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct MatchedGeometryTests {
    private struct Choice: View {
        let get: (Binding<Int>) -> Void
        @State var chosen = 0
        @Namespace private var space

        var body: some View {
            let _ = get($chosen)
            HStack(spacing: 0) {
                ForEach(0..<2) { index in
                    ZStack {
                        if chosen == index { Color.red.matchedGeometryEffect(id: "mark", in: space) }
                    }
                    .frame(width: index == 0 ? 100 : 300, height: 50)
                }
            }
        }
    }

    /// Where the marks are on the screen now.
    private func marks(_ shown: Shown) -> [CGRect] {
        var all: [CGRect] = []
        func walk(_ surface: Surface, _ origin: CGPoint) {
            let frame = surface.frame.offsetBy(dx: origin.x, dy: origin.y)
            if case .shape = surface.content { all.append(frame) }
            for child in surface.children { walk(child, frame.origin) }
        }
        walk(shown.host.surface, .zero)
        return all
    }

    @Test func aNewViewStartsAtThePlaceOfTheOneItReplaces() {
        var chosen: Binding<Int>!
        let shown = Shown(Choice { chosen = $0 })
        #expect(marks(shown) == [CGRect(x: 0, y: 275, width: 100, height: 50)])
        withAnimation(.linear(duration: 1)) { chosen.wrappedValue = 1 }
        shown.update()
        // Both lie at the old place, go on together and end at the new one.
        #expect(marks(shown) == Array(repeating: CGRect(x: 0, y: 275, width: 100, height: 50), count: 2))
        shown.advance(by: 0.5)
        #expect(marks(shown) == Array(repeating: CGRect(x: 50, y: 275, width: 200, height: 50), count: 2))
        shown.advance(by: 0.6)
        shown.update()
        #expect(marks(shown) == [CGRect(x: 100, y: 275, width: 300, height: 50)])
    }

    @Test func withoutAnAnimationItIsThereAtOnce() {
        var chosen: Binding<Int>!
        let shown = Shown(Choice { chosen = $0 })
        chosen.wrappedValue = 1
        shown.update()
        #expect(marks(shown) == [CGRect(x: 100, y: 275, width: 300, height: 50)])
    }

    private struct Following: View {
        let properties: MatchedGeometryProperties
        @Namespace private var space

        var body: some View {
            ZStack(alignment: .topLeading) {
                Color.blue.matchedGeometryEffect(
                    id: 1, in: space, properties: properties, anchor: .topLeading, isSource: false
                )
                .frame(width: 20, height: 20)
                Color.red.frame(width: 60, height: 40).matchedGeometryEffect(id: 1, in: space).padding(30)
            }
        }
    }

    @Test(arguments: [
        (MatchedGeometryProperties.frame, CGRect(x: 170, y: 280, width: 60, height: 40)),
        (.position, CGRect(x: 170, y: 280, width: 20, height: 20)),
        (.size, CGRect(x: 140, y: 250, width: 60, height: 40)),
    ])
    func aViewThatIsNoSourceFollowsTheSource(properties: MatchedGeometryProperties, frame: CGRect) {
        let shown = Shown(Following(properties: properties))
        #expect(marks(shown).first == frame)
    }
}
