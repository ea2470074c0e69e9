import Foundation
import QuartzCore
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct EffectTests {
    private func surface(_ view: some View) -> Surface { Shown(view, width: 100, height: 100).host.surface.children[0] }

    @Test func aShadowIsTheLayers() {
        let layer = surface(Color.red.shadow(color: .blue, radius: 3, x: 1, y: 2)).layer
        #expect(layer.shadowRadius == 3 && layer.shadowOffset == CGSize(width: 1, height: 2))
        #expect(layer.shadowOpacity == 1)
    }

    /// What becomes of a color: red, green, blue and alpha.
    private func seen(_ view: some View, _ color: SIMD4<Float>) -> SIMD4<Float> {
        let seen = surface(view).layer.colorMatrix?.applied(to: color) ?? color
        return (seen * 100).rounded(.toNearestOrAwayFromZero) / 100
    }

    @Test func colorsAreChanged() {
        let orange = SIMD4<Float>(1, 0.5, 0, 1)
        #expect(seen(Color.red.saturation(1), orange) == orange)
        #expect(surface(Color.red.saturation(1)).layer.colorMatrix == nil, "what changes nothing costs nothing")
        #expect(seen(Color.red.saturation(0), orange) == SIMD4(0.57, 0.57, 0.57, 1))
        #expect(seen(Color.red.grayscale(1), orange) == SIMD4(0.57, 0.57, 0.57, 1))
        #expect(seen(Color.red.saturation(0.5), orange) == SIMD4(0.79, 0.54, 0.29, 1))
        #expect(seen(Color.red.brightness(0.25), orange) == SIMD4(1, 0.75, 0.25, 1))
        #expect(seen(Color.red.brightness(-1), orange) == SIMD4(0, 0, 0, 1))
        #expect(seen(Color.red.contrast(0), orange) == SIMD4(0.5, 0.5, 0.5, 1))
        #expect(seen(Color.red.contrast(2), SIMD4(0.6, 0.5, 0.4, 1)) == SIMD4(0.7, 0.5, 0.3, 1))
        #expect(seen(Color.red.colorInvert(), orange) == SIMD4(0, 0.5, 1, 1))
        #expect(seen(Color.red.hueRotation(.degrees(360)), orange) == orange)
        #expect(seen(Color.red.hueRotation(.degrees(90)), SIMD4(0.5, 0.5, 0.5, 1)) == SIMD4(0.5, 0.5, 0.5, 1))
        #expect(seen(Color.red.luminanceToAlpha(), SIMD4(1, 1, 1, 1)) == SIMD4(0, 0, 0, 1))
        #expect(seen(Color.red.luminanceToAlpha(), SIMD4(0, 0, 0, 1)) == SIMD4(0, 0, 0, 0))
        #expect(seen(Color.red.colorMultiply(Color(red: 0.5, green: 1, blue: 0)), orange) == SIMD4(0.5, 0.5, 0, 1))
    }

    @Test func aFlipIsAMirror() {
        let flipped = surface(Color.red.rotation3DEffect(.degrees(180), axis: (x: 0, y: 1, z: 0)))
        let corner = CGPoint(x: 50, y: 50).applying(flipped.view.transform)
        #expect(abs(corner.x + 50) < 1e-9 && abs(corner.y - 50) < 1e-9)
        let half = surface(Color.red.rotation3DEffect(.degrees(60), axis: (x: 1, y: 0, z: 0)))
        let lower = CGPoint(x: 50, y: 50).applying(half.view.transform)
        #expect(abs(lower.x - 50) < 1e-9 && abs(lower.y - 25) < 1e-9)
        let turned = surface(Color.red.rotation3DEffect(.degrees(90), axis: (x: 0, y: 0, z: 1)))
        let side = CGPoint(x: 50, y: 50).applying(turned.view.transform)
        #expect(abs(side.x + 50) < 1e-9 && abs(side.y - 50) < 1e-9)
    }

    @Test func aShapeIsDrawnOverItself() {
        let shown = Shown(
            Circle().fill(.red).stroke(.white, lineWidth: 4).strokeBorder(.blue, lineWidth: 2), width: 100, height: 100)
        func drawn(_ surface: Surface) -> [CAShapeLayer] {
            surface.children.flatMap(drawn) + (surface.layer.sublayers ?? []).compactMap { $0 as? CAShapeLayer }
        }
        let shapes = drawn(shown.host.surface)
        #expect(shapes.map(\.lineWidth).suffix(2) == [4, 2])
        #expect(shapes.count == 3 && shapes[0].fillColor != nil && shapes[0].strokeColor == nil)
        #expect(shapes.allSatisfy { $0.frame == CGRect(x: 0, y: 0, width: 100, height: 100) })
    }

    @Test func colorsGoToUIKitAndBack() {
        let color = UIColor(Color(red: 1, green: 0.5, blue: 0.25))
        #expect(Color(uiColor: color).resolve(in: EnvironmentValues()).green == 0.5)
        let system = UIColor(Color.primary)
        let (light, dark) = (
            UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark)
        )
        #expect(system.resolvedColor(with: light) != system.resolvedColor(with: dark))
        #expect(Color(red: 1, green: 0, blue: 0).cgColor?.components == [1, 0, 0, 1])
        #expect(Color("There is no such color").resolve(in: EnvironmentValues()).opacity == 0)
    }

    @Test func scalingAndRotationAreAroundTheirAnchors() {
        let scaled = surface(Color.red.scaleEffect(0.5, anchor: .topLeading))
        #expect(CGPoint(x: -50, y: -50).applying(scaled.view.transform) == CGPoint(x: -50, y: -50))
        let turned = surface(Color.red.rotationEffect(.degrees(90)))
        let corner = CGPoint(x: 50, y: 50).applying(turned.view.transform)
        #expect(abs(corner.x + 50) < 1e-9 && abs(corner.y - 50) < 1e-9)
    }

    @Test func aScaledViewIsTouchedWhereItIsSeen() {
        var taps = 0
        let shown = Shown(Color.red.onTapGesture { taps += 1 }.scaleEffect(0.5), width: 100, height: 100)
        shown.tap(10, 10)
        #expect(taps == 0)
        shown.tap(40, 40)
        #expect(taps == 1)
    }

    @Test func roundCornersAreTheLayersAndOtherShapesAMask() {
        let round = surface(Color.red.cornerRadius(8)).layer
        #expect(round.cornerRadius == 8 && round.masksToBounds && round.mask == nil)
        let uneven = surface(Color.red.clipShape(UnevenRoundedRectangle(topLeadingRadius: 8))).layer
        #expect(uneven.mask is CAShapeLayer)
    }

    @Test func aMaskIsAsLargeAsItsView() throws {
        let layer = surface(Color.red.mask { Circle() }).layer
        #expect(try #require(layer.mask).frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    }

    @Test func gradientsAreLayers() throws {
        func gradient(_ view: some View) throws -> CAGradientLayer {
            try #require(surface(view).layer.sublayers?.first as? CAGradientLayer)
        }
        let linear = try gradient(LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing))
        #expect(linear.type == .axial && linear.colors?.count == 2)
        #expect(linear.startPoint == CGPoint(x: 0, y: 0.5) && linear.endPoint == CGPoint(x: 1, y: 0.5))
        #expect(
            try gradient(RadialGradient(colors: [.red, .blue], center: .center, startRadius: 0, endRadius: 9)).type
                == .radial)
        #expect(try gradient(AngularGradient(colors: [.red, .blue], center: .center)).type == .conic)
    }

    @Test func aMaterialLetsSomethingThrough() {
        let environment = EnvironmentValues()
        let opacities = [Material.ultraThin, .thin, .regular, .thick, .ultraThick].map {
            $0.paint(environment).color.opacity
        }
        #expect(opacities == opacities.sorted() && opacities[0] > 0 && opacities[4] < 1)
    }

    @Test func aShapeWithAHoleIsNotTouchedInIt() {
        struct Ring: Shape {
            func path(in rect: CGRect) -> Path {
                Path { path in
                    path.addRect(rect)
                    path.addRect(rect.insetBy(dx: 30, dy: 30))
                }
            }
        }
        var taps = 0
        let ring = Color.red.contentShape(Ring(), eoFill: true).onTapGesture { taps += 1 }
        Shown(ring, width: 100, height: 100).tap(50, 50)
        #expect(taps == 0)
        Shown(ring, width: 100, height: 100).tap(10, 10)
        #expect(taps == 1)
        let full = Color.red.contentShape(Ring()).onTapGesture { taps += 1 }
        Shown(full, width: 100, height: 100).tap(50, 50)
        #expect(taps == 2)
    }

    // MARK: Completions

    struct Bouncing: View {
        @State var isOn = false
        let get: (Binding<Bool>) -> Void
        var body: some View {
            let _ = get($isOn)
            Color.red.frame(width: 10, height: 10).offset(x: isOn ? 100 : 0)
        }
    }

    @Test func aSpringIsCompleteBeforeItIsRemoved() {
        var isOn: Binding<Bool>!
        var log: [String] = []
        let shown = Shown(Bouncing { isOn = $0 })
        withAnimation(.bouncy(duration: 0.5), completionCriteria: .logicallyComplete) {
            isOn.wrappedValue = true
        } completion: {
            log.append("complete")
        }
        shown.update()
        shown.advance(by: 0.51)
        #expect(log == ["complete"])
        isOn.wrappedValue = false
        shown.advance(by: 3)
        withAnimation(.bouncy(duration: 0.5), completionCriteria: .removed) {
            isOn.wrappedValue = true
        } completion: {
            log.append("removed")
        }
        shown.update()
        shown.advance(by: 0.51)
        #expect(log == ["complete"])
        shown.advance(by: 3)
        #expect(log == ["complete", "removed"])
    }

    // MARK: Gestures

    @Test func aLongPressNeedsItsTime() {
        var log: [String] = []
        let view = Color.red.onLongPressGesture(minimumDuration: 60) {
            log.append("pressed")
        } onPressingChanged: {
            log.append($0 ? "down" : "up")
        }
        let shown = Shown(view, width: 100, height: 100)
        shown.tap(50, 50)
        #expect(log == ["down", "up"])
        shown.touch(.began, 50, 50)
        shown.time.now += 61
        shown.touch(.ended, 50, 50)
        #expect(log == ["down", "up", "down", "up", "pressed"])
    }

    @Test func twoTouchesTurn() {
        var angle = Angle.zero
        let shown = Shown(Color.red.gesture(RotateGesture().onEnded { angle = $0.rotation }), width: 100, height: 100)
        shown.touch(.began, 40, 50, id: 1)
        shown.touch(.began, 60, 50, id: 2)
        shown.touch(.moved, 40, 70, id: 2)
        shown.touch(.ended, 40, 70, id: 2)
        #expect(abs(angle.degrees - 90) < 1e-9)
    }

    @Test func gesturesTogetherAndOneBeforeTheOther() {
        var log: [String] = []
        let both = DragGesture(minimumDistance: 0).onChanged { _ in log.append("drag") }
            .simultaneously(with: TapGesture().onEnded { log.append("tap") })
        Shown(Color.red.gesture(both), width: 100, height: 100).tap(50, 50)
        #expect(log.contains("drag") && log.contains("tap"))
        log = []
        let one = TapGesture(count: 2).onEnded { log.append("double") }
            .exclusively(before: TapGesture().onEnded { log.append("single") })
        let shown = Shown(Color.red.gesture(one), width: 100, height: 100)
        shown.tap(50, 50)
        #expect(log == ["single"])
    }

    @Test func aDragAfterALongPressBeginsWhereTheFingerIs() async throws {
        var log: [String] = []
        let gesture = LongPressGesture(minimumDuration: 0.05).sequenced(before: DragGesture(minimumDistance: 0))
            .onChanged { value in
                switch value {
                case .first: log.append("press")
                case .second(_, nil): log.append("pressed")
                case .second(_, let drag?): log.append("drag \(Int(drag.translation.width))")
                }
            }
            .onEnded { if case .second(true, let drag?) = $0 { log.append("ended \(Int(drag.translation.width))") } }
        let shown = Shown(Color.red.gesture(gesture), width: 100, height: 100)
        shown.touch(.began, 40, 50)
        for _ in 0..<500 where log.last != "pressed" { try await Task.sleep(for: .milliseconds(10)) }
        #expect(log == ["press", "pressed"])
        shown.touch(.moved, 50, 50)
        shown.touch(.ended, 60, 50)
        #expect(log == ["press", "pressed", "drag 0", "drag 10", "ended 20"])
        // A finger that leaves too soon begins neither.
        log = []
        shown.tap(40, 50)
        #expect(log == ["press"])
    }

    @Test func aDragAfterATapIsAnotherTouch() {
        var log: [String] = []
        let gesture = TapGesture().sequenced(before: DragGesture()).onEnded { _ in log.append("ended") }
        let shown = Shown(Color.red.gesture(gesture), width: 100, height: 100)
        shown.tap(40, 50)
        #expect(log.isEmpty)
        shown.touch(.began, 40, 50)
        shown.touch(.moved, 70, 50)
        shown.touch(.ended, 70, 50)
        #expect(log == ["ended"])
        // Begins again with the tap.
        shown.touch(.began, 40, 50)
        shown.touch(.moved, 70, 50)
        shown.touch(.ended, 70, 50)
        #expect(log == ["ended"])
    }

    @Test func whatCannotBeScrolledStandsStill() {
        let shown = Shown(
            ScrollView { Color.red.frame(height: 500) }.scrollDisabled(true), width: 100, height: 100)
        let top = shown.drawn.first?.frame.minY
        shown.touch(.began, 50, 80)
        shown.touch(.moved, 50, 40)
        shown.touch(.ended, 50, 20)
        #expect(!shown.host.scroll(by: CGPoint(x: 0, y: 30), at: CGPoint(x: 50, y: 50)))
        shown.update()
        #expect(shown.drawn.first?.frame.minY == top)
    }

    /// The bars of a view of 100 by 100 points that has been scrolled to the middle of 500 by 500.
    private func bars(_ view: some View) -> [CGRect] {
        let shown = Shown(view, width: 100, height: 100)
        #expect(shown.host.scroll(by: CGPoint(x: 200, y: 200), at: CGPoint(x: 50, y: 50)))
        shown.update()
        shown.host.draw()
        var layers: [CALayer] = [shown.host.surface.layer]
        var bars: [CGRect] = []
        while let layer = layers.popLast() {
            if layer.zPosition == 1000 { bars.append(layer.frame) }
            layers += layer.sublayers ?? []
        }
        return bars.sorted { $0.width < $1.width }
    }

    @Test func barsSayWhatPartIsSeen() {
        let color = Color.red.frame(width: 500, height: 500)
        let both: Axis.Set = [.vertical, .horizontal]
        let (right, below) = (CGRect(x: 94, y: 40, width: 3, height: 20), CGRect(x: 40, y: 94, width: 20, height: 3))
        #expect(bars(ScrollView(both) { color }) == [right, below])
        #expect(bars(ScrollView(both, showsIndicators: false) { color }) == [])
        #expect(bars(ScrollView(both) { color }.scrollIndicators(.hidden)) == [])
        #expect(bars(ScrollView(both) { color }.scrollIndicators(.never, axes: .vertical)) == [below])
        #expect(bars(ScrollView(both, showsIndicators: false) { color }.scrollIndicators(.visible)) == [right, below])
    }

    @Test func springsCanBeMadeWithoutArguments() {
        let springs: [Animation] = [.spring(), .spring(blendDuration: 0), .interactiveSpring()]
        #expect(springs[0] == springs[1] && springs[0] != springs[2])
    }

    // MARK: Events

    struct Tasking: View {
        @State var id = 1
        let get: (Binding<Int>) -> Void
        let log: @MainActor (String) -> Void
        var body: some View {
            let _ = get($id)
            if id < 3 {
                let id = id
                Color.red.task(id: id) {
                    log("start \(id)")
                    await withTaskCancellationHandler {
                        while !Task.isCancelled { await Task.yield() }
                    } onCancel: {
                    }
                    log("cancelled \(id)")
                }
            }
        }
    }

    @Test func tasksEndWithTheirIdAndTheirView() async {
        var id: Binding<Int>!
        var log: [String] = []
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        var lines = stream.makeAsyncIterator()
        let shown = Shown(
            Tasking {
                id = $0
            } log: {
                log.append($0)
                end.yield()
            })
        await lines.next()
        #expect(log == ["start 1"])
        id.wrappedValue = 2
        shown.update()
        await lines.next()
        await lines.next()
        #expect(Set(log) == ["start 1", "cancelled 1", "start 2"])
        id.wrappedValue = 3
        shown.update()
        await lines.next()
        #expect(log.last == "cancelled 2")
    }

    @Test func valuesOfAPublisherReachTheNewestAction() {
        struct Receiving: View {
            @State var factor = 1
            let subject: PassthroughSubject<Int, Never>
            let get: (Binding<Int>) -> Void
            let told: (Int) -> Void
            var body: some View {
                let _ = get($factor)
                let factor = factor
                Color.red.onReceive(subject) { told($0 * factor) }
            }
        }
        let subject = PassthroughSubject<Int, Never>()
        var factor: Binding<Int>!
        var values: [Int] = []
        let shown = Shown(
            Receiving(subject: subject) {
                factor = $0
            } told: {
                values.append($0)
            })
        subject.send(2)
        factor.wrappedValue = 10
        shown.update()
        subject.send(3)
        #expect(values == [2, 30])
        shown.graph.stop()
        shown.update()
        subject.send(4)
        #expect(values == [2, 30])
    }

    @Test func changesOfTheGeometryAreTold() {
        struct Growing: View {
            @State var width: CGFloat = 10
            let get: (Binding<CGFloat>) -> Void
            let told: (CGFloat, CGFloat) -> Void
            var body: some View {
                let _ = get($width)
                Color.red.frame(width: width, height: 10)
                    .onGeometryChange(for: CGFloat.self) {
                        $0.size.width
                    } action: {
                        told($0, $1)
                    }
            }
        }
        var width: Binding<CGFloat>!
        var log: [[CGFloat]] = []
        let shown = Shown(
            Growing {
                width = $0
            } told: {
                log.append([$0, $1])
            })
        width.wrappedValue = 20
        shown.update()
        shown.update()
        #expect(log == [[10, 10], [10, 20]])
    }

    struct Place: PreferenceKey {
        nonisolated(unsafe) static let defaultValue: Anchor<CGRect>? = nil
        static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) {
            value = value ?? nextValue()
        }
    }

    @Test func anAnchorLeadsToAViewsPlace() {
        let shown = Shown(
            VStack(spacing: 0) {
                Color.red.frame(width: 50, height: 30)
                Color.green.frame(width: 20, height: 10).anchorPreference(key: Place.self, value: .bounds) { $0 }
            }
            .overlayPreferenceValue(Place.self) { anchor in
                GeometryReader { proxy in
                    if let anchor {
                        let frame = proxy[anchor]
                        Color.blue.frame(width: frame.width, height: frame.height)
                            .offset(x: frame.minX, y: frame.minY)
                    }
                }
            })
        #expect(shown.drawn[2].frame == shown.drawn[1].frame)
        // Nothing goes on afterwards.
        let evaluations = shown.graph.evaluations
        shown.update()
        #expect(shown.graph.evaluations == evaluations)
    }

    @Test func aBlendModeIsTheLayers() {
        let surface = surface(
            ZStack {
                Color.black.opacity(0.5)
                Circle().frame(width: 40, height: 40).blendMode(.destinationOut)
            }.compositingGroup())
        // Both are in the group, the second one cut out of the first.
        #expect(surface.children.map(\.layer.blend) == [.normal, .destinationOut])
        #expect(surface.layer.blend == .normal)
    }
}
