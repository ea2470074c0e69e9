import Foundation
import UIKitCore

/// A date picker's buttons with the date and the time, which show what they are chosen with.
final class DateButtons: UIView, DateContent {
    private unowned let dates: UIDatePicker
    private var buttons: [(mode: UIDatePicker.Mode, button: UIButton)] = []
    /// The picker in the sheet, while it is there.
    private weak var sheet: UIDatePicker?

    /// - Parameter onlyTime: whether the date is chosen elsewhere.
    init(_ dates: UIDatePicker, onlyTime: Bool = false) {
        self.dates = dates
        super.init(frame: .zero)
        if dates.datePickerMode.hasDate, !onlyTime { add(.date) }
        if dates.datePickerMode.hasTime { add(.time) }
    }

    required init?(coder: NSCoder) { nil }

    private func add(_ mode: UIDatePicker.Mode) {
        let button = UIButton(type: .custom)
        button.titleLabel?.font = .systemFont(ofSize: 17)
        button.setTitleColor(.label, for: .normal)
        button.backgroundColor = .tertiarySystemFill
        button.layer.cornerRadius = 6
        button.handle(.primaryActionTriggered, key: "open") { [weak self] _ in self?.open(mode) }
        addSubview(button)
        buttons.append((mode, button))
    }

    func show() {
        for (mode, button) in buttons {
            let text =
                mode == .date
                ? dates.text(.abbreviated, .omitted, of: dates.date) : dates.text(.omitted, .shortened, of: dates.date)
            button.setTitle(text, for: .normal)
            button.accessibilityLabel = [dates.accessibilityLabel, text].compactMap { $0 }.joined(separator: ": ")
        }
        sheet?.date = dates.date
        setNeedsLayout()
    }

    private func width(_ button: UIButton) -> CGFloat { button.intrinsicContentSize.width + 22 }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let widths = buttons.map { width($0.button) }
        return CGSize(width: widths.reduce(0, +) + CGFloat(max(0, widths.count - 1)) * 8, height: 34)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        // At the end, as in a row of a form.
        var x = max(0, bounds.width - sizeThatFits(.zero).width)
        for (_, button) in buttons {
            button.frame = mirrored(CGRect(x: x, y: bounds.midY - 17, width: width(button), height: 34))
            x += width(button) + 8
        }
    }

    // MARK: The sheet

    private func open(_ mode: UIDatePicker.Mode) {
        guard let root = dates.window?.rootViewController else { return }
        let host = sequence(first: root, next: \.presentedViewController).reduce(root) { $1 }
        let picker = UIDatePicker(frame: .zero)
        picker.datePickerMode = mode
        picker.preferredDatePickerStyle = mode == .date ? .inline : .wheels
        (picker.calendar, picker.locale, picker.timeZone) = (dates.calendar, dates.locale, dates.timeZone)
        picker.minuteInterval = dates.minuteInterval
        (picker.minimumDate, picker.maximumDate) = (dates.minimumDate, dates.maximumDate)
        picker.date = dates.date
        picker.accessibilityLabel = dates.accessibilityLabel
        picker.handle(.valueChanged, key: "sheet") { [weak dates, weak picker] _ in
            if let dates, let picker { dates.choose(picker.date) }
        }
        sheet = picker
        host.present(DateSheet(picker), animated: true)
    }
}

/// A picker over the lower edge of a window.
private final class DateSheet: UIViewController {
    private let picker: UIDatePicker
    private let done = UIButton(type: .system)

    init(_ picker: UIDatePicker) {
        self.picker = picker
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .pageSheet
        let height = picker.intrinsicContentSize.height + 60
        sheetPresentationController?.detents = [.custom { min(height, $0.maximumDetentValue) }]
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        done.setTitle("Done", for: .normal)
        done.handle(.primaryActionTriggered, key: "done") { [weak self] _ in self?.dismiss(animated: true) }
        view.addSubview(picker)
        view.addSubview(done)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let size = picker.intrinsicContentSize
        let width = min(view.bounds.width - 20, max(size.width, 320))
        done.frame = CGRect(x: view.bounds.midX + width / 2 - 80, y: 6, width: 80, height: 40)
        picker.frame = CGRect(x: view.bounds.midX - width / 2, y: 50, width: width, height: size.height)
    }
}
