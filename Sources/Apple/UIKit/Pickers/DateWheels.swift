import Foundation

/// A date picker's wheels.
final class DateWheels: UIPickerView, DateContent, UIPickerViewDataSource, UIPickerViewDelegate {
    /// What one wheel chooses.
    private enum Part {
        /// A day with its month, counted from a day that follows what is chosen.
        case anyDay
        case day, month, year, hour, minute, period
        /// Of a duration.
        case hours, minutes
    }

    /// How many days the wheel of days goes back, and forth, before it is laid around another day.
    private static let reach = 20_000
    private unowned let dates: UIDatePicker
    private let parts: [Part]
    /// The day in the middle of the wheel of days.
    private var middle: Date
    private let isHalfDay: Bool
    private let monthNames: [String]

    init(_ dates: UIDatePicker) {
        self.dates = dates
        let calendar: Calendar = dates.calendar
        let format = DateFormatter.dateFormat(fromTemplate: "jm", options: 0, locale: dates.shownLocale) ?? "HH:mm"
        isHalfDay = format.contains("a")
        middle = calendar.startOfDay(for: dates.date)
        monthNames = calendar.monthSymbols
        let time: [Part] = isHalfDay ? [.hour, .minute, .period] : [.hour, .minute]
        parts =
            switch dates.datePickerMode {
            case .time: time
            case .date: Self.ordered("yMMMMd", dates.shownLocale)
            case .yearAndMonth: Self.ordered("yMMMM", dates.shownLocale)
            case .dateAndTime: [.anyDay] + time
            case .countDownTimer: [.hours, .minutes]
            }
        super.init(frame: .zero)
        dataSource = self
        delegate = self
    }

    required init?(coder: NSCoder) { nil }

    /// As the locale writes them.
    private static func ordered(_ template: String, _ locale: Locale) -> [Part] {
        let format = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? "MMMM d y"
        var parts: [Part] = []
        for letter in format {
            let part: Part? =
                switch letter {
                case "d": .day
                case "M", "L": .month
                case "y": .year
                default: nil
                }
            if let part, !parts.contains(part) { parts.append(part) }
        }
        return parts
    }

    private var calendar: Calendar { dates.calendar }
    private var minutesPerHour: Int { 60 / dates.minuteInterval }

    // MARK: Rows

    func numberOfComponents(in pickerView: UIPickerView) -> Int { parts.count }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        switch parts[component] {
        case .anyDay: 2 * Self.reach + 1
        case .day: 31
        case .month: monthNames.count
        case .year: 9999
        case .hour: isHalfDay ? 12 : 24
        case .period: 2
        case .hours: 24
        case .minute, .minutes: minutesPerHour
        }
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        switch parts[component] {
        case .anyDay: day(row).map { dates.textWithWeekday(of: $0) }
        case .day: String(row + 1)
        case .month: monthNames[row]
        case .year: String(row + 1)
        case .hour: isHalfDay ? String(row == 0 ? 12 : row) : Self.twoDigits(row)
        case .minute: Self.twoDigits(row * dates.minuteInterval)
        case .period: row == 0 ? calendar.amSymbol : calendar.pmSymbol
        case .hours: "\(row) h"
        case .minutes: "\(row * dates.minuteInterval) min"
        }
    }

    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        switch parts[component] {
        case .anyDay, .month: 140
        case .hours, .minutes: 100
        case .day, .year, .hour, .minute, .period: 60
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private func day(_ row: Int) -> Date? { calendar.date(byAdding: .day, value: row - Self.reach, to: middle) }

    // MARK: Choosing

    func show() {
        accessibilityLabel = dates.accessibilityLabel
        let date = dates.date
        let time = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let minutes = Int(dates.countDownDuration / 60)
        for (index, part) in parts.enumerated() {
            let row =
                switch part {
                case .anyDay: rowOfDay(calendar.startOfDay(for: date), index)
                case .day: (time.day ?? 1) - 1
                case .month: (time.month ?? 1) - 1
                case .year: (time.year ?? 1) - 1
                case .hour: isHalfDay ? (time.hour ?? 0) % 12 : time.hour ?? 0
                case .minute: (time.minute ?? 0) / dates.minuteInterval
                case .period: (time.hour ?? 0) / 12
                case .hours: minutes / 60
                case .minutes: minutes % 60 / dates.minuteInterval
                }
            if selectedRow(inComponent: index) != row { selectRow(row, inComponent: index, animated: true) }
        }
    }

    /// The row of a day. The wheel has no end: far from its middle, it is laid around the day anew.
    private func rowOfDay(_ day: Date, _ component: Int) -> Int {
        let days = calendar.dateComponents([.day], from: middle, to: day).day ?? 0
        guard abs(days) > Self.reach / 2 else { return Self.reach + days }
        middle = day
        selectRow(Self.reach, inComponent: component, animated: false)
        reloadComponent(component)
        return Self.reach
    }

    private func row(_ part: Part) -> Int? { parts.firstIndex(of: part).map { selectedRow(inComponent: $0) } }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        if let hours = self.row(.hours), let minutes = self.row(.minutes) {
            dates.choose(duration: Double(hours * 60 + minutes * dates.minuteInterval) * 60)
        } else if let chosen {
            dates.choose(chosen)
        }
        // What cannot be chosen turns back.
        show()
    }

    /// The date in the middle of the wheels.
    private var chosen: Date? {
        let shown = row(.anyDay).flatMap(day) ?? dates.date
        var time = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: shown)
        if row(.anyDay) != nil { time.second = 0 }
        if let year = row(.year) { time.year = year + 1 }
        if let month = row(.month) { time.month = month + 1 }
        if let day = row(.day) { time.day = day + 1 }
        if row(.year) != nil || row(.month) != nil {
            // No month has more days than it has.
            var first = time
            first.day = 1
            let days = calendar.date(from: first).flatMap { calendar.range(of: .day, in: .month, for: $0)?.count } ?? 31
            time.day = min(time.day ?? 1, days)
        }
        if let hour = row(.hour) { time.hour = hour + (row(.period) ?? 0) * 12 }
        if let minute = row(.minute) { time.minute = minute * dates.minuteInterval }
        return calendar.date(from: time)
    }
}

extension UIDatePicker {
    /// A day with its weekday and its month.
    fileprivate func textWithWeekday(of date: Date) -> String {
        let calendar: Calendar = calendar
        return date.formatted(
            Date.FormatStyle(locale: shownLocale, calendar: calendar, timeZone: calendar.timeZone)
                .weekday(.abbreviated).month(.abbreviated).day())
    }
}
