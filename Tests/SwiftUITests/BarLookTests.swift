import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct BarLookTests {
    /// Where something of a color is drawn.
    private func place(of color: Color, in shown: Shown) -> CGRect? {
        shown.drawn.first { item in
            guard let shape = item.leaf as? PaintedShape<Rectangle> else { return false }
            return shape.style.paint(item.environment).color == color.resolve(in: item.environment)
        }?.frame
    }

    private func page(_ change: (AnyView) -> some View) -> Shown {
        Shown(
            NavigationStack {
                change(
                    AnyView(
                        Text(verbatim: "clips").navigationTitle("Clips").navigationBarTitleDisplayMode(.inline)
                            .toolbar { ToolbarItem(placement: .bottomBar) { Text(verbatim: "below") } }))
            })
    }

    @Test func aBarHasItsBackground() {
        let shown = page { $0.toolbarBackground(Color.red, for: .navigationBar) }
        #expect(place(of: .red, in: shown) == CGRect(x: 0, y: 0, width: 400, height: 44))
        let below = page { $0.toolbarBackground(Color.red, for: .bottomBar) }
        #expect(place(of: .red, in: below) == CGRect(x: 0, y: 556, width: 400, height: 44))
        #expect(place(of: .red, in: page { $0 }) == nil)
    }

    @Test func aHiddenBackgroundIsNotDrawn() {
        let shown = page { $0.toolbarBackground(Color.red).toolbarBackground(.hidden, for: .navigationBar) }
        #expect(place(of: .red, in: shown) == CGRect(x: 0, y: 556, width: 400, height: 44))
    }

    @Test func whatAViewFurtherInSaysOfABarCounts() {
        let visible = page {
            $0.toolbarBackground(Color.red).toolbarBackground(.visible, for: .navigationBar).toolbarBackground(.hidden)
        }
        #expect(place(of: .red, in: visible)?.minY == 0)
        let automatic = page {
            $0.toolbarBackground(Color.red).toolbarBackground(.automatic).toolbarBackground(.hidden)
        }
        #expect(place(of: .red, in: automatic) == nil)
        let shown = page { $0.toolbar(.visible, for: .navigationBar).toolbar(.hidden, for: .navigationBar) }
        #expect(shown.texts.contains("Clips"))
        let hidden = page { $0.navigationBarHidden(true).navigationBarHidden(false) }
        #expect(!hidden.texts.contains("Clips"))
    }

    @Test func theInnermostViewSaysIt() {
        let shown = page { $0.toolbarBackground(Color.red, for: .navigationBar).toolbarBackground(Color.green) }
        #expect(place(of: .red, in: shown)?.minY == 0 && place(of: .green, in: shown)?.minY == 556)
    }

    @Test func aBarIsEvaluatedForItsColorScheme() {
        let shown = page { $0.toolbarColorScheme(.dark, for: .navigationBar) }
        func scheme(_ text: String) -> ColorScheme? {
            shown.drawn.first { $0.firstText == text }?.environment.colorScheme
        }
        #expect(scheme("Clips") == .dark && scheme("below") == .light && scheme("clips") == .light)
    }
}
