import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct PickerWheelTests {
    private final class Choices: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        var rows = [["720p", "1080p", "4K"], (0..<200).map { "\($0)" }]
        var chosen: [[Int]] = []
        var asked: Set<String> = []

        func numberOfComponents(in pickerView: UIPickerView) -> Int { rows.count }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
            rows[component].count
        }
        func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            asked.insert("\(component) \(row)")
            return rows[component][row]
        }
        func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
            component == 0 ? 100 : 0
        }
        func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            chosen.append([component, row])
        }
    }

    /// A picker of two wheels; a row is 32 points high, and the middle is at 108.
    private func withPicker(_ body: (UIPickerView, Choices, UIWindow) -> Void) {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 216))
        let (picker, choices) = (UIPickerView(frame: .zero), Choices())
        (picker.dataSource, picker.delegate) = (choices, choices)
        window.addSubview(picker)
        window.isHidden = false
        window.layoutIfNeeded()
        body(picker, choices, window)
        window.isHidden = true
    }

    private func wheel(_ picker: UIPickerView, _ component: Int) -> PickerWheel {
        picker.subviews.compactMap { $0 as? PickerWheel }[component]
    }

    @Test func theRowInTheMiddleIsSelected() {
        withPicker { picker, choices, _ in
            #expect(picker.frame.size == CGSize(width: 320, height: 216))
            #expect(picker.numberOfComponents == 2 && picker.numberOfRows(inComponent: 1) == 200)
            #expect(picker.rowSize(forComponent: 0) == CGSize(width: 100, height: 32))
            #expect(picker.rowSize(forComponent: 1).width == 202)
            picker.selectRow(2, inComponent: 0, animated: false)
            picker.selectRow(500, inComponent: 1, animated: false)
            #expect(picker.selectedRow(inComponent: 0) == 2 && picker.selectedRow(inComponent: 1) == 199)
            let row = picker.view(forRow: 2, forComponent: 0)
            #expect((row as? UILabel)?.text == "4K")
            let place = row.map { picker.convert($0.bounds, from: $0) }
            #expect(place?.midY == 108)
            // The program's own choices are not told.
            #expect(choices.chosen.isEmpty)
        }
    }

    @Test func rowsThatAreNotSeenAreNotMade() {
        withPicker { picker, choices, _ in
            #expect(picker.view(forRow: 100, forComponent: 1) == nil && !choices.asked.contains("1 100"))
            picker.selectRow(100, inComponent: 1, animated: false)
            #expect(picker.view(forRow: 100, forComponent: 1) != nil && picker.view(forRow: 0, forComponent: 1) == nil)
            #expect(!choices.asked.contains("1 50"))
        }
    }

    @Test func aTapOnARowChoosesIt() {
        withPicker { picker, choices, window in
            window.receiveTouch(.began, at: CGPoint(x: 40, y: 108 + 32), time: 0)
            window.receiveTouch(.ended, at: CGPoint(x: 40, y: 108 + 32), time: 0.1)
            #expect(choices.chosen == [[0, 1]] && picker.selectedRow(inComponent: 0) == 1)
        }
    }

    @Test func aDragRestsOnARow() {
        withPicker { picker, choices, window in
            window.receiveTouch(.began, at: CGPoint(x: 200, y: 180), time: 0)
            for step in 1...5 {
                window.receiveTouch(.moved, at: CGPoint(x: 200, y: 180 - CGFloat(step) * 14), time: Double(step) / 5)
            }
            window.receiveTouch(.ended, at: CGPoint(x: 200, y: 110), time: 3)
            // The first 10 points show that it is a drag.
            let wheel = wheel(picker, 1)
            #expect(choices.chosen == [[1, picker.selectedRow(inComponent: 1)]] && choices.chosen[0][1] > 0)
            #expect((wheel.contentOffset.y + wheel.contentInset.top).truncatingRemainder(dividingBy: 32) == 0)
        }
    }

    @Test func keysAndTheMousesWheelTurnAComponent() {
        withPicker { picker, choices, _ in
            let wheel = wheel(picker, 1)
            for key in ["Down", "Down", "Up", "Page_Down", "End", "Home"] { #expect(wheel.took(keyNamed: key)) }
            #expect(choices.chosen.map { $0[1] } == [1, 2, 1, 6, 199, 0])
            #expect(!wheel.took(keyNamed: "Return"))
            for _ in 0..<2 { _ = wheel.scrolled(UIEvent(scroll: CGPoint(x: 0, y: 60), at: .zero, time: 0)) }
            #expect(picker.selectedRow(inComponent: 1) == 2)
        }
    }

    @Test func screenReadersPressARowOfAList() {
        withPicker { picker, choices, _ in
            picker.accessibilityLabel = "Quality"
            let wheel = wheel(picker, 0)
            #expect(wheel.role == .list && wheel.accessibilityLabel == "Quality")
            #expect(wheel.accessibilityValue == "720p")
            let rows = wheel.subviews.compactMap { $0 as? PickerRow }
            let third = rows.first { $0.accessibilityLabel == "4K" }
            #expect(third?.role == .listItem && third?.accessibilityTraits == UIAccessibilityTraits.none)
            third?.pressed()
            #expect(choices.chosen == [[0, 2]] && third?.accessibilityTraits == .selected)
            #expect(wheel.accessibilityValue == "4K")
        }
    }

    @Test func reloadingKeepsWhatIsSelectedIfItIsThere() {
        withPicker { picker, choices, window in
            picker.selectRow(2, inComponent: 0, animated: false)
            picker.selectRow(5, inComponent: 1, animated: false)
            choices.rows[0] = ["Low", "High"]
            picker.reloadComponent(0)
            #expect(picker.selectedRow(inComponent: 0) == 1 && picker.selectedRow(inComponent: 1) == 5)
            choices.rows = [["a", "b"], ["1"], []]
            picker.reloadAllComponents()
            window.layoutIfNeeded()
            #expect(picker.numberOfComponents == 3 && picker.selectedRow(inComponent: 1) == 0)
            #expect(picker.selectedRow(inComponent: 2) == -1)
        }
    }

    @Test func aDelegatesOwnViewsAreUsedAgain() {
        final class Swatches: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
            var reused = 0
            func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
            func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 50 }
            func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 54 }
            func pickerView(
                _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
            ) -> UIView {
                if view != nil { reused += 1 }
                let swatch = view ?? UIView(frame: .zero)
                swatch.tag = row
                return swatch
            }
        }
        let (picker, swatches) = (UIPickerView(frame: .zero), Swatches())
        (picker.dataSource, picker.delegate) = (swatches, swatches)
        picker.layoutIfNeeded()
        #expect(picker.view(forRow: 1, forComponent: 0)?.tag == 1)
        #expect(picker.rowSize(forComponent: 0).height == 54)
        for row in 1..<20 { picker.selectRow(row, inComponent: 0, animated: false) }
        #expect(swatches.reused > 5 && picker.view(forRow: 19, forComponent: 0)?.tag == 19)
    }
}
