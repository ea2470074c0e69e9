import Foundation

/// Decides about the choice of tabs. Source: Apple, UITabBarControllerDelegate.
@MainActor @preconcurrency
public protocol UITabBarControllerDelegate: AnyObject {
    /// For a person's choice, also of the tab that is shown already.
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    /// A person has chosen a tab, or the one that is shown again.
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
}

/// Several controllers, of which a person chooses one. Source: Apple, UITabBarController.
open class UITabBarController: UIViewController {
    /// Its items are those of the controllers.
    public let tabBar = UITabBar(frame: .zero)
    static let barHeight: CGFloat = 49
    open weak var delegate: (any UITabBarControllerDelegate)?

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
        tabBar.onChoice = { [weak self] in self?.choose($0) }
        view.addSubview(tabBar)
        makeTabs()
        showSelected(nil)
    }

    private func makeTabs() {
        tabBar.items = (viewControllers ?? []).compactMap(\.tabBarItem)
        tabBar.selectedItem = selectedViewController?.tabBarItem
    }

    /// A person chooses a tab.
    private func choose(_ index: Int) {
        guard let controller = viewControllers?[index],
            delegate?.tabBarController(self, shouldSelect: controller) != false
        else { return }
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: controller)
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
        view.insertSubview(next.view, belowSubview: tabBar)
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
        tabBar.frame = CGRect(x: 0, y: view.bounds.maxY - height, width: view.bounds.width, height: height)
    }
}
