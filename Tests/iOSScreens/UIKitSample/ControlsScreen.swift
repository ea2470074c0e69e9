import UIKit

/// A screen of controls that are not a camera's: notes, pages, wheels and dates.
final class ControlsScreen: UIViewController, UITextViewDelegate, UIPickerViewDataSource, UIPickerViewDelegate {
    private let notes = UITextView()
    private let told = UILabel()
    private let pages = UIPageControl()
    private let wheels = UIPickerView()
    private let date = UIDatePicker()
    private let month = UIDatePicker()
    private let qualities = ["720p", "1080p", "4K", "8K"]

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        told.text = "nothing yet"
        notes.font = .systemFont(ofSize: 17)
        notes.text = "A note about the clip"
        notes.textColor = .systemRed
        notes.backgroundColor = .secondarySystemBackground
        notes.layer.cornerRadius = 8
        notes.accessibilityLabel = "Notes"
        notes.delegate = self
        pages.numberOfPages = 4
        pages.accessibilityLabel = "Clips"
        pages.pageIndicatorTintColor = .systemGray
        pages.currentPageIndicatorTintColor = .systemBlue
        pages.addAction(
            UIAction { [weak self] _ in
                if let self { told.text = "clip \(pages.currentPage)" }
            }, for: .valueChanged)
        wheels.dataSource = self
        wheels.delegate = self
        wheels.accessibilityLabel = "Quality"
        date.accessibilityLabel = "Begin"
        date.datePickerMode = .dateAndTime
        month.datePickerMode = .date
        month.preferredDatePickerStyle = .inline
        for picker in [date, month] {
            picker.timeZone = TimeZone(secondsFromGMT: 0)
            picker.locale = Locale(identifier: "de_DE")
            picker.date = Date(timeIntervalSince1970: 1_700_000_000)
            picker.addAction(
                UIAction { [weak self, weak picker] _ in
                    if let picker { self?.told.text = "at \(Int(picker.date.timeIntervalSince1970))" }
                }, for: .valueChanged)
        }
        for part in [told, notes, pages, wheels, date, month] { view.addSubview(part) }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let width = view.bounds.width - 40
        told.frame = CGRect(x: 20, y: 10, width: width, height: 24)
        notes.frame = CGRect(x: 20, y: 40, width: width, height: 90)
        pages.frame = CGRect(x: 20, y: 136, width: width, height: 30)
        wheels.frame = CGRect(x: 20, y: 170, width: width, height: 170)
        date.frame = CGRect(x: 20, y: 344, width: width, height: 34)
        month.frame = CGRect(x: 20, y: 384, width: width, height: 300)
    }

    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        !text.contains("#")
    }

    func textViewDidChange(_ textView: UITextView) { told.text = "note: \(textView.text.suffix(8))" }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { qualities.count }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        qualities[row]
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        told.text = "quality \(qualities[row])"
    }
}
