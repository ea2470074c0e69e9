import Foundation
import QuartzCore
import Testing
import UIKit

@testable import SwiftUI

/// Scroll views, lists, bars and controls from right to left: the leading edge is at the right.
@MainActor @Suite struct RightToLeftControlTests {
    private func shown(_ view: some View, width: CGFloat = 400, height: CGFloat = 100) -> Shown {
        Shown.root(view.environment(\.layoutDirection, .rightToLeft), width: width, height: height)
    }

    // MARK: Scroll views

    private func pages(_ count: Int = 4) -> some View {
        HStack(spacing: 0) {
            ForEach(0..<count, id: \.self) { Text(verbatim: "\($0)").frame(width: 100, height: 100) }
        }
    }

    /// The left edge of the frame around a text of one letter.
    private func page(_ text: String, _ shown: Shown) -> CGFloat? { shown.frame(of: text).map { $0.midX - 50 } }

    private func drag(_ shown: Shown, by distance: CGFloat) {
        shown.touch(.began, 50, 50)
        shown.time.now += 1
        shown.touch(.moved, 50 + distance, 50)
        shown.update()
        shown.touch(.ended, 50 + distance, 50)
        shown.update()
    }

    @Test func aScrollViewBeginsAtTheRight() {
        let view = shown(ScrollView(.horizontal) { pages() }, width: 100)
        #expect(page("0", view) == 0 && page("1", view) == -100)
        // There is nothing before.
        drag(view, by: -40)
        #expect(page("0", view) == 0)
        drag(view, by: 40)
        #expect(page("0", view) == 40 && page("1", view) == -60)
        drag(view, by: 900)
        #expect(page("3", view) == 0)
    }

    @Test func whatComesAtTheEndMovesNothing() {
        let handle = Held<Int, AnyView>.Handle()
        let view = shown(
            Held(4, handle) { count in AnyView(ScrollView(.horizontal) { pages(count.wrappedValue) }) }, width: 100)
        drag(view, by: 100)
        #expect(page("1", view) == 0)
        handle.value = 6
        view.update()
        #expect(page("1", view) == 0 && page("0", view) == 100)
    }

    @Test func theStartStaysTheStartInAnotherDirection() {
        let handle = Held<LayoutDirection, AnyView>.Handle()
        let view = Shown(
            Held(.leftToRight, handle) { direction in
                AnyView(
                    ScrollView(.horizontal) { pages() }.environment(\.layoutDirection, direction.wrappedValue))
            }, width: 100, height: 100)
        #expect(page("0", view) == 0)
        handle.value = .rightToLeft
        view.update()
        #expect(page("0", view) == 0 && page("1", view) == -100)
        handle.value = .leftToRight
        view.update()
        #expect(page("0", view) == 0 && page("1", view) == 100)
    }

    @Test func pagesCountFromTheRight() {
        // The last page is half a page wide.
        let content = HStack(spacing: 0) {
            pages(2)
            Color.red.frame(width: 50, height: 100)
        }
        let view = shown(ScrollView(.horizontal) { content }.scrollTargetBehavior(.paging), width: 100)
        drag(view, by: 60)
        view.advance(by: 1)
        #expect(page("1", view) == 0)
        drag(view, by: -60)
        view.advance(by: 1)
        #expect(page("0", view) == 0)
    }

    @Test func viewsStopAtTheRight() {
        let targets = HStack(spacing: 0) {
            ForEach(0..<4, id: \.self) { Text(verbatim: "\($0)").frame(width: 80, height: 100) }
        }
        let view = shown(
            ScrollView(.horizontal) { targets.scrollTargetLayout() }.scrollTargetBehavior(.viewAligned), width: 100)
        #expect(view.frame(of: "0")?.midX == 60)
        drag(view, by: 50)
        view.advance(by: 1)
        #expect(view.frame(of: "1")?.midX == 60)
    }

    @Test func theStartIsNoNews() {
        let handle = Held<Int?, AnyView>.Handle()
        let view = shown(
            Held(nil, handle) { id in
                AnyView(ScrollView(.horizontal) { pages().scrollTargetLayout() }.scrollPosition(id: id))
            }, width: 100)
        view.update()
        #expect(handle.value == nil)
        drag(view, by: 100)
        view.update()
        #expect(handle.value == 1)
    }

