import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct PickerViewTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        calendar.timeZone = .current
        return calendar
    }()

    private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 10, _ minute: Int = 30) -> Date {
        calendar.date(from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute))!
    }

    private func name(_ date: Date) -> String { date.formatted(date: .long, time: .omitted) }

    @Test func aDayIsChosenAtTheSameTime() {
        let handle = Held<Date, AnyView>.Handle()
        let shown = Shown.root(
            Held(date(2024, 2, 10), handle) { value in
                AnyView(
                    DatePicker("Begin", selection: value, displayedComponents: .date).environment(\.calendar, calendar))
            })
        #expect(shown.texts.first == "Begin")
        #expect(shown.press(date(2024, 2, 10).formatted(date: .abbreviated, time: .omitted)))
        shown.advance(by: 1)
        // A leap year's February, whose first day is a Thursday.
        #expect(shown.texts.contains("29") && !shown.texts.contains("30"))
        #expect(shown.press(name(date(2024, 2, 29))))
        #expect(handle.value == date(2024, 2, 29))
        #expect(shown.press("Next month") && shown.texts.contains("31"))
        #expect(shown.press(name(date(2024, 3, 5))) && handle.value == date(2024, 3, 5))
        #expect(shown.press("Done"))
        shown.advance(by: 1)
        #expect(!shown.texts.contains("Done"))
    }

    @Test func whatIsOutOfRangeCannotBeChosen() {
        let handle = Held<Date, AnyView>.Handle()
        let shown = Shown.root(
            Held(date(2024, 2, 10), handle) { value in
                AnyView(
                    DatePicker("Begin", selection: value, in: date(2024, 2, 5)...date(2024, 2, 20))
                        .datePickerStyle(.graphical).environment(\.calendar, calendar))
            })
        #expect(!shown.press(name(date(2024, 2, 4))) && !shown.press(name(date(2024, 2, 21))))
        #expect(handle.value == date(2024, 2, 10))
        #expect(shown.press(name(date(2024, 2, 5))) && handle.value == date(2024, 2, 5))
        #expect(shown.press("Decrement") && handle.value == date(2024, 2, 5))
    }

    @Test func theTimeStaysOnItsDayAndIsToldAsTheEnvironmentSays() throws {
        let handle = Held<Date, AnyView>.Handle()
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        var tokyo = calendar
        tokyo.timeZone = zone
        let (late, early) = (
            DateComponents(year: 2024, month: 2, day: 10, hour: 23, minute: 59),
            DateComponents(year: 2024, month: 2, day: 10, hour: 0, minute: 0)
        )
        let shown = Shown.root(
            Held(tokyo.date(from: late)!, handle) { value in
                AnyView(
                    DatePicker("Begin", selection: value, displayedComponents: .hourAndMinute)
                        .datePickerStyle(.graphical).environment(\.calendar, calendar)
                        .environment(\.timeZone, zone).environment(\.locale, Locale(identifier: "de_DE")))
            })
        #expect(shown.texts.contains("23:59"))
        // Of the minutes, which come last.
        #expect(shown.press("Increment"))
        #expect(handle.value == tokyo.date(from: early)! && shown.texts.contains("0:00"))
        #expect(shown.press("Decrement") && handle.value == tokyo.date(from: late)!)
    }

    @Test func aColorIsChosenByItsCellOrItsParts() {
        let handle = Held<Color, AnyView>.Handle()
        let shown = Shown.root(
            Held(Color(red: 0, green: 0, blue: 0, opacity: 0.5), handle) {
                AnyView(ColorPicker("Frame", selection: $0))
            })
        #expect(shown.accessible.first { $0.accessibilityLabel == "Choose color" }?.accessibilityValue == "#000000")
        #expect(shown.press("Choose color"))
        shown.advance(by: 1)
        #expect(shown.press("#FF0000"))
        let color = handle.value.resolve(in: EnvironmentValues())
        #expect(color.numbers == [1, 0, 0, 0.5])
        let opacity = shown.frame(of: "Opacity")!
        shown.touch(.began, 320, opacity.midY)
        shown.touch(.moved, 380, opacity.midY)
        shown.touch(.ended, 380, opacity.midY)
        shown.update()
        #expect(handle.value.resolve(in: EnvironmentValues()).opacity == 1)
        #expect(shown.press("Done"))
        shown.advance(by: 1)
        #expect(!shown.texts.contains("Done"))
    }

    @Test func aColorPickerTakesColorsOfGraphics() {
        let handle = Held<CGColor, AnyView>.Handle()
        let shown = Shown.root(
            Held(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), handle) { color in
                AnyView(ColorPicker("Frame", selection: color, supportsOpacity: false))
            })
        #expect(shown.press("Choose color"))
        shown.advance(by: 1)
        #expect(!shown.texts.contains("Opacity") && shown.press("#FFFFFF"))
        #expect(handle.value.components == [1, 1, 1, 1])
    }

    // MARK: Gauges

    @Test func aGaugeShowsAndSaysItsValue() {
        let shown = Shown(
            Gauge(value: 30.0, in: 10...50) {
                Text(verbatim: "Space")
            } currentValueLabel: {
                Text(verbatim: "30 GB")
            } minimumValueLabel: {
                Text(verbatim: "10")
            } maximumValueLabel: {
                Text(verbatim: "50")
            }, width: 232, height: 100)
        #expect(shown.texts == ["Space", "10", "50", "30 GB"])
        let bars = shown.drawn.filter { $0.frame.height == 6 }.map(\.frame.width)
        #expect(bars == [184, 92])
        let element = shown.accessible.first { $0.accessibilityLabel == "Space" }
        #expect(element?.accessibilityValue == "30 GB")
    }

    @Test func gaugesHaveTheirStyles() {
        let ring = Shown(Gauge(value: 0.25) { Text(verbatim: "S") }.gaugeStyle(.accessoryCircularCapacity))
        #expect(ring.size == CGSize(width: 58, height: 58) && ring.texts == ["S"])
        #expect(ring.accessible.first { $0.accessibilityLabel == "S" }?.accessibilityValue == "25 %")
        let open = Shown(Gauge(value: 2) { Text(verbatim: "S") }.gaugeStyle(.accessoryCircular))
        // The mark of what is too much is at the end.
        #expect(open.drawn.count == 3)
        let line = Shown(Gauge(value: 0.5) { Text(verbatim: "S") }.gaugeStyle(.accessoryLinear), width: 110)
        #expect(line.drawn.last?.frame.midX == 55)
    }

    @Test func aGaugeOfNoNumberIsEmpty() {
        let shown = Shown(Gauge(value: Double.nan) { Text(verbatim: "S") })
        #expect(shown.accessible.first { $0.accessibilityLabel == "S" }?.accessibilityValue == "0 %")
    }

    // MARK: Sheets

    private func sheet(_ content: some View) -> Shown {
        let shown = Shown.root(
            Button("Behind") {}.frame(maxHeight: .infinity, alignment: .top)
                .sheet(isPresented: .constant(true)) { content })
        shown.advance(by: 1)
        return shown
    }

    @Test func aSheetHasTheBackgroundThatItsContentWants() {
        let shown = sheet(Text(verbatim: "sheet").presentationBackground(.red).presentationCornerRadius(30))
        let fills = shown.drawn.compactMap { item -> Paint? in
            guard case .shape(_, let paint, _, _)? = item.surface?.content else { return nil }
            return paint
        }
        #expect(fills.contains(Color.red.paint(EnvironmentValues())))
        #expect(!fills.contains(Color.screen.paint(EnvironmentValues())))
    }

    @Test func whatIsBehindASheetCanBeUsedIfAskedFor() {
        func isHit(_ interaction: PresentationBackgroundInteraction) -> Bool {
            let shown = sheet(
                Text(verbatim: "sheet").presentationDetents([.height(100), .large])
                    .presentationBackgroundInteraction(interaction))
            let place = shown.frame(of: "Behind")!
            let path = shown.host.rootItem?.hit(CGPoint(x: place.midX, y: place.midY)) ?? []
            return path.contains { $0.firstText == "Behind" && $0 is ElementItem }
        }
        #expect(!isHit(.automatic) && isHit(.enabled) && isHit(.enabled(upThrough: .height(100))))
        #expect(!isHit(.enabled(upThrough: .height(50))))
        // It stays at the lower edge.
        let shown = sheet(
            Text(verbatim: "sheet").presentationDetents([.height(100)]).presentationBackgroundInteraction(.enabled))
        #expect(shown.frame(of: "sheet")?.midY == 550)
    }

    @Test func aSheetsHeightAndItsBindingFollowEachOther() {
        let handle = Held<PresentationDetent, AnyView>.Handle()
        let shown = Shown.root(
            Held(PresentationDetent.height(100), handle) { detent in
                AnyView(
                    Text(verbatim: "root").sheet(isPresented: .constant(true)) {
                        Text(verbatim: "sheet").presentationDetents(
                            [.height(100), .height(300)], selection: detent)
                    })
            })
        shown.advance(by: 1)
        let low = shown.frame(of: "sheet")!.midY
        handle.value = .height(300)
        shown.update()
        shown.advance(by: 1)
        #expect(shown.frame(of: "sheet")!.midY == low - 100)
        // By the handle, to the lower height.
        shown.touch(.began, 200, 308)
        shown.touch(.moved, 200, 480)
        shown.update()
        shown.touch(.ended, 200, 480)
        shown.update()
        #expect(handle.value == .height(100))
    }
}
