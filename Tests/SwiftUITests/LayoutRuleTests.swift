import Foundation
import Testing

@testable import SwiftUI

/// Layouts that follow from SwiftUI's documented rules, and were not measured: 64 of them. Letters are 8 points wide,
/// lines 16 high; each view is offered 400 × 600.
@Suite @MainActor struct LayoutRuleTests {
    private typealias Box = (CGFloat, CGFloat, CGFloat, CGFloat)

    private func expect(
        _ view: some View, _ size: (CGFloat, CGFloat), _ leaves: [Box], safe insets: EdgeInsets = EdgeInsets(),
        location: SourceLocation = #_sourceLocation
    ) {
        let shown = Shown(view)
        shown.host.safeAreaInsets = insets
        shown.update()
        let expected = leaves.map { CGRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
        if insets == EdgeInsets() {
            #expect(shown.size == CGSize(width: size.0, height: size.1), sourceLocation: location)
            #expect(shown.leaves == expected, sourceLocation: location)
        } else {
            #expect(shown.drawn.map(\.frame) == expected, sourceLocation: location)
        }
    }

    private func text(_ letters: Int) -> Text { Text(verbatim: String(repeating: "a", count: letters)) }
    private var color: Color { .red }
    private func block(_ width: CGFloat, _ height: CGFloat) -> some View { color.frame(width: width, height: height) }

    @Test func paddingMakesTheSafeAreaSmaller() {
        let wide = Shown(
            color.safeAreaPadding(.top, 20).safeAreaPadding(EdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 30)))
        #expect(wide.drawn.first?.frame == CGRect(x: 10, y: 20, width: 360, height: 580))
        let small = Shown(block(50, 50).safeAreaPadding(20))
        #expect(small.size == CGSize(width: 90, height: 90))
        #expect(small.leaves.first == CGRect(x: 20, y: 20, width: 50, height: 50))
    }

    @Test func aHigherPriorityGetsItsLengthFirst() {
        expect(
            HStack(spacing: 0) {
                text(60); text(4).layoutPriority(1)
            }, (400, 16), [(0, 0, 368, 16), (368, 0, 32, 16)])
        expect(
            HStack(spacing: 0) {
                text(60); text(60)
            }, (400, 16), [(0, 0, 200, 16), (200, 0, 200, 16)])
        expect(
            HStack(spacing: 0) {
                color; color.layoutPriority(1)
            }, (400, 600), [(0, 0, 0, 600), (0, 0, 400, 600)])
        expect(
            HStack(spacing: 0) {
                color; color.layoutPriority(-1)
            }, (400, 600), [(0, 0, 400, 600), (400, 0, 0, 600)])
    }

    @Test func lowerPrioritiesKeepTheirShortestLength() {
        expect(
            HStack(spacing: 0) {
                color.frame(minWidth: 50); color.layoutPriority(1)
            }, (400, 600), [(0, 0, 50, 600), (50, 0, 350, 600)])
        expect(
            VStack(spacing: 0) {
                color.frame(height: 100); color.layoutPriority(1); color.frame(minHeight: 40)
            }, (400, 600), [(0, 0, 400, 100), (0, 100, 400, 460), (0, 560, 400, 40)])
        expect(
            HStack(spacing: 0) {
                color.frame(maxWidth: 100).layoutPriority(2); color.frame(maxWidth: 200).layoutPriority(1); color
            }, (400, 600), [(0, 0, 100, 600), (100, 0, 200, 600), (300, 0, 100, 600)])
    }

    @Test func theLeastFlexibleComesFirst() {
        expect(
            HStack(spacing: 0) {
                color.frame(maxWidth: 50); color; color
            }, (400, 600), [(0, 0, 50, 600), (50, 0, 175, 600), (225, 0, 175, 600)])
        expect(
            HStack(spacing: 0) {
                color; color.frame(minWidth: 300, maxWidth: 320)
            }, (400, 600), [(0, 0, 100, 600), (100, 0, 300, 600)])
        expect(
            HStack(spacing: 0) {
                text(10); color
            }, (400, 600), [(0, 292, 80, 16), (80, 0, 320, 600)])
        expect(
            HStack(spacing: 20) {
                color; color; color
            }, (400, 600), [(0, 0, 120, 600), (140, 0, 120, 600), (280, 0, 120, 600)])
    }

