import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct InteractionTests {
    @Test func aScrollViewCanVanishUnderTheFinger() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(
                    VStack {
                        if isShown.wrappedValue {
                            ScrollView { Color.red.frame(height: 2000) }
                        } else {
                            Color.blue
                        }
                    })
            })
        shown.touch(.began, 200, 300)
        shown.touch(.moved, 200, 250)
        handle.value = false
        shown.update()
        shown.advance(by: 1)
        shown.touch(.moved, 200, 200)
        shown.touch(.ended, 200, 200)
        #expect(shown.drawn.count == 1)
    }

    @Test func tapsReachTheViewThatIsDrawnThere() {
        var taps: [String] = []
        let shown = Shown(
            VStack(spacing: 0) {
                Color.red.frame(width: 100, height: 100).onTapGesture { taps.append("red") }
                Color.blue.frame(width: 100, height: 100).onTapGesture { place in taps.append("\(place.x) \(place.y)") }
            }, width: 100, height: 200)
        shown.tap(50, 50)
        shown.tap(30, 140)
        #expect(taps == ["red", "30.0 40.0"])
    }

    @Test func aDoubleTapNeedsTwoSoonTaps() {
        var count = 0
        let shown = Shown(Color.red.onTapGesture(count: 2) { count += 1 }, width: 100, height: 100)
        shown.tap(50, 50)
        shown.time.now += 1
        shown.tap(50, 50)
        #expect(count == 0)
        shown.tap(50, 50)
        #expect(count == 1)
    }

    @Test func aDragEndsTheTap() {
        var (taps, drags) = (0, [CGSize]())
        let shown = Shown(
            Color.red.onTapGesture { taps += 1 }
                .gesture(
                    DragGesture().onChanged { drags.append($0.translation) }.onEnded { drags.append($0.translation) }),
            width: 100, height: 100)
        shown.touch(.began, 10, 10)
        shown.touch(.moved, 15, 10)
        shown.touch(.moved, 40, 10)
        shown.touch(.ended, 50, 10)
        #expect(taps == 0)
        #expect(drags == [CGSize(width: 30, height: 0), CGSize(width: 40, height: 0)])
    }

    @Test func twoTouchesMagnify() {
        var scales: [CGFloat] = []
        let shown = Shown(
            Color.red.gesture(MagnificationGesture().onEnded { scales.append($0) }), width: 100, height: 100)
        shown.touch(.began, 40, 50, id: 1)
        shown.touch(.began, 60, 50, id: 2)
        shown.touch(.moved, 80, 50, id: 2)
        shown.touch(.ended, 80, 50, id: 2)
        #expect(scales == [2])
    }

    struct Draggable: View {
        @GestureState var offset = CGSize.zero
        var body: some View {
            Color.red.frame(width: 10, height: 10).offset(offset)
                .frame(width: 100, height: 100).contentShape(Rectangle())
                .gesture(DragGesture().updating($offset) { value, offset, _ in offset = value.translation })
        }
    }

    @Test func gestureStateReturnsWhenTheGestureEnds() {
        let shown = Shown(Draggable(), width: 100, height: 100)
        shown.touch(.began, 10, 10)
        shown.touch(.moved, 30, 10)
        shown.update()
        #expect(shown.drawn[0].frame.minX == 65)
        shown.touch(.ended, 30, 10)
        shown.update()
        #expect(shown.drawn[0].frame.minX == 45)
    }

    @Test func whatIsDisabledOrAllowsNoHitsIsNotTouched() {
        var taps = 0
        let view = Color.red.onTapGesture { taps += 1 }
        Shown(view.disabled(true), width: 100, height: 100).tap(50, 50)
        Shown(view.allowsHitTesting(false), width: 100, height: 100).tap(50, 50)
        Shown(view.opacity(0), width: 100, height: 100).tap(50, 50)
        Shown(view.clipShape(Circle()), width: 100, height: 100).tap(2, 2)
        #expect(taps == 0)
        Shown(view.clipShape(Circle()), width: 100, height: 100).tap(50, 50)
        #expect(taps == 1)
    }

    struct Styled: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.padding(configuration.isPressed ? 10 : 0)
        }
    }

    @Test func buttonsArePressedAndRun() {
        var count = 0
        let shown = Shown(
            Button {
                count += 1
            } label: {
                Color.red.frame(width: 40, height: 40)
            }.buttonStyle(Styled()), width: 100,
            height: 100)
        shown.touch(.began, 50, 50)
        shown.update()
        #expect(shown.size.width == 60)
        shown.touch(.ended, 50, 50)
        shown.update()
        #expect(shown.size.width == 40 && count == 1)
        // A press that leaves the button does not count.
        shown.touch(.began, 50, 50)
        shown.touch(.moved, 99, 99)
        shown.touch(.ended, 99, 99)
        #expect(count == 1)
    }

    struct Choosing: View {
        @State var mode = "a"
        var body: some View {
            Picker("Mode", selection: $mode) {
                Text(verbatim: "first").tag("a")
                Text(verbatim: "second").tag("b")
            }
            .pickerStyle(.segmented)
            .frame(width: 200)
            Text(verbatim: mode)
        }
    }

    @Test func aSegmentIsChosenByATap() {
        let shown = Shown(Choosing(), width: 200, height: 60)
        #expect(shown.texts == ["first", "second", "a"])
        shown.tap(150, 14)
        shown.update()
        #expect(shown.texts == ["first", "second", "b"])
    }

    struct Sheets: View {
        @State var isShown = false
        var body: some View {
            Button {
                isShown = true
            } label: {
                Text(verbatim: "open")
            }
            .sheet(isPresented: $isShown) { Inside() }
        }
    }

    struct Inside: View {
        @Environment(\.dismiss) var dismiss
        var body: some View {
            Button {
                dismiss()
            } label: {
                Text(verbatim: "close")
            }
        }
    }

    @Test func aSheetIsShownAndDismissed() {
        let shown = Shown(PresentationRoot(content: AnyView(Sheets()), presentations: Presentations()))
        #expect(shown.texts == ["open"])
        shown.tap(200, 300)
        shown.update()
        #expect(shown.texts == ["open", "close"])
        let frame = shown.drawn.last!.frame
        shown.tap(frame.midX, frame.midY)
        shown.update()
        #expect(shown.texts == ["open"])
    }

    @Test func surfacesAreViewsInTheirOrder() {
        let shown = Shown(
            ZStack {
                Color.red; Color.blue.opacity(0.5).frame(width: 10, height: 10)
            }, width: 100, height: 100)
        let surfaces = shown.host.surface.children
        #expect(
            surfaces.map(\.frame) == [
                CGRect(x: 0, y: 0, width: 100, height: 100), CGRect(x: 45, y: 45, width: 10, height: 10),
            ])
        #expect(shown.host.surface.view.subviews.count == 2)
    }

    @Test func opacityIsAnimated() {
        struct Fading: View {
            @State var isOn = true
            let get: (Binding<Bool>) -> Void
            var body: some View {
                let _ = get($isOn)
                Rectangle().opacity(isOn ? 1 : 0).animation(.linear(duration: 1), value: isOn)
            }
        }
        var binding: Binding<Bool>!
        let shown = Shown(Fading { binding = $0 })
        binding.wrappedValue = false
        shown.update()
        shown.advance(by: 0.25)
        #expect(shown.host.surface.children[0].view.alpha == 0.75)
    }

    @Test func aViewThatGoesFadesOut() {
        struct Going: View {
            @State var isOn = true
            let get: (Binding<Bool>) -> Void
            var body: some View {
                let _ = get($isOn)
                ZStack { if isOn { Color.red } }.frame(width: 10, height: 10)
            }
        }
        var binding: Binding<Bool>!
        let shown = Shown(Going { binding = $0 })
        withAnimation(.linear(duration: 1)) { binding.wrappedValue = false }
        shown.update()
        shown.advance(by: 0.5)
        #expect(shown.host.surface.children.map(\.view.alpha) == [0.5])
        shown.advance(by: 0.6)
        #expect(shown.host.surface.children.isEmpty)
    }

    final class Watched: UIView {
        var updates: [Int] = []
    }

    struct Wrapper: UIViewRepresentable {
        let number: Int
        let made: (Watched) -> Void
        func makeUIView(context: Context) -> Watched {
            let view = Watched()
            made(view)
            return view
        }
        func updateUIView(_ uiView: Watched, context: Context) { uiView.updates.append(number) }
    }

    struct Wrapping: View {
        @State var number = 1
        let made: (Watched) -> Void
        let get: (Binding<Int>) -> Void
        var body: some View {
            let _ = get($number)
            Wrapper(number: number, made: made).frame(width: 20, height: 30)
        }
    }

    @Test func aUIViewIsMadeOnceAndUpdated() {
        var views: [Watched] = []
        var binding: Binding<Int>!
        let shown = Shown(
            Wrapping {
                views.append($0)
            } get: {
                binding = $0
            }, width: 100, height: 100)
        binding.wrappedValue = 2
        shown.update()
        #expect(views.count == 1)
        #expect(views[0].updates == [1, 2])
        #expect(views[0].frame == CGRect(x: 40, y: 35, width: 20, height: 30))
    }

    final class Model: ObservableObject {
        @Combine.Published var title = "a"
    }

    struct Reading: UIViewRepresentable {
        @ObservedObject var model: Model
        @Environment(\.isEnabled) var isEnabled
        @Binding var number: Int
        func makeUIView(context: Context) -> UILabel { UILabel() }
        func updateUIView(_ uiView: UILabel, context: Context) { uiView.text = "\(model.title) \(number) \(isEnabled)" }
    }

    struct ReadingHost: View {
        let model: Model
        let get: (Binding<Int>) -> Void
        @State var number = 1
        var body: some View {
            let _ = get($number)
            Reading(model: model, number: $number).disabled(true)
        }
    }

    @Test func aRepresentableFollowsWhatItReads() throws {
        let model = Model()
        var number: Binding<Int>!
        let shown = Shown(ReadingHost(model: model) { number = $0 })
        let label = try #require(shown.host.surface.children.first?.view as? UILabel)
        #expect(label.text == "a 1 false")
        number.wrappedValue = 2
        shown.update()
        #expect(label.text == "a 2 false")
        model.title = "b"
        shown.update()
        #expect(label.text == "b 2 false")
    }

    struct Sized: View {
        var body: some View {
            VStack(spacing: 0) {
                GeometryReader { proxy in
                    if proxy.size.height > 300 { Color.red } else { Color.blue.frame(height: 10) }
                }
            }
        }
    }

    @Test func aReaderMayShowOtherViewsWhileItIsPlaced() {
        let shown = Shown(Sized())
        #expect(shown.drawn.map(\.frame.height) == [600])
        shown.host.bounds = CGRect(x: 0, y: 0, width: 400, height: 200)
        shown.update()
        #expect(shown.drawn.map(\.frame.height) == [10])
    }

    @Test func aDragScrollsAsFarAsTheContent() {
        var taps = 0
        let shown = Shown(
            ScrollView {
                Color.red.frame(width: 100, height: 150).onTapGesture { taps += 1 }
                Color.blue.frame(width: 100, height: 142).id("end")
            }, width: 100, height: 100)
        shown.touch(.began, 50, 90)
        shown.touch(.moved, 50, 50)
        shown.update()
        #expect(shown.drawn.map(\.frame.minY) == [-40, 118])
        shown.touch(.moved, 50, -900)
        shown.touch(.ended, 50, -900)
        shown.update()
        #expect(shown.drawn.map(\.frame.minY) == [-200, -42])
        #expect(taps == 0)
    }

    /// Drags by a distance in a second, or at once, and says what the first view's place is then.
    private func dragged(_ shown: Shown, by distance: CGFloat, slowly: Bool) -> CGFloat {
        shown.touch(.began, 50, 90)
        if slowly { shown.time.now += 1 }
        shown.touch(.moved, 50, 90 - distance)
        shown.update()
        shown.touch(.ended, 50, 90 - distance)
        shown.update()
        return shown.drawn[0].frame.minY
    }

    @Test func aScrollStopsAtPages() {
        let pages = VStack(spacing: 0) { ForEach(0..<4) { _ in Color.red.frame(width: 100, height: 100) } }
        let shown = Shown(ScrollView { pages }.scrollTargetBehavior(.paging), width: 100, height: 100)
        #expect(dragged(shown, by: 40, slowly: true) == 0)
        #expect(dragged(shown, by: 60, slowly: true) == -100)
        // It moves there from where the finger left it.
        #expect(shown.drawn[0].shownFrame.now.minY == -60)
        shown.advance(by: 1)
        #expect(shown.drawn[0].shownFrame.now.minY == -100)
        #expect(dragged(shown, by: 15, slowly: false) == -200)
        #expect(dragged(shown, by: -15, slowly: false) == -100)
        // One page at most.
        #expect(dragged(shown, by: 190, slowly: true) == -200)
        let free = Shown(ScrollView { pages }, width: 100, height: 100)
        #expect(dragged(free, by: 40, slowly: true) == -40)
    }

    @Test func anAppDecidesWhereAScrollStops() {
        struct Third: ScrollTargetBehavior {
            func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
                #expect(context.axes == .vertical && context.contentSize.height == 300)
                #expect(context.containerSize == CGSize(width: 100, height: 100))
                target.rect.origin.y = context.originalTarget.rect.minY + 33
            }
        }
        let shown = Shown(
            ScrollView { Color.red.frame(width: 100, height: 300) }.scrollTargetBehavior(Third()), width: 100,
            height: 100)
        #expect(dragged(shown, by: 20, slowly: true) == -33)
        #expect(dragged(shown, by: 20, slowly: true) == -66)
    }

    @Test func shapesHaveTheirPaths() {
        let rect = CGRect(x: 0, y: 0, width: 100, height: 50)
        #expect(Circle().path(in: rect).boundingRect == CGRect(x: 25, y: 0, width: 50, height: 50))
        #expect(Rectangle().inset(by: 5).path(in: rect).boundingRect == CGRect(x: 5, y: 5, width: 90, height: 40))
        #expect(!Capsule().path(in: rect).contains(CGPoint(x: 1, y: 1)))
        #expect(Circle().sizeThatFits(ProposedViewSize(width: 30, height: 80)) == CGSize(width: 30, height: 30))
    }

    @Test func colorsResolveAsApples() {
        func hex(_ color: Color, _ scheme: ColorScheme = .light) -> [Int] {
            var environment = EnvironmentValues()
            environment.colorScheme = scheme
            let resolved = color.resolve(in: environment)
            return [resolved.red, resolved.green, resolved.blue, resolved.opacity].map { Int(($0 * 255).rounded()) }
        }
        #expect(hex(Color(.sRGBLinear, red: 0.3, green: 0.3, blue: 0.3, opacity: 0.3)) == [0x95, 0x95, 0x95, 0x4D])
        #expect(hex(Color(.displayP3, red: 0.412, green: 0.508, blue: 0.69))[1...] == [0x82, 0xB4, 0xFF])
        #expect(hex(.red) == [255, 59, 48, 255] && hex(.red, .dark) == [255, 69, 58, 255])
        #expect(hex(Color.black.opacity(0.5).opacity(0.5))[3] == 64)
    }

    @Test func localizedKeysKeepTheirArguments() {
        let key: LocalizedStringKey = "Zoom \(2) of \("ten") at 100%"
        #expect(key.value.key == "Zoom %lld of %@ at 100%%")
        #expect(Shown(Text(key)).texts == ["Zoom 2 of ten at 100%"])
    }

    final class Name: ObservableObject { let text = "Ann" }

    struct Named: View {
        @EnvironmentObject var name: Name
        var body: some View { Text(verbatim: name.text) }
    }

    struct NamedSheets: View {
        @State var isShown = false
        var body: some View {
            Button {
                isShown = true
            } label: {
                Text(verbatim: "open")
            }
            .sheet(isPresented: $isShown) { Named() }
        }
    }

    @Test func aSheetSeesThePresentersEnvironment() {
        let content = AnyView(NamedSheets().environmentObject(Name()))
        let shown = Shown(PresentationRoot(content: content, presentations: Presentations()))
        shown.tap(200, 300)
        shown.update()
        #expect(shown.texts == ["open", "Ann"])
    }

    struct Counter: View {
        @Binding var count: Int
        var body: some View {
            Button {
                count += 1
            } label: {
                Text(verbatim: "\(count)")
            }
        }
    }

    struct CountingApp: App {
        @State var count = 1
        var body: some Scene { WindowGroup { Counter(count: $count) } }
    }

    @Test func anAppHasState() {
        let shown = Shown(AppView(app: CountingApp()))
        #expect(shown.texts == ["1"])
        shown.tap(200, 300)
        shown.update()
        #expect(shown.texts == ["2"])
    }
}
