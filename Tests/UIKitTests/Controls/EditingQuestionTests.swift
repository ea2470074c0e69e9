import Foundation
import Testing

@testable import UIKit

/// What delegates of text fields, search bars and tabs are asked.
@MainActor @Suite struct EditingQuestionTests {
    private final class Fields: NSObject, UITextFieldDelegate {
        var told: [String] = []
        var answer = true
        private func say(_ event: String) -> Bool {
            told.append(event)
            return answer
        }
        func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { say("may begin") }
        func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { say("may end") }
        func textFieldShouldClear(_ textField: UITextField) -> Bool { say("may clear") }
        func textFieldDidBeginEditing(_ textField: UITextField) { told.append("begin") }
        func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
            told.append("end \(reason.rawValue)")
        }
    }

    @Test func aFieldIsEditedOnlyAsLongAsItsDelegateAllows() {
        let (field, fields) = (UITextField(frame: .zero), Fields())
        field.delegate = fields
        fields.answer = false
        #expect(!field.becomeFirstResponder() && !field.isEditing && fields.told == ["may begin"])
        // A click makes it the first responder, too.
        field.focusChanged(true)
        #expect(!field.isEditing && fields.told == ["may begin", "may begin"])
        fields.answer = true
        fields.told = []
        #expect(field.becomeFirstResponder() && field.isEditing && fields.told == ["may begin", "begin"])
        fields.answer = false
        #expect(!field.resignFirstResponder() && field.isEditing)
        fields.answer = true
        #expect(field.resignFirstResponder() && !field.isEditing)
        #expect(fields.told == ["may begin", "begin", "may end", "may end", "end 0"])
    }

    @Test func theEndWithoutAReasonIsToldToDelegatesThatKnowNone() {
        final class Simple: NSObject, UITextFieldDelegate {
            var ends = 0
            func textFieldDidEndEditing(_ textField: UITextField) { ends += 1 }
        }
        let (field, simple) = (UITextField(frame: .zero), Simple())
        field.delegate = simple
        field.becomeFirstResponder()
        field.resignFirstResponder()
        #expect(simple.ends == 1)
    }

    @Test func aTextIsEmptiedOnlyIfTheDelegateAllows() {
        let (field, fields) = (UITextField(frame: .zero), Fields())
        field.delegate = fields
        field.text = "12"
        fields.answer = false
        field.cleared()
        #expect(field.text == "12" && fields.told == ["may clear"])
        fields.answer = true
        field.cleared()
        #expect(field.text == "")
    }

    private final class Bars: NSObject, UISearchBarDelegate {
        var mayBegin = false
        var mayEnd = false
        func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { mayBegin }
        func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { mayEnd }
        func searchBar(
            _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
        ) -> Bool { text != "#" }
    }

    @Test func aSearchBarsDelegateIsAskedAsWell() async {
        let (bar, bars) = (UISearchBar(frame: .zero), Bars())
        #expect(bar.becomeFirstResponder() && bar.resignFirstResponder())
        bar.delegate = bars
        #expect(!bar.becomeFirstResponder())
        bars.mayBegin = true
        #expect(bar.becomeFirstResponder() && !bar.resignFirstResponder())
        bars.mayEnd = true
        #expect(bar.resignFirstResponder())
        bar.searchTextField.edited(to: "a")
        bar.searchTextField.edited(to: "a#")
        await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } }
        #expect(bar.text == "a")
    }

    @Test func aTabIsChosenOnlyIfTheDelegateAllows() {
        final class Tabs: NSObject, UITabBarControllerDelegate {
            var told: [String?] = []
            weak var locked: UIViewController?
            func tabBarController(
                _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
            ) -> Bool { viewController !== locked }
            func tabBarController(
                _ tabBarController: UITabBarController, didSelect viewController: UIViewController
            ) { told.append(viewController.title) }
        }
        let (controller, tabs) = (UITabBarController(), Tabs())
        let pages = ["Camera", "Library", "Settings"].map { title in
            let page = UIViewController()
            page.title = title
            page.tabBarItem = UITabBarItem(title: title, image: nil, tag: 0)
            return page
        }
        controller.viewControllers = pages
        controller.delegate = tabs
        tabs.locked = pages[2]
        func press(_ title: String) {
            func buttons(_ view: UIView) -> [UIButton] {
                ((view as? UIButton).map { [$0] } ?? []) + view.subviews.flatMap(buttons)
            }
            buttons(controller.view).first { $0.accessibilityLabel == title }?.pressed()
        }
        press("Library")
        #expect(controller.selectedIndex == 1)
        press("Settings")
        #expect(controller.selectedIndex == 1)
        press("Library")
        #expect(tabs.told == ["Library", "Library"])
        // The program's own choice is neither asked for nor told.
        controller.selectedIndex = 2
        #expect(controller.selectedIndex == 2 && tabs.told.count == 2)
    }
}