    @Test func spacersTakeWhatIsLeft() {
        expect(
            HStack(spacing: 0) {
                block(100, 10); Spacer(); block(100, 10)
            }, (400, 10), [(0, 0, 100, 10), (300, 0, 100, 10)])
        expect(
            HStack(spacing: 0) {
                block(390, 10); Spacer(minLength: 30); block(50, 10)
            }, (470, 10), [(0, 0, 390, 10), (420, 0, 50, 10)])
        expect(
            VStack {
                color.frame(height: 20); Spacer()
            }.frame(height: 100), (400, 100), [(0, 0, 400, 20)])
        expect(
            ZStack {
                Spacer(); text(2)
            }, (400, 600), [(192, 292, 16, 16)])
    }

    @Test func anAspectRatioFitsOrFills() {
        expect(color.aspectRatio(2, contentMode: .fit), (400, 200), [(0, 0, 400, 200)])
        expect(color.aspectRatio(0.5, contentMode: .fit), (300, 600), [(0, 0, 300, 600)])
        expect(color.aspectRatio(2, contentMode: .fill), (1200, 600), [(0, 0, 1200, 600)])
        expect(
            color.aspectRatio(1, contentMode: .fill).frame(width: 100, height: 50), (100, 50), [(0, -25, 100, 100)])
        expect(
            color.aspectRatio(1, contentMode: .fill).frame(width: 100, height: 50).clipped(), (100, 50),
            [(0, -25, 100, 100)])
        expect(color.aspectRatio(16 / 8, contentMode: .fit).frame(width: 160), (160, 80), [(0, 0, 160, 80)])
        expect(
            color.aspectRatio(CGSize(width: 3, height: 2), contentMode: .fit).frame(width: 30, height: 30), (30, 30),
            [(0, 5, 30, 20)])
    }

    @Test func anAspectRatioWithoutANumberIsThatOfTheIdealSize() {
        let ideal = color.frame(idealWidth: 40, idealHeight: 20)
        expect(ideal.scaledToFit(), (400, 200), [(0, 0, 400, 200)])
        expect(ideal.scaledToFill().frame(width: 40, height: 40), (40, 40), [(-20, 0, 80, 40)])
        expect(ideal.fixedSize(), (40, 20), [(0, 0, 40, 20)])
        expect(ideal.fixedSize(horizontal: true, vertical: false), (40, 600), [(0, 0, 40, 600)])
        expect(
            HStack(spacing: 0) {
                color.aspectRatio(1, contentMode: .fit); color
            }, (400, 600), [(0, 200, 200, 200), (200, 0, 200, 600)])
    }

    @Test func backgroundsAndOverlaysHaveNoSay() {
        expect(text(4).background(color), (32, 16), [(0, 0, 32, 16), (0, 0, 32, 16)])
        expect(text(4).background { block(100, 100) }, (32, 16), [(-34, -42, 100, 100), (0, 0, 32, 16)])
        expect(block(20, 20).overlay { block(40, 40) }, (20, 20), [(0, 0, 20, 20), (-10, -10, 40, 40)])
        expect(
            text(2).overlay(alignment: .bottomTrailing) { block(4, 4) }, (16, 16), [(0, 0, 16, 16), (12, 12, 4, 4)])
        expect(
            block(20, 20).overlay(alignment: .topLeading) { block(4, 4).offset(x: -2, y: -2) }, (20, 20),
            [(0, 0, 20, 20), (-2, -2, 4, 4)])
        expect(
            block(20, 20).overlay {
                block(10, 10); block(4, 4)
            }, (20, 20), [(0, 0, 20, 20), (5, 5, 10, 10), (8, 8, 4, 4)])
        expect(block(20, 20).border(Color.red), (20, 20), [(0, 0, 20, 20), (0, 0, 20, 20)])
    }

