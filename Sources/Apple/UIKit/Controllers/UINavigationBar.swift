import Foundation

/// The bar above what a navigation controller shows. Source: Apple, UINavigationBar.
open class UINavigationBar: UIView {
    static let height: CGFloat = 44
    static let largeTitleHeight: CGFloat = 52

    private let largeLabel = UILabel(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)
    private var left: [UIView] = []
    private var right: [UIView] = []
    private var middle: UIView?
    private weak var item: UINavigationItem?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemBackground
        titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
        titleLabel.textAlignment = .center
        titleLabel.accessibilityTraits = .header
        largeLabel.font = .systemFont(ofSize: 34, weight: .bold)
        largeLabel.accessibilityTraits = .header
    }

    public required init?(coder: NSCoder) { nil }

    /// Makes a bar for ``makeBar()``: calls the initializer of the class that is asked.
    @_silgen_name("UIKit_makeNavigationBar")
    package convenience init(ofItsClass: Void) { self.init(frame: .zero) }

    /// A bar of the class that is asked, made by its `init(frame:)`, which is not `required`: see `CALayer`.
    @_silgen_name("UIKit_makeNavigationBar")
    final class func makeBar() -> UINavigationBar

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if windowLink != nil { takeAppearance() }
    }

    open var topItem: UINavigationItem? { items?.last ?? item }

    /// For a bar without a navigation controller: the last one is shown.
    open var items: [UINavigationItem]? {
        didSet { if let last = items?.last { show(last, back: nil, goBack: {}) } }
    }

    /// Whether titles are large, below the buttons. Linux: they do not shrink while a person scrolls.
    open var prefersLargeTitles = false { didSet { if prefersLargeTitles != oldValue { onSizeChange?() } } }
    /// The bar wants another height.
    final var onSizeChange: (() -> Void)?
    /// Whether what is beneath the top item has a large title, which `automatic` takes over.
    final var inheritsLargeTitle = true

    private var isLarge: Bool {
        guard prefersLargeTitles, let item = topItem, item.titleView == nil else { return false }
        switch item.largeTitleDisplayMode {
        case .always: return true
        case .never, .inline: return false
        case .automatic: return inheritsLargeTitle
        }
    }

    /// Without the safe area.
    final var contentHeight: CGFloat {
        Self.height + (isLarge ? Self.largeTitleHeight : 0) + (search?.wantedHeight ?? 0)
    }

    private weak var search: UISearchBar?

    private func showSearch(of item: UINavigationItem) {
        let bar = item.searchController?.searchBar
        if bar !== search { search?.removeFromSuperview() }
        search = bar
        item.searchController?.onSizeChange = { [weak self] in self?.onSizeChange?() }
        if let bar, bar.superview !== self { addSubview(bar) }
    }

    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { showColors() } }

    // MARK: How it looks

    /// Whether what is behind it shines through. `barTintColor` is used as it is.
    open var isTranslucent = true { didSet { showColors() } }
    open var barStyle = UIBarStyle.default { didSet { showColors() } }
    /// Its own color; `nil` for that of its style.
    open var barTintColor: UIColor? { didSet { showColors() } }

    /// The title's font and color.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { showColors() } }

    /// Instead of the colors and attributes of the bar. That of the item that is shown comes first.
    open var standardAppearance: UINavigationBarAppearance! { didSet { showColors() } }
    /// Linux: as ``standardAppearance``, where that is not set: bars do not follow what is scrolled.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { showColors() } }
    /// Linux: without effect.
    open var compactAppearance: UINavigationBarAppearance? {
        didSet {
            if compactAppearance != nil {
                NoEffectReport.add("UINavigationBar.compactAppearance", "bars have one height")
            }
        }
    }

    private var wantedAppearance: UINavigationBarAppearance? {
        topItem?.standardAppearance ?? standardAppearance ?? topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance
    }

    private weak var shownAppearance: UINavigationBarAppearance?

    private func show(_ appearance: UINavigationBarAppearance) {
        backgroundColor = appearance.background(usually: .systemBackground)
        titleLabel.textColor = appearance.titleTextAttributes[.foregroundColor] as? UIColor ?? .label
        titleLabel.font =
            appearance.titleTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
        largeLabel.textColor = appearance.largeTitleTextAttributes[.foregroundColor] as? UIColor ?? .label
        largeLabel.font =
            appearance.largeTitleTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 34, weight: .bold)
        setNeedsLayout()
    }

    private func showColors() {
        shownAppearance = wantedAppearance
        if let appearance = wantedAppearance { return show(appearance) }
        backgroundColor = barStyle.background(barTintColor, isTranslucent: isTranslucent)
        let attributes = titleTextAttributes ?? [:]
        titleLabel.textColor = attributes[.foregroundColor] as? UIColor ?? (barStyle.isBlack ? .white : .label)
        titleLabel.font = attributes[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
        let large = largeTitleTextAttributes ?? [:]
        largeLabel.textColor = large[.foregroundColor] as? UIColor ?? (barStyle.isBlack ? .white : .label)
        largeLabel.font = large[.font] as? UIFont ?? .systemFont(ofSize: 34, weight: .bold)
        setNeedsLayout()
    }

    /// - Parameter back: the title of what is beneath; `nil` without a way back.
    func show(_ item: UINavigationItem, back: String?, goBack: @escaping @MainActor () -> Void) {
        self.item = item
        // A color that the app gave the bar stays.
        if wantedAppearance !== shownAppearance { showColors() }
        for view in left + right + [middle].compactMap({ $0 }) { view.removeFromSuperview() }
        left = []
        if let back, !item.hidesBackButton {
            let button = UIButton(type: .system)
            button.setImage(UIImage(systemName: "chevron.backward"), for: .normal)
            button.setTitle(back, for: .normal)
            button.handle(.primaryActionTriggered, key: "back") { _ in goBack() }
            left.append(button)
        }
        if left.isEmpty || item.leftItemsSupplementBackButton || item.leftBarButtonItems == nil {
            left += (item.leftBarButtonItems ?? []).map(UIBarButtonItem.view)
        } else {
            left = (item.leftBarButtonItems ?? []).map(UIBarButtonItem.view)
        }
        right = (item.rightBarButtonItems ?? []).map(UIBarButtonItem.view)
        titleLabel.text = item.title
        showSearch(of: item)
        largeLabel.text = item.title
        largeLabel.removeFromSuperview()
        if isLarge { addSubview(largeLabel) }
        middle = item.titleView ?? (isLarge ? nil : titleLabel)
        for view in left + right + [middle].compactMap({ $0 }) { addSubview(view) }
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        var bounds = bounds
        if let search {
            let (place, rest) = bounds.divided(atDistance: search.wantedHeight, from: .maxYEdge)
            search.frame = place
            bounds = rest
        }
        if isLarge {
            let (large, rest) = bounds.divided(atDistance: Self.largeTitleHeight, from: .maxYEdge)
            largeLabel.frame = CGRect(x: large.minX + 16, y: large.minY, width: max(0, large.width - 32), height: 44)
            bounds = rest
        }
        func size(_ view: UIView) -> CGSize {
            let size = view.sizeThatFits(bounds.size)
            // A space is as wide as it is.
            if type(of: view) == UIView.self, size.height == 0 { return size }
            return CGSize(width: max(size.width, 44), height: min(max(size.height, 44), bounds.height))
        }
        var (start, end) = (bounds.minX + 8, bounds.maxX - 8)
        for view in left {
            let size = size(view)
            view.frame = CGRect(x: start, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
            start += size.width + 8
        }
        for view in right {
            let size = size(view)
            end -= size.width
            view.frame = CGRect(x: end, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
            end -= 8
        }
        if let middle {
            let wanted = middle.sizeThatFits(bounds.size)
            let width = min(wanted.width, max(0, end - start))
            // In the middle of the bar where there is room.
            let x = min(max(bounds.midX - width / 2, start), end - width)
            middle.frame = CGRect(x: x, y: bounds.midY - wanted.height / 2, width: width, height: wanted.height)
        }
        guard isRightToLeft else { return }
        for view in left + right + [middle].compactMap({ $0 }) { view.frame = mirrored(view.frame) }
    }
}

extension UIBarButtonItem {
    /// What shows the item.
    static func view(_ item: UIBarButtonItem) -> UIView {
        if let view = item.customView { return view }
        if item.isSpace { return UIView(frame: CGRect(x: 0, y: 0, width: item.width, height: 0)) }
        let button = UIButton(type: .system)
        button.handle(.primaryActionTriggered, key: "item") { [weak item] in
            if let action = item?.primaryAction {
                action.perform(for: $0)
            } else {
                item?.menu?.present(from: $0)
            }
        }
        let show = { [weak button, weak item] in
            guard let button, let item else { return }
            button.setImage(item.image, for: .normal)
            button.setTitle(item.image == nil ? item.title : nil, for: .normal)
            let weight: UIFont.Weight = item.style == .done ? .semibold : .regular
            button.titleLabel?.font = .systemFont(ofSize: 17, weight: weight)
            button.isEnabled = item.isEnabled
            button.tintColor = item.tintColor
            button.accessibilityLabel = item.accessibilityLabel ?? item.title
            button.superview?.setNeedsLayout()
        }
        item.onChange = show
        show()
        return button
    }
}