    @Test func theBarIsAtTheLeft() {
        let view = shown(ScrollView { Color.red.frame(width: 100, height: 500) }, width: 100)
        #expect(view.host.scroll(by: CGPoint(x: 0, y: 200), at: CGPoint(x: 50, y: 50)))
        view.update()
        view.host.draw()
        var layers: [CALayer] = [view.host.surface.layer]
        var bars: [CGRect] = []
        while let layer = layers.popLast() {
            if layer.zPosition == 1000 { bars.append(layer.frame) }
            layers += layer.sublayers ?? []
        }
        #expect(bars == [CGRect(x: 3, y: 40, width: 3, height: 20)])
    }

    @Test func aPageIsTurnedTheOtherWay() {
        let handle = Held<Int, AnyView>.Handle()
        let view = shown(
            Held(0, handle) { page in
                AnyView(
                    TabView(selection: page) {
                        ForEach(0..<3, id: \.self) { Text(verbatim: "\($0)").tag($0) }
                    }
                    .tabViewStyle(.page(indexDisplayMode: .never)))
            }, width: 100)
        #expect(page("1", view) == -100)
        drag(view, by: -60)
        view.advance(by: 1)
        #expect(handle.value == 0)
        drag(view, by: 60)
        view.advance(by: 1)
        #expect(handle.value == 1)
    }

    // MARK: Lists

    @Test func aRowBeginsAtTheRight() throws {
        let list = List { Text(verbatim: "aa") }
        let left = try #require(Shown.root(list).frame(of: "aa"))
        #expect(shown(list, height: 600).frame(of: "aa")?.maxX == 400 - left.minX)
    }

    @Test func theButtonsAtTheEndAreAtTheLeft() throws {
        var pressed: [String] = []
        let view = shown(
            List {
                Text(verbatim: "aa")
                    .swipeActions { Button("end") { pressed.append("end") } }
                    .swipeActions(edge: .leading) { Button("start") { pressed.append("start") } }
            }, height: 600)
        let row = try #require(view.frame(of: "aa"))
        func swipe(by step: CGFloat) {
            view.touch(.began, 200, row.midY)
            for part in 1...4 {
                view.touch(.moved, 200 + step * CGFloat(part) / 4, row.midY)
                view.update()
            }
            view.touch(.ended, 200 + step, row.midY)
            view.update()
            view.advance(by: 1)
        }
        swipe(by: 80)
        #expect(view.frame(of: "aa")?.minX == row.minX + 80)
        let end = try #require(view.frame(of: "end"))
        #expect(abs(end.midX - (16 + 40)) < 0.01)
        view.tap(end)
        view.advance(by: 1)
        #expect(pressed == ["end"] && view.frame(of: "aa") == row)
        swipe(by: -80)
        let start = try #require(view.frame(of: "start"))
        #expect(abs(start.midX - (400 - 16 - 40)) < 0.01)
        view.tap(start)
        #expect(pressed == ["end", "start"])
    }

    @Test func whatOpensPointsToTheLeft() throws {
        let handle = Held<Bool, AnyView>.Handle()
        let view = shown(
            Held(false, handle) { isExpanded in
                AnyView(DisclosureGroup("more", isExpanded: isExpanded) { Text(verbatim: "inside") })
            })
        let mark = try #require(view.drawn.first { $0.leaf is Image })
        #expect(mark.frame.maxX < 200)
        handle.value = true
        view.advance(by: 1)
        // A quarter to the left: what pointed there points down.
        let turned = view.views(UIView.self).map(\.transform).first { !$0.isIdentity }
        #expect(turned.map { CGPoint(x: -1, y: 0).applying($0).y.rounded() } == 1)
    }

    // MARK: Bars

