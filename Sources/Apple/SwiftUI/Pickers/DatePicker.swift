import Foundation

/// What of a date is chosen. Source: Apple, DatePickerComponents.
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A choice of a date and a time. Source: Apple, DatePicker.
///
/// Linux: the calendar is shown at the lower edge, as menus are; the time has buttons for later and earlier.
public nonisolated struct DatePicker<Label: View> {
    /// Source: Apple, DatePicker.Components.
    public typealias Components = DatePickerComponents
    let choice: DateChoice
    let label: Label

    init(_ selection: Binding<Date>, _ range: ClosedRange<Date>, _ components: Components, _ label: Label) {
        choice = DateChoice(selection: selection, range: range, components: components)
        self.label = label
    }
}

extension DatePicker {
    public nonisolated init(
        selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, Date.distantPast...Date.distantFuture, displayedComponents, label()) }
    public nonisolated init(
        selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(selection, range, displayedComponents, label()) }
    public nonisolated init(
        selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(selection, range.lowerBound...Date.distantFuture, displayedComponents, label()) }
    public nonisolated init(
        selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(selection, Date.distantPast...range.upperBound, displayedComponents, label()) }
}

extension DatePicker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection: selection, displayedComponents: displayedComponents) { Text(titleKey) } }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection: selection, in: range, displayedComponents: displayedComponents) { Text(titleKey) } }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection: selection, in: range, displayedComponents: displayedComponents) { Text(titleKey) } }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection: selection, in: range, displayedComponents: displayedComponents) { Text(titleKey) } }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection: selection, displayedComponents: displayedComponents) {
            Text(verbatim: String(title))
        }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection: selection, in: range, displayedComponents: displayedComponents) {
            Text(verbatim: String(title))
        }
    }
}

@MainActor extension DatePicker: View {
    public var body: some View { DatePickerBody(choice: choice, label: AnyView(label)) }
}

/// What is chosen, and from what.
struct DateChoice {
    let selection: Binding<Date>
    let range: ClosedRange<Date>
    let components: DatePickerComponents

    var date: Date { selection.wrappedValue }

    func choose(_ date: Date) { selection.wrappedValue = min(max(date, range.lowerBound), range.upperBound) }
}

private struct DatePickerBody: View {
    let choice: DateChoice
    let label: AnyView
    @State private var isOpen = false
    @Environment(\.datePickerStyle) private var style
    @Environment(\.hidesLabels) private var hidesLabels
    @Environment(\.self) private var environment

    var body: some View {
        if style is GraphicalDatePickerStyle {
            DateChooser(choice: choice, month: choice.date)
        } else {
            HStack {
                if !hidesLabels {
                    label
                    Spacer()
                }
                if choice.components.contains(.date) {
                    opener(choice.date.formatted(environment.dateStyle(.abbreviated, .omitted)))
                }
                if choice.components.contains(.hourAndMinute) {
                    opener(choice.date.formatted(environment.dateStyle(.omitted, .shortened)))
                }
            }
            .menuPresentation(isPresented: $isOpen) {
                VStack(spacing: 12) {
                    DateChooser(choice: choice, month: choice.date)
                    Button("Done") { isOpen = false }
                }
                .padding().frame(maxWidth: 360).environment(\.calendar, environment.calendar)
                .environment(\.locale, environment.locale).environment(\.timeZone, environment.timeZone)
            }
        }
    }

    private func opener(_ text: String) -> some View {
        Button {
            isOpen = true
        } label: {
            Text(verbatim: text).foregroundStyle(Color.primary).lineLimit(1)
                .padding(.horizontal, 11).padding(.vertical, 6)
                .background(Color.controlFill, in: RoundedRectangle(cornerRadius: 6))
        }
        .buttonStyle(.plain)
    }
}

/// A month's days, and the time.
struct DateChooser: View {
    let choice: DateChoice
    /// A day of the month that is shown.
    @State var month: Date
    @Environment(\.self) private var environment
    /// With the locale, calendar and time zone of the environment.
    private var calendar: Calendar { environment.dateCalendar }

    init(choice: DateChoice, month: Date) {
        self.choice = choice
        _month = State(initialValue: month)
    }

    var body: some View {
        VStack(spacing: 8) {
            if choice.components.contains(.date) {
                HStack {
                    Text(verbatim: month.formatted(environment.dateStyle(nil, nil).month(.wide).year())).font(.headline)
                    Spacer()
                    turn(-1, "chevron.backward", "Previous month")
                    turn(1, "chevron.forward", "Next month")
                }
                days
            }
            if choice.components.contains(.hourAndMinute) { time }
        }
    }

    private func turn(_ months: Int, _ symbol: String, _ name: LocalizedStringKey) -> some View {
        Button {
            month = calendar.date(byAdding: .month, value: months, to: month) ?? month
        } label: {
            Image(systemName: symbol).frame(width: 36, height: 32)
        }
        .accessibilityLabel(name)
    }

