import Foundation
import UIKitCore

/// How a date picker looks. Source: Apple, UIDatePickerStyle.
public enum UIDatePickerStyle: Int, Sendable {
    case automatic = 0
    case wheels = 1
    /// Buttons with the date and the time, which show what they are chosen with.
    case compact = 2
    /// A month's days.
    case inline = 3
}

/// What a date picker's content shows.
@MainActor
protocol DateContent: UIView {
    /// The date or what it may be has changed.
    func show()
}

/// A choice of a date or a time. Source: Apple, UIDatePicker.
///
/// Linux: what the buttons of the compact style show comes as a sheet at the lower edge.
open class UIDatePicker: UIControl {
    /// Source: Apple, UIDatePicker.Mode.
    public enum Mode: Int, Sendable {
        case time = 0
        case date = 1
        case dateAndTime = 2
        /// Hours and minutes that pass.
        case countDownTimer = 3
        case yearAndMonth = 4

        var hasDate: Bool { self == .date || self == .dateAndTime }
        var hasTime: Bool { self == .time || self == .dateAndTime }
    }

    private var content: (any DateContent)?
    private var current: Date
    private var countDown: TimeInterval = 60

    public override init(frame: CGRect) {
        current = Date()
        super.init(frame: frame)
        isAccessibilityElement = false
        rebuild()
        if frame.size == .zero { self.frame.size = intrinsicContentSize }
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: The date

    /// Between both limits. Setting it sends no event.
    open var date: Date {
        get { current }
        set { setDate(newValue, animated: false) }
    }

    open func setDate(_ date: Date, animated: Bool) {
        current = limited(date)
        content?.show()
        invalidateIntrinsicContentSize()
    }

    /// A person has chosen a date.
    final func choose(_ date: Date) {
        let old = current
        setDate(date, animated: true)
        if current != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    /// `nil` for none; without effect if it is later than ``maximumDate``.
    open var minimumDate: Date? { didSet { limitsChanged() } }
    open var maximumDate: Date? { didSet { limitsChanged() } }

    private func limitsChanged() { setDate(current, animated: false) }

    /// The nearest date that can be chosen.
    final func limited(_ date: Date) -> Date {
        guard mode != .countDownTimer else { return date }
        let (least, most) = (minimumDate ?? .distantPast, maximumDate ?? .distantFuture)
        let inside = least <= most ? min(max(date, least), most) : date
        guard mode.hasTime, minuteInterval > 1 else { return inside }
        let parts = calendar.dateComponents([.minute, .second], from: inside)
        let seconds = Double((parts.minute ?? 0) % minuteInterval * 60 + (parts.second ?? 0))
        let rounded = seconds == 0 ? inside : inside.addingTimeInterval(-seconds)
        if rounded >= least { return rounded }
        let next = rounded.addingTimeInterval(Double(minuteInterval) * 60)
        return next <= most ? next : inside
    }

    /// The minutes that can be chosen: multiples of it. A divisor of 60, from 1 to 30.
    open var minuteInterval = 1 {
        didSet {
            if !(1...30).contains(minuteInterval) || 60 % minuteInterval != 0 { minuteInterval = oldValue }
            rebuild()
            limitsChanged()
        }
    }

    /// In seconds, whole minutes: of the mode `countDownTimer`.
    open var countDownDuration: TimeInterval {
        get { countDown }
        set {
            countDown = min(max(60, (newValue / 60).rounded(.down) * 60), 23 * 3600 + 59 * 60)
            content?.show()
        }
    }

    /// A person has chosen a duration.
    final func choose(duration: TimeInterval) {
        let old = countDown
        countDownDuration = duration
        if countDown != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    // MARK: Calendars

    private var ownCalendar = Calendar.current

    /// With the picker's locale and time zone.
    open var calendar: Calendar! {
        get {
            var calendar = ownCalendar
            if let locale { calendar.locale = locale }
            if let timeZone { calendar.timeZone = timeZone }
            return calendar
        }
        set {
            ownCalendar = newValue ?? .current
            rebuild()
        }
    }

    /// `nil` for the calendar's, or the user's.
    open var locale: Locale? { didSet { rebuild() } }
    /// `nil` for the calendar's.
    open var timeZone: TimeZone? { didSet { rebuild() } }

    final var shownLocale: Locale { locale ?? ownCalendar.locale ?? .current }

    final func text(
        _ date: Date.FormatStyle.DateStyle?, _ time: Date.FormatStyle.TimeStyle?, of value: Date
    ) -> String {
        let calendar: Calendar = calendar
        return value.formatted(
            Date.FormatStyle(
                date: date, time: time, locale: shownLocale, calendar: calendar, timeZone: calendar.timeZone))
    }

    // MARK: Looks

    private var mode = Mode.dateAndTime

    open var datePickerMode: Mode {
        get { mode }
        set {
            mode = newValue
            rebuild()
            setDate(current, animated: false)
        }
    }

    open var preferredDatePickerStyle = UIDatePickerStyle.automatic { didSet { rebuild() } }

    /// How it looks now.
    open var datePickerStyle: UIDatePickerStyle {
        guard mode != .countDownTimer, mode != .yearAndMonth else { return .wheels }
        switch preferredDatePickerStyle {
        case .automatic: return .compact
        // A time has no month.
        case .inline where mode == .time: return .wheels
        default: return preferredDatePickerStyle
        }
    }

    private func rebuild() {
        content?.removeFromSuperview()
        let new: any DateContent =
            switch datePickerStyle {
            case .wheels: DateWheels(self)
            case .inline: DateMonth(self)
            case .compact, .automatic: DateButtons(self)
            }
        content = new
        addSubview(new)
        new.show()
        stateDidChange()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    package override func stateDidChange() {
        content?.isUserInteractionEnabled = isEnabled
        content?.alpha = isEnabled ? 1 : 0.5
    }

    open override var accessibilityLabel: String? { didSet { content?.show() } }

    package override var isPressable: Bool { false }

    /// What is in it is touched.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { false }

    open override var intrinsicContentSize: CGSize { content?.sizeThatFits(.zero) ?? .zero }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        content?.frame = bounds
        content?.semanticContentAttribute = semanticContentAttribute
    }
}
