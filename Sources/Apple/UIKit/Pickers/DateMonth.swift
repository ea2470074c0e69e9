import Foundation
import UIKitCore

/// A date picker's month with its days; below them the time, if it has one.
final class DateMonth: UIView, DateContent {
    private static let rowHeight: CGFloat = 38
    private unowned let dates: UIDatePicker
    private let title = UILabel(frame: .zero)
    private let back = UIButton(type: .system)
    private let forward = UIButton(type: .system)
    private var weekdays: [UILabel] = []
    private var days: [UIButton] = []
    private let time: DateButtons?
    /// The first day of the month that is shown.
    private var month: Date
    /// The date that was shown last.
    private var shown: Date?

    init(_ dates: UIDatePicker) {
        self.dates = dates
        month = dates.date
        time = dates.datePickerMode.hasTime ? DateButtons(dates, onlyTime: true) : nil
        super.init(frame: .zero)
        title.font = .systemFont(ofSize: 17, weight: .semibold)
        for (button, symbol, name, step) in [
            (back, "chevron.backward", "Previous month", -1), (forward, "chevron.forward", "Next month", 1),
        ] {
            button.setImage(UIImage(systemName: symbol), for: .normal)
            button.accessibilityLabel = name
            button.handle(.primaryActionTriggered, key: "turn") { [weak self] _ in self?.turn(step) }
        }
        for view in [title, back, forward] { addSubview(view) }
        if let time { addSubview(time) }
        makeWeekdays()
    }

    required init?(coder: NSCoder) { nil }

    private var calendar: Calendar { dates.calendar }

    override func directionChanged() {
        super.directionChanged()
        for view in [back, forward, time] as [UIView?] { view?.semanticContentAttribute = semanticContentAttribute }
    }

    private func makeWeekdays() {
        let (names, first) = (calendar.veryShortWeekdaySymbols, calendar.firstWeekday - 1)
        weekdays = names.indices.map { index in
            let label = UILabel(frame: .zero)
            label.text = names[(index + first) % names.count]
            label.font = .systemFont(ofSize: 13, weight: .semibold)
            label.textColor = .tertiaryLabel
            label.textAlignment = .center
            addSubview(label)
            return label
        }
    }

    private func turn(_ months: Int) {
        month = calendar.date(byAdding: .month, value: months, to: month) ?? month
        showDays()
    }

    func show() {
        if shown != dates.date { month = dates.date }
        shown = dates.date
        time?.show()
        showDays()
    }

    private func showDays() {
        month = calendar.dateInterval(of: .month, for: month)?.start ?? month
        title.text = month.formatted(
            Date.FormatStyle(locale: dates.shownLocale, calendar: calendar, timeZone: calendar.timeZone)
                .month(.wide).year())
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 0
        // The keyboard stays on its day.
        while days.count > count { days.removeLast().removeFromSuperview() }
        while days.count < count { days.append(makeDay(days.count)) }
        let least = dates.minimumDate.map { calendar.startOfDay(for: $0) }
        for (index, button) in days.enumerated() {
            guard let day = day(index) else { continue }
            let isChosen = calendar.isDate(day, inSameDayAs: dates.date)
            button.setTitle(String(index + 1), for: .normal)
            let isToday = calendar.isDateInToday(day)
            button.setTitleColor(isChosen ? .white : isToday ? tintColor : .label, for: .normal)
            button.setTitleColor(.tertiaryLabel, for: .disabled)
            button.backgroundColor = isChosen ? tintColor : .clear
            button.isEnabled = least.map { day >= $0 } != false && dates.maximumDate.map { day <= $0 } != false
            button.accessibilityLabel = dates.text(.complete, .omitted, of: day)
            button.accessibilityTraits = isChosen ? [.button, .selected] : .button
        }
        setNeedsLayout()
    }

    private func day(_ index: Int) -> Date? { calendar.date(byAdding: .day, value: index, to: month) }

    private func makeDay(_ index: Int) -> UIButton {
        let button = UIButton(type: .custom)
        button.titleLabel?.font = .systemFont(ofSize: 19)
        button.handle(.primaryActionTriggered, key: "day") { [weak self] _ in self?.choose(index) }
        addSubview(button)
        return button
    }

    /// The day, at the time that is chosen already.
    private func choose(_ index: Int) {
        guard let day = day(index) else { return }
        let time = calendar.dateComponents([.hour, .minute, .second], from: dates.date)
        let date = calendar.date(
            bySettingHour: time.hour ?? 0, minute: time.minute ?? 0, second: time.second ?? 0, of: day)
        dates.choose(date ?? day)
    }

    override func tintColorDidChange() { showDays() }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        // A title, the names of the days, six weeks.
        CGSize(width: 320, height: 44 + 20 + 6 * Self.rowHeight + (time == nil ? 0 : 44))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width / CGFloat(max(1, weekdays.count))
        title.frame = mirrored(CGRect(x: 12, y: 0, width: max(0, bounds.width - 112), height: 44))
        back.frame = mirrored(CGRect(x: bounds.width - 100, y: 0, width: 50, height: 44))
        forward.frame = mirrored(CGRect(x: bounds.width - 50, y: 0, width: 50, height: 44))
        for (index, label) in weekdays.enumerated() {
            label.frame = mirrored(CGRect(x: CGFloat(index) * width, y: 44, width: width, height: 20))
        }
        let weekday = calendar.component(.weekday, from: month)
        let before = (weekday - calendar.firstWeekday + 7) % 7
        for (index, button) in days.enumerated() {
            let (row, column) = (index + before).quotientAndRemainder(dividingBy: 7)
            let cell = CGRect(
                x: CGFloat(column) * width, y: 64 + CGFloat(row) * Self.rowHeight, width: width, height: Self.rowHeight)
            let side = min(cell.width, cell.height) - 2
            button.frame = mirrored(
                CGRect(x: cell.midX - side / 2, y: cell.midY - side / 2, width: side, height: side))
            button.layer.cornerRadius = side / 2
        }
        time?.frame = CGRect(x: 12, y: 64 + 6 * Self.rowHeight + 5, width: max(0, bounds.width - 24), height: 34)
    }
}
