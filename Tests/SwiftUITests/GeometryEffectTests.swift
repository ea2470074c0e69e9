import QuartzCore
import Testing
import UIKit

@testable import SwiftUI

/// Moves to the side and back.
private struct Shake: GeometryEffect {
    var distance: CGFloat = 10
    var animatableData: CGFloat

    func effectValue(size: CGSize) -> ProjectionTransform {
        ProjectionTransform(CGAffineTransform(translationX: distance * animatableData, y: size.height))
    }
}

private struct Widening: AnimatableModifier {
    var width: CGFloat
    nonisolated var animatableData: CGFloat {
        get { width }
        set { width = newValue }
    }

    func body(content: Content) -> some View { content.frame(width: width) }
}

@Suite @MainActor struct GeometryEffectTests {
    /// Where the only view with a transform is drawn.
    private func transform(_ shown: Shown) -> CGAffineTransform? {
        shown.views(UIView.self).map(\.transform).first { !$0.isIdentity }
    }

    @Test func anEffectIsAnimatedByItsNumbers() {
        let handle = Held<CGFloat, AnyView>.Handle()
        let shown = Shown(
            Held(1, handle) { value in
                AnyView(Color.red.frame(width: 40, height: 20).modifier(Shake(animatableData: value.wrappedValue)))
            }, width: 100, height: 100)
        #expect(transform(shown) == CGAffineTransform(translationX: 10, y: 20))
        withAnimation(.linear(duration: 1)) { handle.value = 3 }
        shown.update()
        shown.advance(by: 0.5)
        #expect(transform(shown) == CGAffineTransform(translationX: 20, y: 20))
        shown.advance(by: 0.5)
        #expect(transform(shown) == CGAffineTransform(translationX: 30, y: 20))
    }

    @Test func aTouchFindsTheViewWhereItIsDrawn() {
        var taps = 0
        let effect = Shake(distance: 50, animatableData: 1).ignoredByLayout()
        let shown = Shown(
            Color.red.frame(width: 20, height: 20).onTapGesture { taps += 1 }.modifier(effect), width: 200, height: 100)
        shown.tap(100, 50)
        #expect(taps == 0)
        shown.tap(150, 70)
        #expect(taps == 1)
    }

    @Test func aModifierIsAnimatedByItsNumbers() {
        let handle = Held<CGFloat, AnyView>.Handle()
        let shown = Shown(
            Held(100, handle) { value in AnyView(Color.red.modifier(Widening(width: value.wrappedValue))) })
        withAnimation(.linear(duration: 1)) { handle.value = 200 }
        shown.update()
        shown.advance(by: 0.5)
        #expect(shown.drawn[0].frame.width == 150)
    }

    @Test func transformsCombineAndInvert() {
        let move = ProjectionTransform(CGAffineTransform(translationX: 5, y: 7))
        let scale = ProjectionTransform(CGAffineTransform(scaleX: 2, y: 4))
        let both = move.concatenating(scale)
        #expect(both == ProjectionTransform(CGAffineTransform(translationX: 5, y: 7).scaledAfter(2, 4)))
        #expect(both.concatenating(both.inverted()).isIdentity && both.isAffine)
        var flat = ProjectionTransform(CGAffineTransform(scaleX: 0, y: 1))
        let isInverted = flat.invert()
        #expect(!isInverted)
        var depth = CATransform3DIdentity
        depth.m34 = -1 / 500
        let turned = ProjectionTransform(CATransform3DRotate(depth, .pi / 3, 0, 1, 0))
        #expect(!turned.isAffine && abs(turned.m11 - 0.5) < 1e-9 && turned.m13 != 0)
    }

    /// A picture that is turned about the y axis: as wide as the slope at its middle says.
    @Test func perspectiveIsThatOfTheCenter() throws {
        var turned = ProjectionTransform()
        (turned.m11, turned.m13) = (0.5, 0.001)
        let shown = Shown(Color.red.frame(width: 200, height: 100).projectionEffect(turned), width: 200, height: 100)
        // x' = 0.5 x / (1 + 0.001 x): at 100 it is 45.45…, with a slope of 0.5 / 1.1².
        let center = CGPoint(x: 100, y: 50)
        let affine = try #require(turned.affine(near: center))
        #expect(abs(center.applying(affine).x - 50 / 1.1) < 1e-9 && abs(affine.a - 0.5 / 1.21) < 1e-9)
        #expect(transform(shown) != nil)
    }

    @Test func anAffineTransformMovesOnlyWhatIsDrawn() {
        let shown = Shown(
            Color.red.frame(width: 40, height: 20).transformEffect(CGAffineTransform(translationX: 3, y: 4)),
            width: 100, height: 100)
        #expect(transform(shown) == CGAffineTransform(translationX: 3, y: 4))
        #expect(shown.drawn[0].frame == CGRect(x: 30, y: 40, width: 40, height: 20))
    }
}

extension CGAffineTransform {
    fileprivate func scaledAfter(_ x: CGFloat, _ y: CGFloat) -> CGAffineTransform {
        concatenating(CGAffineTransform(scaleX: x, y: y))
    }
}
