import Foundation
import GtkSupport
import UIKitCore

/// One component of a picker. The row in the middle is selected.
final class PickerWheel: UIScrollView, UIScrollViewDelegate {
    /// How far the mouse's wheel turns for a row.
    private static let notch: CGFloat = 60
    private unowned let picker: UIPickerView
    private let component: Int
    private(set) var numberOfRows = 0
    private(set) var selectedRow = 0
    private var rows: [Int: PickerRow] = [:]
    private var spare: UIView?
    private var turned: CGFloat = 0
    private var size = CGSize.zero
    /// What is seen while it moves by itself.
    private var passing = PassingArea()

    init(_ picker: UIPickerView, _ component: Int) {
        (self.picker, self.component) = (picker, component)
        super.init(frame: .zero)
        isAccessibilityElement = true
        contentInsetAdjustmentBehavior = .never
        showsVerticalScrollIndicator = false
        decelerationRate = .fast
        alwaysBounceVertical = true
        delegate = self
        onKeyPress = { [weak self] key in
            guard let self, isFocused, key.modifiers.isEmpty else { return false }
            return took(keyNamed: key.name)
        }
        let tap = UITapGestureRecognizer()
        tap.onAction = { [weak self] recognizer in
            guard let self, recognizer.state == .ended else { return }
            choose(Int((recognizer.location(in: self).y / rowHeight).rounded(.down)))
        }
        addGestureRecognizer(tap)
    }

    required init?(coder: NSCoder) { nil }

    private var rowHeight: CGFloat { picker.rowHeight }

    /// Asks for the rows anew.
    func reload() {
        numberOfRows = max(0, picker.dataSource?.pickerView(picker, numberOfRowsInComponent: component) ?? 0)
        selectedRow = min(selectedRow, max(0, numberOfRows - 1))
        for row in rows.values { row.removeFromSuperview() }
        (rows, spare) = ([:], nil)
        place()
    }

    func view(forRow row: Int) -> UIView? { rows[row]?.content }

    // MARK: Choosing

    /// - Parameter row: what is beyond the rows becomes the nearest one.
    func select(_ row: Int, animated: Bool) {
        selectedRow = min(max(0, row), max(0, numberOfRows - 1))
        setContentOffset(offset(of: selectedRow), animated: animated)
        showSelection()
    }

    /// A person chooses a row.
    func choose(_ row: Int) {
        let old = selectedRow
        select(row, animated: true)
        if selectedRow != old { tell() }
    }

    private func tell() { picker.delegate?.pickerView(picker, didSelectRow: selectedRow, inComponent: component) }

    func took(keyNamed name: String) -> Bool {
        switch name {
        case "Up": choose(selectedRow - 1)
        case "Down": choose(selectedRow + 1)
        case "Page_Up": choose(selectedRow - 5)
        case "Page_Down": choose(selectedRow + 5)
        case "Home": choose(0)
        case "End": choose(numberOfRows - 1)
        default: return false
        }
        return true
    }

    override func scrolled(_ event: UIEvent) -> Bool {
        turned += event.scroll.y
        let rows = Int(turned / Self.notch)
        guard rows != 0 else { return true }
        turned -= CGFloat(rows) * Self.notch
        choose(selectedRow + rows)
        return true
    }

    override func proposedTarget(_ target: CGPoint, _ velocity: CGPoint) -> CGPoint { offset(of: row(at: target)) }

    /// The row that is in the middle of what is seen from an offset.
    private func row(at place: CGPoint) -> Int {
        let row = ((place.y + contentInset.top) / rowHeight).rounded()
        return min(max(0, Int(row)), max(0, numberOfRows - 1))
    }

    private func offset(of row: Int) -> CGPoint { CGPoint(x: 0, y: CGFloat(row) * rowHeight - contentInset.top) }

