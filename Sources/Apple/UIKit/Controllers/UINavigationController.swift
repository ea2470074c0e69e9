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

    /// Linux: always `nil`; a person goes back with the button of the bar, and no drag does it.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? { nil }

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
