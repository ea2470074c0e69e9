import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct LookTests {
    @Test func aFillIsFainterThanWhatItLiesOver() {
        var dark = EnvironmentValues()
        dark.colorScheme = .dark
        let style: some ShapeStyle = .fill
        #expect(style.paint(EnvironmentValues()).color.opacity == 0.2 && style.paint(dark).color.opacity == 0.36)
    }

    @Test func aToggleCanBeAButton() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(false, handle) { AnyView(Toggle("Grid", systemImage: "grid", isOn: $0).toggleStyle(.button)) })
        #expect(shown.texts == ["Grid"] && shown.press("Grid") && handle.value)
        let element = shown.accessible.first { $0.accessibilityTraits.contains(.toggleButton) }
        #expect(element?.accessibilityValue == "On")
    }

    struct Marked: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isOn.toggle()
            } label: {
                HStack {
                    configuration.label
                    Text(verbatim: configuration.isOn ? "yes" : "no")
                }
            }
        }
    }

    @Test func aProgramMakesItsOwnToggles() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(false, handle) { isOn in AnyView(VStack { Toggle("Grid", isOn: isOn) }.toggleStyle(Marked())) })
        #expect(shown.texts == ["Grid", "no"])
        shown.tap(200, 300)
        shown.update()
        #expect(handle.value && shown.texts == ["Grid", "yes"])
    }

    @Test func aPickersChoicesCanBeOnAPageOfTheirOwn() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown.root(
            Held(1, handle) { number in
                AnyView(
                    NavigationStack {
                        Form {
                            Picker("Quality", selection: number) {
                                Text(verbatim: "low").tag(1)
                                Text(verbatim: "high").tag(2)
                            }
                            .pickerStyle(.navigationLink)
                        }
                    })
            })
        #expect(shown.texts == ["Quality", "low"])
        shown.tap(shown.frame(of: "Quality")!)
        shown.advance(by: 1)
        #expect(shown.texts.suffix(3).contains("high"))
        #expect(shown.press("high") && handle.value == 2)
        shown.advance(by: 1)
        shown.advance(by: 0.1)
        #expect(shown.texts == ["Quality", "high"])
    }

    @Test func textsAreShownInACase() {
        #expect(Shown(Text(verbatim: "Grid").textCase(.uppercase)).texts == ["GRID"])
        #expect(Shown(Text(verbatim: "Grid").textCase(.lowercase)).texts == ["grid"])
        #expect(Shown(Text(verbatim: "Grid").textCase(nil).textCase(.uppercase)).texts == ["Grid"])
    }

    @Test func controlsOfAGroupAreSideBySide() throws {
        var pressed = 0
        let shown = Shown(
            ControlGroup {
                Button("A") {}
                Button("B") { pressed += 1 }
            })
        let (first, second) = (try #require(shown.frame(of: "A")), try #require(shown.frame(of: "B")))
        #expect(first.midY == second.midY && first.maxX < second.minX)
        #expect(shown.press("B") && pressed == 1)
    }

    @Test func headersOfSectionsStandOut() throws {
        func header(_ prominence: Prominence) -> Font? {
            let shown = Shown(
                Form { Section("Capture") { Text(verbatim: "row") } }.headerProminence(prominence).formStyle(.grouped))
            let item = shown.drawn.first { $0.firstText == "Capture" }
            return item.flatMap { ($0.leaf as? Text)?.styled($0.environment).runs.first?.font }
        }
        #expect(try #require(header(.standard)).size == 13)
        #expect(try #require(header(.increased)).size == 20)
    }

    @Test func aColorsGradientIsBrighterAbove() {
        let paint = Color(red: 1, green: 0, blue: 0).gradient.paint(EnvironmentValues())
        guard case .gradient(let gradient) = paint else {
            Issue.record("it is no gradient")
            return
        }
        #expect(gradient.kind == .linear(.top, .bottom) && gradient.stops.map(\.color.red) == [1, 1])
        #expect(gradient.stops[0].color.green > 0.1 && gradient.stops[1].color.green == 0)
    }
}
