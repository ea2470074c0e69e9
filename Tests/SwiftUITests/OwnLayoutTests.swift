import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct OwnLayoutTests {
    struct Weight: LayoutValueKey {
        static let defaultValue: CGFloat = 1
    }

    /// Shares the width by weights, which it keeps in its cache.
    struct Shares: Layout {
        func makeCache(subviews: Subviews) -> [CGFloat] { subviews.map { $0[Weight.self] } }

        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout [CGFloat]) -> CGSize {
            CGSize(width: proposal.width ?? 100, height: 20)
        }

        func placeSubviews(
            in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout [CGFloat]
        ) {
            let sum = cache.reduce(0, +)
            var x = bounds.minX
            for (weight, view) in zip(cache, subviews) {
                let width = bounds.width * weight / sum
                view.place(
                    at: CGPoint(x: x, y: bounds.maxY), anchor: .bottomLeading,
                    proposal: ProposedViewSize(width: width, height: 10))
                x += width
            }
        }
    }

    @Test func aLayoutOfTheAppPlacesItsViews() {
        let shown = Shown(
            Shares {
                Color.red
                Color.blue.layoutValue(key: Weight.self, value: 3)
            })
        #expect(shown.size == CGSize(width: 400, height: 20))
        #expect(
            shown.leaves == [
                CGRect(x: 0, y: 10, width: 100, height: 10), CGRect(x: 100, y: 10, width: 300, height: 10),
            ])
    }

    @Test func fromRightToLeftThePlacesAreMirrored() {
        let shown = Shown(
            Shares {
                Color.red
                Color.blue.layoutValue(key: Weight.self, value: 3)
            }
            .environment(\.layoutDirection, .rightToLeft))
        #expect(
            shown.leaves == [
                CGRect(x: 300, y: 10, width: 100, height: 10), CGRect(x: 0, y: 10, width: 300, height: 10),
            ])
    }

    struct Turning: View {
        @State var isVertical = false
        let get: (Binding<Bool>) -> Void
        let made: () -> Void
        var body: some View {
            let _ = get($isVertical)
            let layout = isVertical ? AnyLayout(VStackLayout(spacing: 0)) : AnyLayout(HStackLayout(spacing: 0))
            layout {
                Color.red.frame(width: 10, height: 10).onAppear(perform: made)
                Color.blue.frame(width: 10, height: 10)
            }
        }
    }

    @Test func viewsKeepTheirIdentityWhenTheLayoutChanges() {
        var isVertical: Binding<Bool>!
        var count = 0
        let shown = Shown(
            Turning {
                isVertical = $0
            } made: {
                count += 1
            })
        #expect(shown.size == CGSize(width: 20, height: 10))
        isVertical.wrappedValue = true
        shown.update()
        #expect(shown.size == CGSize(width: 10, height: 20) && count == 1)
    }
}
