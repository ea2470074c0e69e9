import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct DatePickerTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        calendar.locale = Locale(identifier: "de_DE")
        return calendar
    }()

    private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 10, _ minute: Int = 30) -> Date {
        calendar.date(from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute))!
    }

    private func picker(_ mode: UIDatePicker.Mode, _ style: UIDatePickerStyle) -> (UIDatePicker, () -> [Date]) {
        let picker = UIDatePicker(frame: .zero)
        picker.datePickerMode = mode
        picker.preferredDatePickerStyle = style
        picker.calendar = calendar
        picker.locale = calendar.locale
        picker.date = date(2024, 2, 10)
        var chosen: [Date] = []
        picker.addAction(UIAction { [unowned picker] _ in chosen.append(picker.date) }, for: .valueChanged)
        picker.frame.size = picker.intrinsicContentSize
        picker.layoutIfNeeded()
        return (picker, { chosen })
    }

    private func views<V: UIView>(_ type: V.Type, in view: UIView) -> [V] {
        ((view as? V).map { [$0] } ?? []) + view.subviews.flatMap { views(type, in: $0) }
    }

    private func button(_ name: String, in view: UIView) -> UIButton? {
        views(UIButton.self, in: view).first { $0.accessibilityLabel == name }
    }

    private func choose(_ row: Int, _ component: Int, in picker: UIDatePicker) {
        let wheels = views(UIPickerView.self, in: picker)[0]
        wheels.subviews.compactMap { $0 as? PickerWheel }[component].choose(row)
    }

    @Test func theWheelOfDaysHasNoEnd() {
        let (picker, chosen) = picker(.dateAndTime, .wheels)
        func wheel() -> PickerWheel {
            views(UIPickerView.self, in: picker)[0].subviews.compactMap { $0 as? PickerWheel }[0]
        }
        for day in [date(2300, 3, 1), date(1700, 3, 1)] {
            picker.date = day
            choose(wheel().selectedRow + 1, 0, in: picker)
            #expect(chosen().last == day.addingTimeInterval(86_400))
        }
        // A person who turns on does not come to an end, either.
        for _ in 0..<5 { choose(wheel().selectedRow + 15_000, 0, in: picker) }
        #expect(chosen().last == date(1700, 3, 2).addingTimeInterval(5 * 15_000 * 86_400))
    }

    @Test func aStyleIsThatOfTheMode() {
        let (picker, _) = picker(.dateAndTime, .automatic)
        #expect(picker.datePickerStyle == .compact)
        picker.preferredDatePickerStyle = .inline
        #expect(picker.datePickerStyle == .inline)
        picker.datePickerMode = .time
        #expect(picker.datePickerStyle == .wheels)
        picker.datePickerMode = .countDownTimer
        picker.preferredDatePickerStyle = .compact
        #expect(picker.datePickerStyle == .wheels)
    }

    @Test func wheelsHaveTheOrderOfTheLocale() {
        let (picker, chosen) = picker(.date, .wheels)
        let wheels = views(UIPickerView.self, in: picker)[0]
        // Day, month, year.
        #expect((0..<3).map { wheels.selectedRow(inComponent: $0) } == [9, 1, 2023])
        choose(29, 0, in: picker)
        // February has no 30th day.
        #expect(picker.date == date(2024, 2, 29) && wheels.selectedRow(inComponent: 0) == 28)
        choose(2022, 2, in: picker)
        #expect(picker.date == date(2023, 2, 28))
        #expect(chosen() == [date(2024, 2, 29), date(2023, 2, 28)])
        picker.locale = Locale(identifier: "en_US")
        #expect(views(UIPickerView.self, in: picker)[0].selectedRow(inComponent: 0) == 1)
    }

    @Test func timesAreChosenOnTheirDayInSteps() {
        let (picker, chosen) = picker(.time, .wheels)
        picker.minuteInterval = 15
        choose(23, 0, in: picker)
        choose(3, 1, in: picker)
        #expect(chosen() == [date(2024, 2, 10, 23, 30), date(2024, 2, 10, 23, 45)])
        // What lies between the steps is the one before.
        picker.date = date(2024, 2, 10, 7, 14)
        #expect(picker.date == date(2024, 2, 10, 7, 0))
        // But not before the limit.
        picker.minimumDate = date(2024, 2, 10, 7, 5)
        picker.date = date(2024, 2, 10, 7, 10)
        #expect(picker.date == date(2024, 2, 10, 7, 15))
        picker.minimumDate = nil
        picker.date = date(2024, 2, 10, 7, 0)
        picker.minuteInterval = 7
        #expect(picker.minuteInterval == 15)
        // Twelve hours, and which half of the day.
        picker.locale = Locale(identifier: "en_US")
        #expect(views(UIPickerView.self, in: picker)[0].numberOfComponents == 3)
        choose(1, 2, in: picker)
        #expect(picker.date == date(2024, 2, 10, 19, 0))
    }

    @Test func daysAndTimesAreChosenTogether() {
        let (picker, _) = picker(.dateAndTime, .wheels)
        let wheels = views(UIPickerView.self, in: picker)[0]
        choose(wheels.selectedRow(inComponent: 0) + 20, 0, in: picker)
        #expect(picker.date == date(2024, 3, 1))
        choose(0, 1, in: picker)
        #expect(picker.date == date(2024, 3, 1, 0, 30))
    }

    @Test func whatIsBeyondTheLimitsTurnsBack() {
        let (picker, chosen) = picker(.date, .wheels)
        picker.minimumDate = date(2024, 2, 5)
        picker.maximumDate = date(2024, 2, 20)
        choose(0, 0, in: picker)
        #expect(picker.date == date(2024, 2, 5))
        #expect(views(UIPickerView.self, in: picker)[0].selectedRow(inComponent: 0) == 4)
        picker.date = date(2025, 1, 1)
        #expect(picker.date == date(2024, 2, 20) && chosen() == [date(2024, 2, 5)])
        // Limits that contradict each other are none.
        picker.minimumDate = date(2026, 1, 1)
        picker.date = date(2000, 1, 1)
        #expect(picker.date == date(2000, 1, 1))
    }

    @Test func aMonthGoesFromRightToLeft() throws {
        let (picker, _) = picker(.date, .inline)
        func frames() throws -> [CGRect] {
            picker.layoutIfNeeded()
            let month = try #require(picker.subviews.first)
            return month.subviews.filter { $0.frame.width > 0 }.map(\.frame)
        }
        let (before, width) = (try frames(), picker.bounds.width)
        picker.semanticContentAttribute = .forceRightToLeft
        let after = try frames()
        // A title, two buttons, 7 weekdays and 29 days.
        #expect(before.count == 39 && after.count == before.count)
        #expect(zip(before, after).allSatisfy { abs($0.minX + $1.maxX - width) < 0.001 && $0.minY == $1.minY })
        #expect(button("Next month", in: picker).map { $0.frame.maxX < width / 2 } == true)
    }

    @Test func theButtonOfADateIsAtTheLeftFromRightToLeft() throws {
        let (picker, _) = picker(.date, .compact)
        picker.frame.size.width = 300
        picker.layoutIfNeeded()
        let button = try #require(views(UIButton.self, in: picker).first)
        #expect(abs(button.frame.maxX - 300) < 0.001)
        picker.semanticContentAttribute = .forceRightToLeft
        picker.layoutIfNeeded()
        #expect(abs(button.frame.minX) < 0.001)
    }

    @Test func aMonthsDaysAreButtons() {
        let (picker, chosen) = picker(.date, .inline)
        picker.minimumDate = date(2024, 2, 5)
        func name(_ day: Date) -> String { picker.text(.complete, .omitted, of: day) }
        let chosenDay = button(name(date(2024, 2, 10)), in: picker)
        #expect(chosenDay?.accessibilityTraits.contains(.selected) == true)
        #expect(button(name(date(2024, 2, 4)), in: picker)?.isEnabled == false)
        #expect(button(name(date(2024, 2, 5)), in: picker)?.isEnabled == true)
        button(name(date(2024, 2, 29)), in: picker)?.pressed()
        #expect(chosen() == [date(2024, 2, 29)])
        button("Next month", in: picker)?.pressed()
        #expect(button(name(date(2024, 2, 29)), in: picker) == nil)
        button(name(date(2024, 3, 31)), in: picker)?.pressed()
        #expect(picker.date == date(2024, 3, 31))
        // The 1st of March 2024 is a Friday: the fifth day of a week that begins on Monday.
        picker.layoutIfNeeded()
        let first = button(name(date(2024, 3, 1)), in: picker)
        #expect(first.map { Int($0.frame.midX / (picker.bounds.width / 7)) } == 4)
    }

    @Test func buttonsShowTheDateAndOpenASheet() {
        let (picker, chosen) = picker(.dateAndTime, .compact)
        picker.accessibilityLabel = "Begin"
        let texts = views(UIButton.self, in: picker).compactMap(\.currentTitle)
        #expect(texts == [picker.text(.abbreviated, .omitted, of: picker.date), "10:30"])
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        let controller = UIViewController()
        window.rootViewController = controller
        window.isHidden = false
        controller.view.addSubview(picker)
        button("Begin: 10:30", in: picker)?.pressed()
        let sheet = controller.presentedViewController
        let inner = sheet.flatMap { views(UIDatePicker.self, in: $0.view).first }
        #expect(inner?.datePickerMode == .time && inner?.datePickerStyle == .wheels)
        if let inner { choose(11, 0, in: inner) }
        #expect(chosen() == [date(2024, 2, 10, 11, 30)])
        #expect(button("Begin: 11:30", in: picker) != nil)
        window.isHidden = true
    }

    @Test func aDurationIsWholeMinutes() {
        let (picker, _) = picker(.countDownTimer, .automatic)
        var told = 0
        picker.addAction(UIAction { _ in told += 1 }, for: .valueChanged)
        picker.countDownDuration = 3725
        #expect(picker.countDownDuration == 3720)
        let wheels = views(UIPickerView.self, in: picker)[0]
        #expect((0..<2).map { wheels.selectedRow(inComponent: $0) } == [1, 2])
        choose(0, 0, in: picker)
        #expect(picker.countDownDuration == 120 && told == 1)
        // Not nothing.
        choose(0, 1, in: picker)
        #expect(picker.countDownDuration == 60 && wheels.selectedRow(inComponent: 1) == 1)
    }

    @Test func aDisabledPickerIsFaint() {
        let (picker, _) = picker(.date, .inline)
        picker.isEnabled = false
        #expect(picker.subviews[0].alpha == 0.5 && !picker.subviews[0].isUserInteractionEnabled)
    }
}
