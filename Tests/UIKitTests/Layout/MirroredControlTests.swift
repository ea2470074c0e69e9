import Foundation
import GtkSupport
import Testing
import UIKitCore

@testable import UIKit

/// Controls and bars that go from right to left, 200 wide.
@MainActor @Suite struct MirroredControlTests {
    private let area = CGRect(x: 0, y: 0, width: 200, height: 44)

    @Test func theFirstSegmentIsAtTheRight() {
        let control = UISegmentedControl(items: ["a", "b", "c", "d"])
        control.frame = area
        control.selectedSegmentIndex = 0
        control.semanticContentAttribute = .forceRightToLeft
        control.layoutIfNeeded()
        let segments = control.subviews.compactMap { $0 as? UIButton }
        #expect(segments.map(\.frame.minX) == [150, 100, 50, 0])
        let marker = control.subviews.first { !($0 is UIButton) }
        #expect(marker?.frame.minX == 152 && marker?.frame.maxX == 198)
        control.semanticContentAttribute = .spatial
        control.layoutIfNeeded()
        #expect(segments.map(\.frame.minX) == [0, 50, 100, 150] && marker?.frame.minX == 2)
    }

    @Test func whatIsLaidOutByFramesFollowsTheDirectionAroundIt() {
        let (outer, control) = (UIView(frame: area), UISegmentedControl(items: ["a", "b"]))
        control.frame = area
        outer.addSubview(control)
        outer.layoutIfNeeded()
        let first = control.subviews.first { $0 is UIButton }
        #expect(first?.frame.minX == 0)
        outer.layoutDirectionOverride = .rightToLeft
        outer.layoutIfNeeded()
        #expect(first?.frame.minX == 100)
    }

    @Test func aSteppersMinusIsAtTheRight() throws {
        let stepper = UIStepper(frame: .zero)
        stepper.semanticContentAttribute = .forceRightToLeft
        stepper.layoutIfNeeded()
        let buttons = stepper.subviews.compactMap { $0 as? UIButton }
        #expect(buttons.map(\.frame.minX) == [47, 0])
        // The one at the left counts up.
        try #require(buttons.min { $0.frame.minX < $1.frame.minX }).sendActions(for: .primaryActionTriggered)
        #expect(stepper.value == 1)
        stepper.semanticContentAttribute = .spatial
        stepper.layoutIfNeeded()
        #expect(buttons.map(\.frame.minX) == [0, 47])
    }

    @Test func theFirstWheelIsAtTheRight() {
        final class Rows: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
            func numberOfComponents(in pickerView: UIPickerView) -> Int { 3 }
            func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 5 }
            func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
                [100, 60, 40][component]
            }
        }
        let (picker, rows) = (UIPickerView(frame: .zero), Rows())
        (picker.dataSource, picker.delegate) = (rows, rows)
        func places() -> [CGFloat] {
            picker.layoutIfNeeded()
            return picker.subviews.compactMap { $0 as? PickerWheel }.map(\.frame.minX)
        }
        // 200 of 320 points.
        #expect(places() == [60, 160, 220])
        picker.semanticContentAttribute = .forceRightToLeft
        #expect(places() == [160, 100, 60])
        picker.semanticContentAttribute = .playback
        #expect(places() == [60, 160, 220])
    }

    @Test func aDatePickersWheelsFollowItsDirection() {
        let picker = UIDatePicker(frame: .zero)
        picker.locale = Locale(identifier: "en_GB")
        (picker.datePickerMode, picker.preferredDatePickerStyle) = (.date, .wheels)
        picker.frame.size = CGSize(width: 320, height: 216)
        func places() -> [CGFloat] {
            picker.layoutIfNeeded()
            let wheels = picker.subviews.first { $0 is UIPickerView }
            wheels?.layoutIfNeeded()
            return wheels?.subviews.compactMap { $0 as? PickerWheel }.map(\.frame.minX) ?? []
        }
        // Day, month and year: 60, 140 and 60 points wide.
        #expect(places() == [30, 90, 230])
        picker.semanticContentAttribute = .forceRightToLeft
        #expect(places() == [230, 90, 30])
    }

    @Test func theFirstItemOfAToolbarIsAtTheRight() {
        let (bar, views) = (UIToolbar(frame: area), [UIView(), UIView()])
        let items = views.map(UIBarButtonItem.init(customView:))
        for item in items { item.width = 50 }
        bar.items = [items[0], UIBarButtonItem(systemItem: .flexibleSpace), items[1]]
        bar.layoutIfNeeded()
        #expect(views.map(\.frame.minX) == [8, 142])
        bar.semanticContentAttribute = .forceRightToLeft
        bar.layoutIfNeeded()
        #expect(views.map(\.frame.minX) == [142, 8])
    }

    @Test func theFirstTabIsAtTheRight() throws {
        let bar = UITabBar(frame: area)
        bar.items = [UITabBarItem(title: "a", image: nil, tag: 0), UITabBarItem(title: "b", image: nil, tag: 1)]
        func places() throws -> [CGFloat] {
            bar.layoutIfNeeded()
            return try #require(bar.subviews.first as? UIStackView).arrangedSubviews.map(\.frame.minX)
        }
        #expect(try places() == [0, 100])
        bar.semanticContentAttribute = .forceRightToLeft
        #expect(try places() == [100, 0])
    }

    /// What GTK draws was looked at: a switch of GTK 4 is the same in all directions, unless it is transformed.
    @Test func aSwitchThatIsOnHasItsKnobAtTheLeft() {
        let control = UISwitch()
        #expect(control.rules[""] == nil)
        control.semanticContentAttribute = .forceRightToLeft
        #expect(control.rules[""] == "transform: scaleX(-1);")
    }

    @Test(.enabled("needs a display") { await Display.isThere })
    func gtksControlsGoInTheDirectionOfTheirViews() {
        for view in [UISlider(), UIProgressView(), UISwitch()] as [UIView] {
            view.semanticContentAttribute = .forceRightToLeft
            let presence = ViewPresence(view)
            view.presence = presence
            #expect(presence.content?.isRightToLeft == true)
            view.semanticContentAttribute = .playback
            #expect(presence.content?.isRightToLeft == false)
            view.presence = nil
            presence.dismantle()
        }
    }
}
