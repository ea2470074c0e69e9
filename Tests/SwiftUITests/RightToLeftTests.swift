import Foundation
import QuartzCore
import Testing

@testable import SwiftUI

/// Where views are from right to left, in a window 400 wide: what leads is at the right.
@MainActor @Suite struct RightToLeftTests {
    private var red: some View { Color.red.frame(width: 40, height: 20) }

    private func places(_ view: some View) -> [CGFloat] {
        Shown(view.frame(width: 400, height: 100).environment(\.layoutDirection, .rightToLeft)).leaves.map(\.minX)
    }

    @Test func aRowBeginsAtTheRight() {
        let row = HStack(spacing: 10) {
            red
            Color.blue.frame(width: 60, height: 20)
        }
        // 110 wide, in the middle.
        #expect(places(row) == [215, 145])
        #expect(places(VStack(alignment: .leading) { red }.frame(maxWidth: .infinity, alignment: .leading)) == [360])
    }

    @Test func framesAlignToTheOtherSide() {
        #expect(places(red.frame(maxWidth: .infinity, alignment: .leading)) == [360])
        #expect(places(red.frame(width: 200, alignment: .trailing)) == [100])
        #expect(places(red.frame(width: 200)) == [180])
    }

    @Test func paddingIsAtTheOtherSide() {
        #expect(places(red.padding(.leading, 30).frame(maxWidth: .infinity, alignment: .leading)) == [330])
        #expect(places(red.padding(.trailing, 30).frame(maxWidth: .infinity, alignment: .trailing)) == [30])
    }

    @Test func overlaysAlignToTheOtherSide() {
        let below = Color.blue.frame(width: 200, height: 100)
        #expect(places(below.overlay(alignment: .topLeading) { red }) == [100, 260])
        #expect(places(below.background(alignment: .trailing) { red }).sorted() == [100, 100])
    }

    @Test func whatTakesRoomAtASideIsAtTheOtherOne() {
        #expect(places(Color.blue.safeAreaInset(edge: .leading) { red }) == [0, 360])
        #expect(places(Color.blue.safeAreaInset(edge: .trailing) { red }) == [40, 0])
        #expect(places(Color.blue.safeAreaInset(edge: .top, alignment: .leading) { red }) == [0, 360])
    }

    @Test func offsetsAndPositionsAreNotMirrored() {
        #expect(places(red.frame(maxWidth: .infinity, alignment: .leading).offset(x: -30)) == [330])
        #expect(places(red.position(x: 50, y: 50)) == [30])
    }

    /// A triangle whose right angle is at the upper left.
    private struct Corner: Shape {
        var layoutDirectionBehavior: LayoutDirectionBehavior = .mirrors
        func path(in rect: CGRect) -> Path {
            Path { path in
                path.addLines([
                    CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.midX, y: rect.minY),
                    CGPoint(x: rect.minX, y: rect.midY),
                ])
                path.closeSubpath()
            }
        }
    }

    /// Whether a view of 100 by 100 points is touched near its upper corners.
    private func corners<V: View>(_ view: (_ tap: @escaping () -> Void) -> V) -> [Bool] {
        var taps = 0
        let shown = Shown(
            view { taps += 1 }.environment(\.layoutDirection, .rightToLeft), width: 100, height: 100)
        return [CGFloat(4), 96].map { x in
            let before = taps
            shown.tap(x, 4)
            return taps > before
        }
    }

    @Test func theCornersOfShapesChangeSides() {
        let shape = UnevenRoundedRectangle(topLeadingRadius: 40)
        #expect(corners { shape.fill(.red).onTapGesture(perform: $0) } == [true, false])
        #expect(corners { Color.red.clipShape(shape).onTapGesture(perform: $0) } == [true, false])
        #expect(corners { Color.red.contentShape(shape).onTapGesture(perform: $0) } == [true, false])
        // What is made of a shape does what the shape does.
        #expect(corners { AnyShape(shape.inset(by: 1)).fill(.red).onTapGesture(perform: $0) } == [true, false])
    }

    @Test func aShapeSaysWhetherItIsMirrored() {
        #expect(corners { Corner().fill(.red).onTapGesture(perform: $0) } == [false, true])
        let fixed = Corner(layoutDirectionBehavior: .fixed)
        #expect(corners { fixed.fill(.red).onTapGesture(perform: $0) } == [true, false])
        #expect(corners { AnyShape(fixed).scale(1).fill(.red).onTapGesture(perform: $0) } == [true, false])
        let other = Corner(layoutDirectionBehavior: .mirrors(in: .leftToRight))
        #expect(corners { other.fill(.red).onTapGesture(perform: $0) } == [true, false])
    }

    @Test func aMaskIsDrawnMirrored() throws {
        let shown = Shown.root(
            Color.red.clipShape(UnevenRoundedRectangle(topLeadingRadius: 40))
                .environment(\.layoutDirection, .rightToLeft), width: 100, height: 100)
        shown.host.draw()
        var layers: [CALayer] = [shown.host.surface.layer]
        var masks: [CGPath] = []
        while let layer = layers.popLast() {
            if let path = (layer.mask as? CAShapeLayer)?.path { masks.append(path) }
            layers += layer.sublayers ?? []
        }
        let mask = Path(try #require(masks.first))
        #expect(mask.contains(CGPoint(x: 4, y: 4)) && !mask.contains(CGPoint(x: 96, y: 4)))
    }

    @Test func aPartCanGoTheOtherWay() {
        let row = HStack(spacing: 0) {
            red
            Color.blue.frame(width: 40, height: 20)
        }
        #expect(places(row.environment(\.layoutDirection, .leftToRight)) == [160, 200])
        #expect(places(row) == [200, 160])
    }
}
