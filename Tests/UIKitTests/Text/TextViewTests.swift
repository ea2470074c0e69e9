import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct TextViewTests {
    private final class Log: NSObject, UITextViewDelegate {
        var events: [String] = []
        var mayBegin = true
        var mayEnd = true
        var limit = Int.max

        func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
            events.append("may begin")
            return mayBegin
        }
        func textViewShouldEndEditing(_ textView: UITextView) -> Bool {
            events.append("may end")
            return mayEnd
        }
        func textViewDidBeginEditing(_ textView: UITextView) { events.append("begin") }
        func textViewDidEndEditing(_ textView: UITextView) { events.append("end") }
        func textView(
            _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
        ) -> Bool {
            events.append("\(range.location),\(range.length) \(text)")
            return textView.text.count - range.length + text.count <= limit
        }
        func textViewDidChange(_ textView: UITextView) { events.append("changed") }
        func textViewDidChangeSelection(_ textView: UITextView) { events.append("selection") }
    }

    private func view(_ text: String) -> (UITextView, Log) {
        let (view, log) = (UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), Log())
        view.text = text
        view.delegate = log
        return (view, log)
    }

    @Test func aDelegateKeepsWhatItDoesNotWantOut() {
        let (view, log) = view("12")
        log.limit = 3
        view.edited(to: "123")
        #expect(view.text == "123" && log.events == ["2,0 3", "changed"])
        log.events = []
        view.edited(to: "1234")
        #expect(view.text == "123" && log.events == ["3,0 4"])
        // The program's own changes are not told.
        log.events = []
        view.text = "a new one"
        #expect(log.events.isEmpty && view.text == "a new one")
    }

    @Test func looksThatStayAreNotAppliedAgain() {
        final class Counted: UITextView {
            var changes = 0
            override func invalidateIntrinsicContentSize() {
                changes += 1
                super.invalidateIntrinsicContentSize()
            }
        }
        let view = Counted(frame: .zero)
        // As an editor of SwiftUI sets them with each key.
        func set() {
            view.font = .systemFont(ofSize: 17)
            view.textColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
            view.textAlignment = .center
            view.isEditable = true
            view.keyboardType = .emailAddress
            view.textContentType = .emailAddress
            view.isScrollEnabled = true
        }
        set()
        let changes = view.changes
        #expect(changes > 0)
        set()
        #expect(view.changes == changes)
        view.textColor = .label
        #expect(view.changes == changes + 1)
    }

    @Test func editingBeginsAndEndsAsTheDelegateAllows() {
        let (view, log) = view("")
        log.mayBegin = false
        #expect(!view.becomeFirstResponder() && !view.isFirstResponder)
        log.mayBegin = true
        #expect(view.becomeFirstResponder() && view.isFirstResponder)
        log.mayEnd = false
        #expect(!view.resignFirstResponder() && view.isFirstResponder)
        log.mayEnd = true
        #expect(view.resignFirstResponder() && !view.isFirstResponder)
        #expect(log.events == ["may begin", "may begin", "begin", "may end", "may end", "end"])
        view.isEditable = false
        #expect(!view.becomeFirstResponder())
    }

    @Test func textsPutInTellTheDelegateOfTheChangeAlone() {
        let (view, log) = view("ab😀")
        view.selectedRange = NSRange(location: 1, length: 1)
        log.events = []
        view.insertText("XY")
        #expect(view.text == "aXY😀" && view.selectedRange == NSRange(location: 3, length: 0))
        #expect(log.events == ["selection", "changed"])
        // A whole character.
        view.selectedRange = NSRange(location: 5, length: 0)
        view.deleteBackward()
        #expect(view.text == "aXY")
        view.selectedRange = NSRange(location: 0, length: 0)
        view.deleteBackward()
        #expect(view.text == "aXY" && view.hasText)
        view.selectedRange = NSRange(location: 2, length: 99)
        #expect(view.selectedRange == NSRange(location: 2, length: 1))
    }

    @Test func attributesFollowTheText() {
        let (view, _) = view("")
        let text = NSMutableAttributedString(string: "red plain")
        text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 3))
        view.attributedText = text
        #expect(view.text == "red plain")
        // What is written within a part belongs to it.
        view.selectedRange = NSRange(location: 2, length: 0)
        view.edited(to: "rexd plain")
        func color(_ place: Int) -> UIColor? {
            view.attributedText.attribute(.foregroundColor, at: place, effectiveRange: nil) as? UIColor
        }
        #expect(color(2) == .red && color(3) == .red && color(5) == nil)
        view.selectedRange = NSRange(location: 10, length: 0)
        view.typingAttributes = [.foregroundColor: UIColor.green]
        view.insertText("!")
        #expect(color(10) == .green && view.attributedText.string == "rexd plain!")
        // A plain text has the view's own.
        view.textColor = .blue
        view.text = "new"
        #expect(color(0) == .blue)
    }

    @Test func whatDoesNotScrollIsAsHighAsItsText() {
        let (view, _) = view("one")
        #expect(view.intrinsicContentSize.height == UIView.noIntrinsicMetric)
        view.isScrollEnabled = false
        let one = view.intrinsicContentSize.height
        view.text = "one\ntwo"
        let two = view.intrinsicContentSize.height
        #expect(one > 16 && two > one + 8 && view.sizeThatFits(CGSize(width: 200, height: 0)).height == two)
        // A new line has room for the cursor.
        view.text = "one\n"
        #expect(view.intrinsicContentSize.height == two)
        view.textContainerInset = .zero
        #expect(view.intrinsicContentSize.height == two - 16)
        // Less width, more lines.
        view.text = "several words that need room"
        #expect(
            view.sizeThatFits(CGSize(width: 60, height: 0)).height
                > view.sizeThatFits(CGSize(width: 300, height: 0)).height)
        let narrow = view.sizeThatFits(CGSize(width: 100, height: 0)).height
        view.textContainer.lineFragmentPadding = 30
        #expect(view.sizeThatFits(CGSize(width: 100, height: 0)).height > narrow)
    }

    @Test func itsTextScrolls() {
        let (view, _) = view((0..<40).map { "line \($0)" }.joined(separator: "\n"))
        view.layoutIfNeeded()
        #expect(view.contentSize.height > 300 && view.contentSize.width == 200)
        view.contentOffset.y = 50
        #expect(view.contentOffset.y == 50)
    }

    @Test func notificationsComeFromTheView() {
        let (view, _) = view("")
        final class Seen: @unchecked Sendable { var names: [Notification.Name] = [] }  // Only the main thread.
        let seen = Seen()
        let names = [
            UITextView.textDidBeginEditingNotification, UITextView.textDidChangeNotification,
            UITextView.textDidEndEditingNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: view, queue: nil) { _ in
                seen.names.append(name)
            }
        }
        view.becomeFirstResponder()
        view.edited(to: "a")
        view.resignFirstResponder()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        #expect(seen.names == names)
    }
}
