import Foundation
import UIKitCore

/// Wheels whose rows in the middle are chosen. Source: Apple, UIPickerView.
///
/// A wheel is turned by a finger or the mouse's wheel, by a tap on a row, and by the keyboard's arrow keys. The first one is
/// at the left, or at the right where the interface goes from right to left. Linux: wheels are flat.
open class UIPickerView: UIView {
    private static let inset: CGFloat = 9
    private var wheels: [PickerWheel] = []
    private let band = UIView(frame: .zero)
    private var isLoaded = false
    open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
    open weak var delegate: (any UIPickerViewDelegate)? { didSet { reloadAllComponents() } }

    public override init(frame: CGRect) {
        let isEmpty = frame.size == .zero
        super.init(frame: isEmpty ? CGRect(origin: frame.origin, size: CGSize(width: 320, height: 216)) : frame)
        band.backgroundColor = .tertiarySystemFill
        band.layer.cornerRadius = 8
        band.isUserInteractionEnabled = false
        addSubview(band)
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var numberOfComponents: Int {
        load()
        return wheels.count
    }

    open func numberOfRows(inComponent component: Int) -> Int {
        load()
        return wheels[component].numberOfRows
    }

    open func rowSize(forComponent component: Int) -> CGSize {
        load()
        return CGSize(width: widths[component], height: rowHeight)
    }

    /// - Returns: `nil` for a row that is not seen.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? {
        load()
        return wheels[component].view(forRow: row)
    }

    /// The row in the middle; -1 for a component without rows.
    open func selectedRow(inComponent component: Int) -> Int {
        load()
        return wheels[component].numberOfRows == 0 ? -1 : wheels[component].selectedRow
    }

    /// Tells the delegate nothing.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        load()
        wheels[component].select(row, animated: animated)
    }

    /// Asks for everything anew; what is selected stays.
    open func reloadAllComponents() {
        let selected = wheels.map(\.selectedRow)
        for wheel in wheels { wheel.removeFromSuperview() }
        wheels = []
        isLoaded = false
        load()
        for (wheel, row) in zip(wheels, selected) { wheel.select(row, animated: false) }
        setNeedsLayout()
    }

    open func reloadComponent(_ component: Int) {
        load()
        wheels[component].reload()
        setNeedsLayout()
    }

    private func load() {
        guard !isLoaded, let dataSource else { return }
        isLoaded = true
        wheels = (0..<max(0, dataSource.numberOfComponents(in: self))).map { PickerWheel(self, $0) }
        for wheel in wheels {
            addSubview(wheel)
            wheel.reload()
        }
    }

    open override var accessibilityLabel: String? { didSet { for wheel in wheels { wheel.describe() } } }

    // MARK: Layout

    final var rowHeight: CGFloat {
        let wanted = delegate?.pickerView(self, rowHeightForComponent: 0) ?? 0
        return wanted > 0 ? wanted : 32
    }

    private var widths: [CGFloat] {
        let wanted = wheels.indices.map { delegate?.pickerView(self, widthForComponent: $0) ?? 0 }
        let free = bounds.width - 2 * Self.inset - wanted.reduce(0, +)
        let part = max(0, free) / CGFloat(max(1, wanted.filter { $0 <= 0 }.count))
        return wanted.map { $0 > 0 ? $0 : part }
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        load()
        let (widths, rowHeight) = (widths, rowHeight)
        band.frame = CGRect(
            x: Self.inset, y: bounds.midY - rowHeight / 2, width: max(0, bounds.width - 2 * Self.inset),
            height: rowHeight)
        var x = bounds.midX - widths.reduce(0, +) / 2
        for (wheel, width) in zip(wheels, widths) {
            wheel.frame = mirrored(CGRect(x: x, y: 0, width: width, height: bounds.height))
            x += width
        }
    }
}
