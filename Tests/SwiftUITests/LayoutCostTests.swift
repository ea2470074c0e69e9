import GtkSupport
import Testing

@testable import SwiftUI

/// How much work a layout and an update are: counts, not times.
@Suite @MainActor struct LayoutCostTests {
    private final class Count {
        var sizes = 0
        var guides = 0
    }

    private struct Probe: LeafView, Leaf {
        typealias Body = Never
        let count: Count

        func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize {
            count.sizes += 1
            return CGSize(width: 10, height: 10)
        }

        func guide(_ key: AlignmentKey, _ size: CGSize, _ item: LeafItem) -> CGFloat? {
            count.guides += 1
            return nil
        }

        func makeSurface(_ item: LeafItem) -> Surface? { nil }
        func update(_ surface: Surface, _ item: LeafItem) {}
    }

    private func nested(_ levels: Int, _ count: Count) -> AnyView {
        guard levels > 0 else { return AnyView(Probe(count: count)) }
        let inner = nested(levels - 1, count).padding(1).frame(maxWidth: 1000)
        if levels.isMultiple(of: 2) {
            return AnyView(
                VStack(alignment: .leading) {
                    inner
                    Color.red
                })
        }
        return AnyView(
            HStack(alignment: .firstTextBaseline) {
                inner
                Color.red
            })
    }

    private func cost(_ levels: Int) -> Count {
        let count = Count()
        let shown = Shown(nested(levels, count))
        #expect(shown.drawn.count == levels + 1)
        return count
    }

    @Test func theInnermostViewIsNotAskedMoreOftenWhenThereAreMoreStacks() throws {
        let few = cost(3)
        #expect(few.sizes > 0 && few.guides > 0)
        // More levels only if that holds: they would not end.
        for levels in [6, 12, 24] {
            let many = cost(levels)
            try #require(
                many.sizes <= 4 * few.sizes && many.guides <= 4 * few.guides,
                "\(levels): \(many.sizes), \(many.guides); 3: \(few.sizes), \(few.guides)")
        }
    }

    /// The name of a button, and what its key presses, are looked up in each view within.
    @Test(.timeLimit(.minutes(1))) func aButtonIsFoundAndNamedUnderManyViews() throws {
        var pressed = 0
        var label = AnyView(Text(verbatim: "code"))
        for _ in 0..<40 { label = AnyView(label.padding(0.5)) }
        var view = AnyView(Button(action: { pressed += 1 }) { label })
        for _ in 0..<40 { view = AnyView(view.padding(0.5)) }
        let shown = Shown(view.keyboardShortcut("k"))
        let button = try #require(shown.elements.first { $0.accessibilityTraits.contains(.button) })
        #expect(button.accessibilityLabel == "code")
        let press = KeyPress(character: "k", name: "k", modifiers: .control)
        #expect(shown.graph.press(press) && pressed == 1)
    }

    private struct Page: View {
        let evaluated: () -> Void
        @State private var number = 1

        var body: some View {
            let _ = evaluated()
            List {
                Button(action: { number += 1 }) { Text(verbatim: "more") }
                ForEach(0..<number, id: \.self) { Text(verbatim: "row \($0)") }.onDelete { _ in number -= 1 }
            }
            .navigationTitle("Rows")
            .toolbar {
                ToolbarItem(placement: .topBarLeading) { EditButton() }
                if number > 1 { ToolbarItem { Button("\(number) rows") {} } }
            }
        }
    }

    @Test func aPageWithABarIsEvaluatedUntilNothingChanges() throws {
        var count = 0
        let shown = Shown(
            TabView {
                NavigationStack { Page { count += 1 } }.tabItem { Text(verbatim: "tab") }
            })
        func expectRest(_ texts: [String], location: SourceLocation = #_sourceLocation) {
            #expect(shown.texts == texts, sourceLocation: location)
            let (pages, all) = (count, shown.graph.evaluations)
            for _ in 0..<3 { shown.update() }
            #expect(count == pages && shown.graph.evaluations == all, sourceLocation: location)
        }
        expectRest(["Edit", "Rows", "more", "row 0", "tab"])
        // When it is made, when the view around it knows its tabs, and when the page knows what its bar shows.
        #expect(count == 3)
        for (number, evaluations) in [(2, 2), (3, 1)] {
            count = 0
            shown.tap(try #require(shown.frame(of: "more")))
            shown.update()
            expectRest(["Edit", "\(number) rows", "Rows", "more"] + (0..<number).map { "row \($0)" } + ["tab"])
            #expect(count == evaluations)
        }
    }
}
