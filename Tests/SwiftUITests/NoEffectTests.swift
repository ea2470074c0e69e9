import Locking
import Testing
import UIKitCore

@testable import SwiftUI

/// Which modifiers without effect are reported, and which values of them are what happens anyway.
@MainActor @Suite struct NoEffectTests {
    private func reported(_ work: @MainActor () -> Void) -> Set<String> {
        let lines = Mutex<[String]>([])
        NoEffectReport.$current.withValue(NoEffectReport { line in lines.withLock { $0.append(line) } }) { work() }
        return Set(lines.withLock { $0 }.map { String($0.prefix { $0 != " " }) })
    }

    @Test func whatAProgramDoesNotGetIsReported() {
        let view = Color.red
        #expect(
            reported {
                _ = view.presentationContentInteraction(.resizes)
                _ = view.formStyle(.columns)
                _ = Image(systemName: "camera").antialiased(false)
                _ = view.glassEffect(.regular.interactive())
                _ = GlassEffectContainer(spacing: 20) { view }
                _ = Canvas(colorMode: .linear, rendersAsynchronously: true) { _, _ in }
                _ = view.navigationSplitViewStyle(.prominentDetail)
                _ = view.toolbar(.hidden, for: .tabBar)
                _ = view.searchable(text: .constant(""), placement: .sidebar)
                _ = view.foregroundStyle(.red, .green, .blue)
                _ = view.blur(radius: 4, opaque: true)
                _ = view.rotation3DEffect(.degrees(30), axis: (0, 1, 0), anchorZ: 20)
                _ = Text.LineStyle(pattern: .dash)
            } == [
                "View.presentationContentInteraction(_:)", "View.formStyle(_:)", "Image.antialiased(_:)",
                "Glass.interactive(_:)", "GlassEffectContainer.init(spacing:content:)",
                "Canvas.rendersAsynchronously", "Canvas.colorMode", "View.navigationSplitViewStyle(_:)",
                "View.toolbar(_:for:)", "SearchFieldPlacement", "View.foregroundStyle(_:_:_:)",
                "View.blur(radius:opaque:)", "View.rotation3DEffect(_:axis:anchor:anchorZ:perspective:)",
                "Text.LineStyle",
            ])
    }

    @Test func whatHappensAnywayIsNot() {
        let view = Color.red
        #expect(
            reported {
                _ = view.presentationContentInteraction(.scrolls)
                _ = view.formStyle(.grouped)
                _ = Image(systemName: "camera").antialiased(true)
                _ = view.glassEffect(.regular.interactive(false))
                _ = GlassEffectContainer { view }
                _ = Canvas { _, _ in }
                _ = view.navigationSplitViewStyle(.balanced)
                _ = view.toolbar(.hidden, for: .navigationBar)
                _ = view.searchable(text: .constant(""), placement: .navigationBarDrawer)
                _ = view.blur(radius: 4)
                _ = Text.LineStyle.single
            } == [])
    }
}
