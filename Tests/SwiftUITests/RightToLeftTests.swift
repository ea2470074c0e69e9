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

    @Test func aPartCanGoTheOtherWay() {
        let row = HStack(spacing: 0) {
            red
            Color.blue.frame(width: 40, height: 20)
        }
        #expect(places(row.environment(\.layoutDirection, .leftToRight)) == [160, 200])
        #expect(places(row) == [200, 160])
    }
}
