import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct GlassTests {
    private func paints(_ view: some View) -> [Paint] {
        Shown(view).drawn.compactMap { item in
            guard case .shape(_, let paint, _, _)? = item.surface?.content else { return nil }
            return paint
        }
    }

    @Test func glassIsBehindAView() {
        let text = Text(verbatim: "four").padding(10)
        let environment = EnvironmentValues()
        #expect(paints(text.glassEffect()) == [Material.thin.paint(environment)])
        let tinted = paints(text.glassEffect(.regular.tint(.red).interactive(), in: .rect(cornerRadius: 4)))
        #expect(tinted == [Material.thin.paint(environment), Color.red.opacity(0.6).paint(environment)])
        #expect(paints(text.glassEffect(.identity)).isEmpty)
        let clear = paints(text.glassEffect(.clear)).first?.color.opacity
        #expect(clear.map { $0 < Material.thin.paint(environment).color.opacity } == true)
        let shown = Shown(GlassEffectContainer(spacing: 4) { text.glassEffect() })
        #expect(shown.size == CGSize(width: 52, height: 36))
        #expect(shown.drawn.contains { $0.frame.size == shown.size })
    }

    @Test func buttonsCanBeOfGlass() {
        var presses = 0
        let button = Button("Take") { presses += 1 }
        let shown = Shown(button.buttonStyle(.glass))
        shown.tap(200, 300)
        #expect(presses == 1)
        #expect(paints(button.buttonStyle(.glass)).count == 1)
        #expect(paints(button.buttonStyle(.glass(.identity))).isEmpty)
        #expect(paints(button.buttonStyle(.glassProminent).tint(.green)).count == 2)
    }
}