    @Test func anOverlayIsOfferedTheSizeOfItsView() {
        expect(
            block(32, 50).overlay { Text(verbatim: "aa aa") }, (32, 50), [(0, 0, 32, 50), (8, 9, 16, 32)])
        expect(text(2).padding(10).background(color), (36, 36), [(0, 0, 36, 36), (10, 10, 16, 16)])
        expect(text(2).background(color).padding(10), (36, 36), [(10, 10, 16, 16), (10, 10, 16, 16)])
    }

    @Test func aGeometryReaderTakesWhatItIsOffered() {
        expect(GeometryReader { _ in text(2) }, (400, 600), [(0, 0, 16, 16)])
        expect(
            GeometryReader { proxy in block(proxy.size.width / 2, proxy.size.height / 4) }, (400, 600),
            [(0, 0, 200, 150)])
        expect(
            VStack(spacing: 0) {
                color.frame(height: 100); GeometryReader { proxy in color.frame(height: proxy.size.height / 2) }
            }, (400, 600), [(0, 0, 400, 100), (0, 100, 400, 250)])
        expect(GeometryReader { _ in color }.frame(width: 30, height: 40), (30, 40), [(0, 0, 30, 40)])
        expect(ScrollView { GeometryReader { _ in color } }, (400, 600), [(0, 0, 400, 10)])
    }

    @Test func aGeometryProxyKnowsItsPlace() {
        expect(
            HStack(spacing: 0) {
                color.frame(width: 30); GeometryReader { proxy in block(proxy.frame(in: .global).minX, 5) }
            }, (400, 600), [(0, 0, 30, 600), (30, 0, 30, 5)])
        expect(
            VStack(spacing: 0) {
                color.frame(height: 40); GeometryReader { proxy in block(10, proxy.frame(in: .named("s")).minY) }
            }.coordinateSpace(name: "s").padding(20), (400, 600), [(20, 20, 360, 40), (20, 60, 10, 40)])
        expect(
            GeometryReader { proxy in block(proxy.frame(in: .local).minX + 7, 5) }.padding(30), (400, 600),
            [(30, 30, 7, 5)])
    }

    @Test func viewsStayInTheSafeAreaUnlessTheyIgnoreIt() {
        let insets = EdgeInsets(top: 50, leading: 0, bottom: 20, trailing: 0)
        expect(color, (400, 600), [(0, 50, 400, 530)], safe: insets)
        expect(color.ignoresSafeArea(), (400, 600), [(0, 0, 400, 600)], safe: insets)
        expect(color.ignoresSafeArea(edges: .top), (400, 600), [(0, 0, 400, 580)], safe: insets)
        expect(color.ignoresSafeArea(edges: .bottom), (400, 600), [(0, 50, 400, 550)], safe: insets)
        expect(
            text(2).frame(maxWidth: .infinity, maxHeight: .infinity).background(color), (400, 600),
            [(0, 0, 400, 600), (192, 307, 16, 16)], safe: insets)
        expect(
            GeometryReader { proxy in block(proxy.safeAreaInsets.top, proxy.safeAreaInsets.bottom) }, (400, 600),
            [(0, 50, 50, 20)], safe: insets)
        expect(
            block(100, 100).ignoresSafeArea(), (400, 600), [(150, 265, 100, 100)], safe: insets)
    }

    @Test func aBarAtAnEdgeEndsTheSafeArea() {
        expect(
            color.safeAreaInset(edge: .bottom) { color.frame(height: 30) }, (400, 600),
            [(0, 0, 400, 570), (0, 570, 400, 30)])
        expect(
            color.safeAreaInset(edge: .top, spacing: 10) { color.frame(height: 30) }, (400, 600),
            [(0, 40, 400, 560), (0, 0, 400, 30)])
        expect(
            color.safeAreaInset(edge: .leading) { color.frame(width: 30) }, (400, 600),
            [(30, 0, 370, 600), (0, 0, 30, 600)])
    }

