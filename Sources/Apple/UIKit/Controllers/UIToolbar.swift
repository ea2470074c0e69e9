import Foundation

/// A bar of buttons at a window's lower edge. Source: Apple, UIToolbar.
open class UIToolbar: UIView {
    private var views: [(item: UIBarButtonItem, view: UIView)] = []

    public override init(frame: CGRect) {
        super.init(frame: frame)
        showColors()
    }

    public required init?(coder: NSCoder) { nil }

    open var items: [UIBarButtonItem]? {
        didSet {
            for (item, view) in views {
                item.onChange = nil
                view.removeFromSuperview()
            }
            views = (items ?? []).map { ($0, UIBarButtonItem.view($0)) }
            for (_, view) in views { addSubview(view) }
            setNeedsLayout()
        }
    }

    // MARK: How it looks

    /// Its own color; `nil` for that of its style.
    open var barTintColor: UIColor? { didSet { showColors() } }
    open var barStyle = UIBarStyle.default { didSet { showColors() } }
    /// Whether what is behind a black bar shines through. `barTintColor` is used as it is.
    open var isTranslucent = true { didSet { showColors() } }

    private func showColors() { backgroundColor = barStyle.background(barTintColor, isTranslucent: isTranslucent) }

    /// Linux: not animated.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let widths = views.map { item, view in
            if item.isSpace { return item.width }
            return item.width > 0 ? item.width : max(44, view.sizeThatFits(bounds.size).width)
        }
        let flexible = views.filter { $0.item.systemItem == .flexibleSpace }.count
        let rest = max(0, bounds.width - 16 - widths.reduce(0, +))
        var x = bounds.minX + 8
        for (entry, width) in zip(views, widths) {
            let isFlexible = entry.item.systemItem == .flexibleSpace
            let length = isFlexible ? rest / CGFloat(flexible) : width
            let height = entry.item.isSpace ? 0 : min(44, bounds.height)
            entry.view.frame = mirrored(CGRect(x: x, y: bounds.minY, width: length, height: height))
            x += length
        }
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 44) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }
}
