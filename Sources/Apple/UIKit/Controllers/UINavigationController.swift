import Foundation

/// Told what a navigation controller shows. Source: Apple, UINavigationControllerDelegate.
@MainActor @preconcurrency
public protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

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

    /// Whether what is behind it shines through. A color that is set does anyway what it says.
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
    open var compactAppearance: UINavigationBarAppearance?

    private var appearance: UINavigationBarAppearance? {
        topItem?.standardAppearance ?? standardAppearance ?? topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance
    }

    private weak var shownAppearance: UINavigationBarAppearance?

    private func show(_ appearance: UINavigationBarAppearance) {
        backgroundColor = appearance.isTransparent ? .clear : appearance.backgroundColor ?? .systemBackground
        titleLabel.textColor = appearance.titleTextAttributes[.foregroundColor] as? UIColor ?? .label
        titleLabel.font =
            appearance.titleTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
        largeLabel.textColor = appearance.largeTitleTextAttributes[.foregroundColor] as? UIColor ?? .label
        largeLabel.font =
            appearance.largeTitleTextAttributes[.font] as? UIFont ?? .systemFont(ofSize: 34, weight: .bold)
        setNeedsLayout()
    }

    private func showColors() {
        shownAppearance = appearance
        if let appearance { return show(appearance) }
        let color = barTintColor ?? (barStyle == .black ? .black : .systemBackground)
        backgroundColor =
            isTranslucent && barTintColor == nil && barStyle == .black ? color.withAlphaComponent(0.8) : color
        let attributes = titleTextAttributes ?? [:]
        titleLabel.textColor = attributes[.foregroundColor] as? UIColor ?? (barStyle == .black ? .white : .label)
        titleLabel.font = attributes[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
        let large = largeTitleTextAttributes ?? [:]
        largeLabel.textColor = large[.foregroundColor] as? UIColor ?? (barStyle == .black ? .white : .label)
        largeLabel.font = large[.font] as? UIFont ?? .systemFont(ofSize: 34, weight: .bold)
        setNeedsLayout()
    }

    /// - Parameter back: the title of what is beneath; `nil` without a way back.
    func show(_ item: UINavigationItem, back: String?, goBack: @escaping @MainActor () -> Void) {
        self.item = item
        // A color that the app gave the bar stays.
        if appearance !== shownAppearance { showColors() }
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
        guard let middle else { return }
        let wanted = middle.sizeThatFits(bounds.size)
        let width = min(wanted.width, max(0, end - start))
        // In the middle of the bar where there is room.
        let x = min(max(bounds.midX - width / 2, start), end - width)
        middle.frame = CGRect(x: x, y: bounds.midY - wanted.height / 2, width: width, height: wanted.height)
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

/// A stack of controllers, of which the last is shown. Source: Apple, UINavigationController.
open class UINavigationController: UIViewController {
    public let navigationBar = UINavigationBar(frame: .zero)
    open weak var delegate: (any UINavigationControllerDelegate)?
    private var stack: [UIViewController] = []
    /// Those whose views are on their way out.
    private var leaving: [UIViewController] = []
    private var transitions = 0

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) { nil }

    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }

    open var topViewController: UIViewController? { stack.last }
    open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

    open var isNavigationBarHidden = false {
        didSet {
            navigationBar.isHidden = isNavigationBarHidden
            viewIfLoaded?.setNeedsLayout()
        }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }

    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        change(to: viewControllers, animated: animated)
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        change(to: stack + [viewController], animated: animated)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let last = stack.last else { return nil }
        change(to: stack.dropLast(), animated: animated)
        return last
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard let first = stack.first else { return nil }
        return popToViewController(first, animated: animated)
    }

    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(of: viewController), index < stack.count - 1 else { return nil }
        let gone = Array(stack[(index + 1)...])
        change(to: Array(stack[...index]), animated: animated)
        return gone
    }

    private func change(to new: [UIViewController], animated: Bool) {
        let (old, oldTop) = (stack, stack.last)
        for controller in new where !old.contains(controller) { addChild(controller) }
        for controller in old where !new.contains(controller) { controller.willMove(toParent: nil) }
        stack = new
        if isViewLoaded, new.last !== oldTop {
            show(new.last, insteadOf: oldTop, isPush: new.count > old.count, animated: animated)
        }
        for controller in old where !new.contains(controller) { controller.removeFromParent() }
        for controller in new where !old.contains(controller) { controller.didMove(toParent: self) }
        showBar()
    }

    private func show(_ next: UIViewController?, insteadOf old: UIViewController?, isPush: Bool, animated: Bool) {
        let isSeen = isOnScreen
        transitions += 1
        let transition = transitions
        if let old { leaving.append(old) }
        leaving.removeAll { $0 === next }
        if let next { delegate?.navigationController(self, willShow: next, animated: animated) }
        if isSeen {
            old?.beginAppearanceTransition(false, animated: animated)
            next?.beginAppearanceTransition(true, animated: animated)
        }
        if let next {
            next.view.frame = view.bounds
            next.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.insertSubview(next.view, belowSubview: navigationBar)
            place(next)
        }
        let finish: (Bool) -> Void = { [self] _ in
            // Another transition may have begun meanwhile; it ends this one, too.
            guard transition == transitions else { return }
            for controller in leaving {
                controller.viewIfLoaded?.removeFromSuperview()
                if isSeen { controller.endAppearanceTransition() }
            }
            leaving = []
            if isSeen { next?.endAppearanceTransition() }
            if let next { delegate?.navigationController(self, didShow: next, animated: animated) }
        }
        guard animated, let oldView = old?.viewIfLoaded, let newView = next?.view, ViewAnimation.isSeen(view) else {
            return finish(true)
        }
        let (width, middle) = (view.bounds.width, newView.center)
        newView.center.x += isPush ? width : -width / 3
        if !isPush { view.insertSubview(oldView, belowSubview: navigationBar) }
        UIView.animate(
            withDuration: 0.35,
            animations: {
                newView.center = middle
                oldView.center.x += isPush ? -width / 3 : width
            }, completion: finish)
    }

    private func showBar() {
        guard isViewLoaded, let top = stack.last else { return }
        for controller in stack { controller.navigationItem.onChange = nil }
        top.navigationItem.searchController?.host = top
        top.navigationItem.onChange = { [weak self] in self?.showBar() }
        let beneath = stack.dropLast().last?.navigationItem
        // The root's title is large, those above it are as the one before.
        navigationBar.inheritsLargeTitle = stack.reduce(true) { isLarge, controller in
            switch controller.navigationItem.largeTitleDisplayMode {
            case .always: true
            case .never, .inline: false
            case .automatic: isLarge
            }
        }
        navigationBar.show(
            top.navigationItem, back: beneath.map { $0.backButtonTitle ?? $0.title ?? "Back" },
            goBack: { [weak self] in self?.popViewController(animated: true) })
        showToolbar()
        view.setNeedsLayout()
    }

    // MARK: Its toolbar

    /// Shows the `toolbarItems` of the controller on top.
    public let toolbar: UIToolbar! = UIToolbar(frame: .zero)

    open var isToolbarHidden = true {
        didSet {
            guard isToolbarHidden != oldValue else { return }
            toolbar.isHidden = isToolbarHidden
            viewIfLoaded?.setNeedsLayout()
        }
    }

    /// Linux: not animated.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

    final func showToolbar() { if isViewLoaded { toolbar.items = stack.last?.toolbarItems } }

    private static let toolbarHeight: CGFloat = 44

    /// Between the bars is its safe area.
    private func place(_ controller: UIViewController) {
        let hasToolbar = !isToolbarHidden && !(controller.hidesBottomBarWhenPushed && stack.count > 1)
        controller.view.barSafeArea = UIEdgeInsets(
            top: isNavigationBarHidden ? 0 : navigationBar.contentHeight, left: 0,
            bottom: hasToolbar ? Self.toolbarHeight : 0, right: 0)
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(navigationBar)
        navigationBar.isHidden = isNavigationBarHidden
        navigationBar.onSizeChange = { [weak self] in self?.showBar() }
        toolbar.isHidden = isToolbarHidden
        view.addSubview(toolbar)
        show(stack.last, insteadOf: nil, isPush: true, animated: false)
        showBar()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let top = view.safeAreaInsets.top
        navigationBar.frame = CGRect(
            x: 0, y: 0, width: view.bounds.width, height: top + navigationBar.contentHeight)
        let height = Self.toolbarHeight + view.safeAreaInsets.bottom
        toolbar.frame = CGRect(x: 0, y: view.bounds.maxY - height, width: view.bounds.width, height: height)
        toolbar.isHidden =
            isToolbarHidden || stack.last?.hidesBottomBarWhenPushed == true && stack.count > 1
        if let controller = stack.last { place(controller) }
    }
}