    @Test func aFixedFrameMayBeLargerThanItsParent() {
        expect(block(500, 700), (500, 700), [(0, 0, 500, 700)])
        expect(
            VStack(spacing: 0) {
                block(500, 10); text(2)
            }, (500, 26), [(0, 0, 500, 10), (242, 10, 16, 16)])
        expect(block(500, 500).frame(width: 100, height: 100), (100, 100), [(-200, -200, 500, 500)])
        expect(
            block(500, 500).frame(width: 100, height: 100, alignment: .topLeading), (100, 100), [(0, 0, 500, 500)])
        expect(
            block(500, 500).frame(width: 100, height: 100, alignment: .bottomTrailing), (100, 100),
            [(-400, -400, 500, 500)])
        expect(color.frame(minWidth: 500), (500, 600), [(0, 0, 500, 600)])
        expect(
            HStack(spacing: 0) {
                block(300, 10); color; block(300, 10)
            }, (600, 600), [(0, 295, 300, 10), (300, 0, 0, 600), (300, 295, 300, 10)])
    }

    @Test func aTextIsCutOrKeepsItsSize() {
        expect(text(2).frame(width: 8), (8, 16), [(0, 0, 8, 16)])
        expect(text(2).fixedSize().frame(width: 8), (8, 16), [(-4, 0, 16, 16)])
        expect(Text(verbatim: "aa aa aa").frame(width: 40), (40, 32), [(0, 0, 40, 32)])
        expect(Text(verbatim: "aa aa aa").lineLimit(1).frame(width: 40), (40, 16), [(0, 0, 40, 16)])
    }

    @Test func paddingOffsetAndPosition() {
        expect(block(20, 20).padding(-5), (10, 10), [(-5, -5, 20, 20)])
        expect(block(20, 20).offset(x: 100), (20, 20), [(100, 0, 20, 20)])
        expect(block(20, 20).position(x: 50, y: 60), (400, 600), [(40, 50, 20, 20)])
        expect(color.padding(.horizontal, 50), (400, 600), [(50, 0, 300, 600)])
    }

    @Test func guidesAlignViews() {
        expect(
            VStack(alignment: .leading, spacing: 0) {
                text(2); text(2).alignmentGuide(.leading) { _ in -10 }
            }, (26, 32), [(0, 0, 16, 16), (10, 16, 16, 16)])
        expect(
            HStack(alignment: .firstTextBaseline, spacing: 0) {
                text(2); text(2).padding(.top, 10)
            }, (32, 26), [(0, 10, 16, 16), (16, 10, 16, 16)])
        expect(
            ZStack(alignment: .bottomTrailing) {
                block(50, 50); block(10, 10)
            }, (50, 50), [(0, 0, 50, 50), (40, 40, 10, 10)])
    }

    @Test func theFirstViewThatFitsIsShown() {
        expect(
            ViewThatFits {
                block(500, 1); block(300, 2)
            }, (300, 2), [(0, 0, 300, 2)])
        expect(
            ViewThatFits(in: .vertical) {
                block(500, 1); block(300, 2)
            }, (500, 1), [(0, 0, 500, 1)])
    }

    @Test func gridsShareTheWidth() {
        let two = [GridItem(.flexible(), spacing: 0), GridItem(.flexible())]
        expect(
            LazyVGrid(columns: two, spacing: 0) {
                color.frame(height: 10); color.frame(height: 20); color.frame(height: 5)
            }, (400, 25), [(0, 5, 200, 10), (200, 0, 200, 20), (0, 20, 200, 5)])
        expect(
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 0)], spacing: 0) {
                ForEach(0..<5) { _ in color.frame(height: 10) }
            }, (400, 20),
            [(0, 0, 100, 10), (100, 0, 100, 10), (200, 0, 100, 10), (300, 0, 100, 10), (0, 10, 100, 10)])
        expect(
            LazyVGrid(
                columns: [GridItem(.fixed(50), spacing: 10), GridItem(.fixed(70))], alignment: .leading, spacing: 0
            ) {
                color.frame(height: 10); color.frame(height: 10)
            }, (400, 10), [(0, 0, 50, 10), (60, 0, 70, 10)])
    }
}