    // MARK: Scrolling

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { settle() }
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }

    private func settle() {
        let row = row(at: contentOffset)
        guard !isDragging, row != selectedRow else { return }
        selectedRow = row
        showSelection()
        tell()
    }

    override func scrolled(from old: CGRect, animated: Bool) {
        passing.scrolled(from: old, to: bounds, animated: animated)
        showRows()
    }

    // MARK: Rows

    override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != size { place() }
    }

    private func place() {
        size = bounds.size
        let room = max(0, (bounds.height - rowHeight) / 2)
        contentInset = UIEdgeInsets(top: room, left: 0, bottom: room, right: 0)
        contentSize = CGSize(width: bounds.width, height: CGFloat(numberOfRows) * rowHeight)
        contentOffset = offset(of: selectedRow)
        showRows()
        describe()
    }

    private func showRows() {
        guard bounds.height > 0, numberOfRows > 0 else { return }
        let area = passing.area ?? bounds
        let first = max(0, Int((area.minY / rowHeight).rounded(.down)))
        let last = min(numberOfRows - 1, Int((area.maxY / rowHeight).rounded(.down)))
        let seen = first <= last ? first...last : 0...0
        for (index, row) in rows where !seen.contains(index) && !passing.keepsAll {
            spare = row.content
            row.removeFromSuperview()
            rows[index] = nil
        }
        for index in seen where rows[index] == nil { rows[index] = makeRow(index) }
        let middle = self.row(at: contentOffset)
        for (index, row) in rows {
            let place = CGRect(x: 0, y: CGFloat(index) * rowHeight, width: bounds.width, height: rowHeight)
            UIView.performWithoutAnimation { if row.frame != place { row.frame = place } }
            // The further from the middle, the fainter.
            row.alpha = max(0.15, 1 - 0.3 * CGFloat(abs(index - middle)))
        }
    }

    private func makeRow(_ index: Int) -> PickerRow? {
        guard let delegate = picker.delegate else { return nil }
        let reused = spare.flatMap { $0.superview == nil ? $0 : nil }
        spare = nil
        let content = delegate.pickerView(picker, viewForRow: index, forComponent: component, reusing: reused)
        let row = PickerRow(content) { [weak self] in self?.choose(index) }
        row.markSelected(index == selectedRow)
        UIView.performWithoutAnimation { addSubview(row) }
        return row
    }

    private func showSelection() {
        for (index, row) in rows { row.markSelected(index == selectedRow) }
        describe()
    }

    // MARK: Screen readers

    override var role: AccessibleRole { .list }

    override var canBecomeFocused: Bool { true }

    /// Tells screen readers what the wheel is for, and what is selected.
    func describe() {
        accessibilityLabel = picker.accessibilityLabel
        accessibilityValue = rows[selectedRow]?.accessibilityLabel ?? title(of: selectedRow)
    }

    private func title(of row: Int) -> String? {
        guard numberOfRows > 0 else { return nil }
        return picker.delegate?.pickerView(picker, attributedTitleForRow: row, forComponent: component)?.string
            ?? picker.delegate?.pickerView(picker, titleForRow: row, forComponent: component)
    }
}

/// A row of a picker, around the view that the delegate made.
final class PickerRow: UIView {
    let content: UIView
    private let onPress: () -> Void

    init(_ content: UIView, onPress: @escaping () -> Void) {
        (self.content, self.onPress) = (content, onPress)
        super.init(frame: .zero)
        addSubview(content)
        isAccessibilityElement = true
        accessibilityLabel = content.accessibilityLabel
    }

    required init?(coder: NSCoder) { nil }

    func markSelected(_ isSelected: Bool) { accessibilityTraits = isSelected ? .selected : .none }

    override var role: AccessibleRole { .listItem }

    override var isPressable: Bool { true }

    /// The wheel has the keyboard.
    override var canBecomeFocused: Bool { false }

    override func pressed() { onPress() }

    override func layoutSubviews() {
        super.layoutSubviews()
        content.frame = bounds
    }

    override func removeFromSuperview() {
        // The content is used again.
        content.removeFromSuperview()
        super.removeFromSuperview()
    }
}