/// Several controllers, of which a person chooses one. Source: Apple, UITabBarController.
open class UITabBarController: UIViewController {
    private let bar = UIStackView(frame: .zero)
    static let barHeight: CGFloat = 49

    open var viewControllers: [UIViewController]? {
        didSet {
            for controller in oldValue ?? [] where viewControllers?.contains(controller) != true {
                controller.willMove(toParent: nil)
                controller.viewIfLoaded?.removeFromSuperview()
                controller.removeFromParent()
            }
            for controller in viewControllers ?? [] where controller.parent !== self {
                addChild(controller)
                controller.didMove(toParent: self)
            }
            selectedIndex = min(selectedIndex, max(0, (viewControllers?.count ?? 0) - 1))
            makeTabs()
            showSelected(nil)
        }
    }

    open var selectedIndex = 0 {
        didSet {
            guard selectedIndex != oldValue else { return }
            let old = viewControllers.flatMap { $0.indices.contains(oldValue) ? $0[oldValue] : nil }
            makeTabs()
            showSelected(old)
        }
    }

    open var selectedViewController: UIViewController? {
        get { viewControllers.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil } }
        set {
            if let index = viewControllers?.firstIndex(where: { $0 === newValue }) { selectedIndex = index }
        }
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        bar.distribution = .fillEqually
        bar.translatesAutoresizingMaskIntoConstraints = true
        bar.backgroundColor = .systemBackground
        view.addSubview(bar)
        makeTabs()
        showSelected(nil)
    }

    private func makeTabs() {
        guard isViewLoaded else { return }
        for tab in bar.arrangedSubviews { tab.removeFromSuperview() }
        for (index, controller) in (viewControllers ?? []).enumerated() {
            var look = UIButton.Configuration.plain()
            look.imagePlacement = .top
            look.buttonSize = .small
            look.contentInsets = .zero
            let item: UITabBarItem = controller.tabBarItem
            item.onChange = { [weak self] in self?.makeTabs() }
            look.title = item.title
            look.image = index == selectedIndex ? item.selectedImage ?? item.image : item.image
            look.baseForegroundColor = index == selectedIndex ? nil : .systemGray
            let tab = UIButton(configuration: look)
            tab.accessibilityTraits = index == selectedIndex ? [.button, .selected] : .button
            tab.handle(.primaryActionTriggered, key: "tab") { [weak self] _ in self?.selectedIndex = index }
            bar.addArrangedSubview(tab)
        }
    }

    private func showSelected(_ old: UIViewController?) {
        guard isViewLoaded, let next = selectedViewController, next !== old else { return }
        let isSeen = isOnScreen
        if isSeen {
            old?.beginAppearanceTransition(false, animated: false)
            next.beginAppearanceTransition(true, animated: false)
        }
        next.view.frame = view.bounds
        next.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.insertSubview(next.view, belowSubview: bar)
        next.view.barSafeArea = UIEdgeInsets(top: 0, left: 0, bottom: Self.barHeight, right: 0)
        old?.viewIfLoaded?.removeFromSuperview()
        if isSeen {
            old?.endAppearanceTransition()
            next.endAppearanceTransition()
        }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let height = Self.barHeight + view.safeAreaInsets.bottom
        bar.frame = CGRect(x: 0, y: view.bounds.maxY - height, width: view.bounds.width, height: height)
    }
}