    @Test func theWayBackIsAtTheRight() throws {
        let view = shown(
            NavigationStack {
                NavigationLink {
                    Text(verbatim: "second").navigationBarItems(trailing: Text(verbatim: "end"))
                } label: {
                    Text(verbatim: "go")
                }
            }, height: 600)
        view.tap(try #require(view.frame(of: "go")))
        view.update()
        // It comes from the left.
        let shifts = view.views(UIView.self).map(\.transform.tx).filter { $0 != 0 }
        #expect(!shifts.isEmpty && shifts.allSatisfy { $0 < 0 })
        view.advance(by: 1)
        let (back, end) = (try #require(view.frame(of: "Back")), try #require(view.frame(of: "end")))
        #expect(back.minX > 200 && end.maxX < 200)
        let mark = try #require(view.drawn.first { ($0.leaf as? Image) == Image(systemName: "chevron.backward") })
        #expect(mark.frame.minX >= back.maxX)
        #expect((mark.leaf as? Image)?.uiImage(mark.environment)?.symbolName == "chevron.forward")
        #expect((mark.leaf as? Image)?.uiImage(EnvironmentValues())?.symbolName == "chevron.backward")
    }

    // MARK: Controls

    @Test func aSliderBeginsAtTheRight() {
        let handle = Held<Double, AnyView>.Handle()
        let view = shown(
            Held(0, handle) { value in AnyView(Slider(value: value, in: 0...10, step: 1)) }, width: 227, height: 28)
        let thumb = { view.drawn.last?.frame }
        #expect(thumb()?.maxX == 227)
        view.touch(.began, 227 - 13.5 - 60, 14)
        view.touch(.ended, 227 - 13.5 - 60, 14)
        view.update()
        #expect(handle.value == 3)
    }

    @Test func aSlidersThumbIsWhereItsValueIs() throws {
        let view = shown(Slider(value: .constant(0.25)), width: 227, height: 28)
        let filled = try #require(view.drawn.dropFirst().first).frame
        #expect(filled.maxX == 227 && filled.width == 63)
        #expect(try #require(view.drawn.last).frame.maxX == 177)
    }

    @Test func aToggleIsOnAtTheLeft() throws {
        let label = Text(verbatim: "flash")
        let on = shown(Toggle(isOn: .constant(true)) { label })
        #expect(try #require(on.frame(of: "flash")).maxX == 400)
        let (track, thumb) = (on.drawn[on.drawn.count - 2].frame, try #require(on.drawn.last).frame)
        #expect(track.minX == 0 && thumb.minX == 2)
        let off = shown(Toggle(isOn: .constant(false)) { label })
        #expect(try #require(off.drawn.last).frame.maxX == 49)
    }

    @Test func theOtherControlsAreMirrored() throws {
        let stepper = shown(Stepper("count", value: .constant(1)))
        #expect(try #require(stepper.frame(of: "count")).maxX == 400)
        let symbols = stepper.drawn.filter { $0.leaf is Image }
        #expect(symbols.count == 2 && symbols[0].frame.minX > symbols[1].frame.minX)
        let label = shown(Label("photo", systemImage: "camera"))
        let icon = try #require(label.drawn.first { $0.leaf is Image })
        #expect(icon.frame.minX > (try #require(label.frame(of: "photo")).maxX))
        let progress = shown(ProgressView(value: 1, total: 4), width: 200)
        #expect(progress.drawn.map(\.frame.maxX) == [200, 200] && progress.drawn.map(\.frame.minX) == [0, 150])
        let picker = shown(
            Picker("mode", selection: .constant(0)) {
                Text(verbatim: "one").tag(0)
                Text(verbatim: "two").tag(1)
            }
            .pickerStyle(.segmented))
        #expect(try #require(picker.frame(of: "one")).minX > (try #require(picker.frame(of: "two")).minX))
    }

    @Test func aPictureIsMirroredIfItShowsTheWay() {
        func flips(_ view: some View, _ direction: LayoutDirection) -> Bool {
            let shown = Shown(view.environment(\.layoutDirection, direction))
            shown.host.draw()
            return shown.views(UIView.self).contains { $0.transform.a < 0 }
        }
        let color = Color.red.frame(width: 40, height: 20)
        #expect(flips(color.flipsForRightToLeftLayoutDirection(true), .rightToLeft))
        #expect(!flips(color.flipsForRightToLeftLayoutDirection(true), .leftToRight))
        #expect(!flips(color.flipsForRightToLeftLayoutDirection(false), .rightToLeft))
    }

    // MARK: The direction at first

    @Test func theDirectionIsTheScreensAtFirst() {
        #expect(EnvironmentValues().layoutDirection == .leftToRight)
        UITraitCollection.current.modifyingTraits { $0.layoutDirection = .rightToLeft }.performAsCurrent {
            #expect(EnvironmentValues().layoutDirection == .rightToLeft)
            let row = HStack(spacing: 0) {
                Color.red.frame(width: 40, height: 20)
                Color.blue.frame(width: 40, height: 20)
            }
            let view = UIHostingController(rootView: row).view!
            view.frame = CGRect(x: 0, y: 0, width: 400, height: 100)
            view.layoutIfNeeded()
            #expect((view as? HostingView)?.host.environment.layoutDirection == .rightToLeft)
        }
    }
}