    private var days: some View {
        let symbols = calendar.veryShortWeekdaySymbols
        let first = calendar.firstWeekday - 1
        return VStack(spacing: 2) {
            HStack(spacing: 0) {
                ForEach(0..<7, id: \.self) { index in
                    Text(verbatim: symbols[(index + first) % 7]).font(.caption).foregroundStyle(.secondary)
                        .frame(maxWidth: .infinity)
                }
            }
            ForEach(Array(weeks.enumerated()), id: \.offset) { _, week in
                HStack(spacing: 0) {
                    ForEach(Array(week.enumerated()), id: \.offset) { _, day in
                        if let day { button(day) } else { Color.clear.frame(maxWidth: .infinity).frame(height: 34) }
                    }
                }
            }
        }
    }

    /// The days of the month by weeks; `nil` before the first and after the last.
    private var weeks: [[Date?]] {
        guard let interval = calendar.dateInterval(of: .month, for: month),
            let count = calendar.range(of: .day, in: .month, for: month)?.count
        else { return [] }
        let weekday = calendar.component(.weekday, from: interval.start)
        var days = [Date?](repeating: nil, count: (weekday - calendar.firstWeekday + 7) % 7)
        for day in 0..<count { days.append(calendar.date(byAdding: .day, value: day, to: interval.start)) }
        while days.count % 7 != 0 { days.append(nil) }
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
    }

    private func button(_ day: Date) -> some View {
        let isSelected = calendar.isDate(day, inSameDayAs: choice.date)
        let end = calendar.date(byAdding: .day, value: 1, to: day) ?? day
        let isAllowed = end > choice.range.lowerBound && day <= choice.range.upperBound
        return Button {
            choose(day)
        } label: {
            Text(verbatim: "\(calendar.component(.day, from: day))")
                .foregroundStyle(isSelected ? Color.white : .primary)
                .frame(maxWidth: .infinity).frame(height: 34)
                .background(isSelected ? Color.accentColor : .clear, in: RoundedRectangle(cornerRadius: 8))
        }
        .buttonStyle(.plain)
        .disabled(!isAllowed)
        .accessibilityLabel(Text(verbatim: day.formatted(environment.dateStyle(.long, .omitted))))
        .accessibilityAddTraits(isSelected ? .isSelected : [])
    }

    /// The day, at the time that is chosen already.
    private func choose(_ day: Date) {
        let time = calendar.dateComponents([.hour, .minute, .second], from: choice.date)
        choice.choose(
            calendar.date(
                bySettingHour: time.hour ?? 0, minute: time.minute ?? 0, second: time.second ?? 0, of: day) ?? day)
    }

    private var time: some View {
        HStack {
            Text("Time")
            Spacer()
            Text(verbatim: choice.date.formatted(environment.dateStyle(.omitted, .shortened)))
            Stepper("Hour", onIncrement: { move(60) }, onDecrement: { move(-60) }).fixedSize()
                .labelsHidden()
            Stepper("Minute", onIncrement: { move(1) }, onDecrement: { move(-1) }).fixedSize()
                .labelsHidden()
        }
    }

    /// Later or earlier by minutes, on the same day: midnight follows the day's last minute.
    private func move(_ minutes: Int) {
        let now = calendar.dateComponents([.hour, .minute, .second], from: choice.date)
        let day = 24 * 60
        let time = ((now.hour ?? 0) * 60 + (now.minute ?? 0) + minutes + day) % day
        let date = calendar.date(
            bySettingHour: time / 60, minute: time % 60, second: now.second ?? 0, of: choice.date)
        if let date { choice.choose(date) }
    }
}

extension EnvironmentValues {
    /// The calendar, in the time zone of the environment.
    fileprivate var dateCalendar: Calendar {
        var calendar = calendar
        calendar.timeZone = timeZone
        calendar.locale = locale
        return calendar
    }

    fileprivate func dateStyle(
        _ date: Date.FormatStyle.DateStyle?, _ time: Date.FormatStyle.TimeStyle?
    ) -> Date.FormatStyle {
        Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

/// How date pickers look. Source: Apple, DatePickerStyle.
public protocol DatePickerStyle: Sendable {}
/// Source: Apple, DefaultDatePickerStyle.
public struct DefaultDatePickerStyle: DatePickerStyle { public init() {} }
/// Source: Apple, CompactDatePickerStyle.
public struct CompactDatePickerStyle: DatePickerStyle { public init() {} }
/// A month that stays on the screen. Source: Apple, GraphicalDatePickerStyle.
public struct GraphicalDatePickerStyle: DatePickerStyle { public init() {} }
/// Linux: as the compact style. Source: Apple, WheelDatePickerStyle.
public struct WheelDatePickerStyle: DatePickerStyle { public init() {} }

extension DatePickerStyle where Self == DefaultDatePickerStyle { public static var automatic: Self { .init() } }
extension DatePickerStyle where Self == CompactDatePickerStyle { public static var compact: Self { .init() } }
extension DatePickerStyle where Self == GraphicalDatePickerStyle { public static var graphical: Self { .init() } }
extension DatePickerStyle where Self == WheelDatePickerStyle { public static var wheel: Self { .init() } }

extension EnvironmentValues {
    private struct Style: EnvironmentKey {
        static let defaultValue: any DatePickerStyle = DefaultDatePickerStyle()
    }

    var datePickerStyle: any DatePickerStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
}

extension View {
    public nonisolated func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View {
        modified(EnvironmentChange { $0.datePickerStyle = style })
    }
}
