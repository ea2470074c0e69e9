import Foundation

/// Looks after a view, and after the controllers of parts of it. Source: Apple, UIViewController.
open class UIViewController: UIResponder {
    /// Whether the view is on the screen, or on its way there or away.
    private enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    private var loadedView: UIView?
    private var appearance = Appearance.disappeared
    private var isAnimated = false
    private(set) final weak var parentLink: UIViewController?
    private final var childList: [UIViewController] = []
    /// What this controller presents, and the view that shows it.
    final var presentation: Presentation?
    final weak var presenter: UIViewController?
    private final var ownPresentation: UIPresentationController?
    /// The size for which a window's controller was told last.
    private final var toldSize: CGSize?

    open var title: String? {
        didSet { titleChanged() }
    }

    /// Whether a person edits what the controller shows.
    open var isEditing: Bool {
        get { edits }
        set { setEditing(newValue, animated: false) }
    }

    private final var edits = false

    /// A subclass that overrides it calls it.
    open func setEditing(_ editing: Bool, animated: Bool) {
        edits = editing
        ownEditButton?.title = editing ? "Done" : "Edit"
        ownEditButton?.style = editing ? .done : .plain
    }

    /// Begins and ends editing. Always the same one.
    open var editButtonItem: UIBarButtonItem {
        if let ownEditButton { return ownEditButton }
        let item = UIBarButtonItem(
            title: edits ? "Done" : "Edit",
            primaryAction: UIAction { [weak self] _ in
                if let self { setEditing(!isEditing, animated: true) }
            })
        ownEditButton = item
        return item
    }

    private final var ownEditButton: UIBarButtonItem?

    /// Linux: there are no archives of views, so the names have no effect, and the view is made by ``loadView()``.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open override var next: UIResponder? { loadedView?.superview ?? parentLink }

    // MARK: Its view

    /// Made when it is first asked for.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    open var viewIfLoaded: UIView? { loadedView }
    open var isViewLoaded: Bool { loadedView != nil }

    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        precondition(loadedView != nil, "loadView() has to set the view: \(type(of: self))")
        viewDidLoad()
    }

    /// Makes the view: a plain one by default.
    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in its place, and has its size. Source: Apple, viewIsAppearing(_:).
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func updateViewConstraints() { view.updateConstraints() }
    open func viewSafeAreaInsetsDidChange() {}
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Linux: called by nobody.
    open func didReceiveMemoryWarning() {}

    open var isBeingPresented: Bool { presenter != nil && appearance == .appearing }
    open var isBeingDismissed: Bool { presenter != nil && appearance == .disappearing }
    /// Whether it appears for the first time in its container.
    open var isMovingToParent: Bool { isEntering }
    /// Whether it disappears because its container gives it away.
    open var isMovingFromParent: Bool { isLeaving }

    private final var (isEntering, isLeaving, wasInParent) = (false, false, false)

    /// What the controller adds to the safe area of its view.
    open var additionalSafeAreaInsets: UIEdgeInsets {
        get { view.additionalSafeArea }
        set { view.additionalSafeArea = newValue }
    }

    open var traitCollection: UITraitCollection {
        loadedView?.traitCollection ?? parentLink?.traitCollection ?? .current
    }

    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { view.overrideUserInterfaceStyle }
        set { view.overrideUserInterfaceStyle = newValue }
    }

    // MARK: Size and orientation

    /// Called when the view of a window's controller gets another size, before its subviews are placed.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in childList { child.viewWillTransition(to: size, with: coordinator) }
        presentation?.controller.viewWillTransition(to: size, with: coordinator)
    }

    /// Called before the traits of the controller's view become others, and before `traitCollectionDidChange(_:)`; tells
    /// the children that have no style of their own. Linux: traits become others by ``overrideUserInterfaceStyle``.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in childList where child.loadedView?.overrideUserInterfaceStyle ?? .unspecified == .unspecified {
            child.willTransition(to: newCollection, with: coordinator)
        }
    }

    /// Linux: never called, as windows have any shape.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// Linux: never called.
    open var shouldAutorotate: Bool { true }
    /// Linux: never called, as there is no status bar.
    open var prefersStatusBarHidden: Bool { false }
    /// Linux: never called.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Linux: never called.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// Linux: without effect, as there is no status bar.
    open func setNeedsStatusBarAppearanceUpdate() {
        NoEffectReport.add("UIViewController.setNeedsStatusBarAppearanceUpdate()", "there is no status bar")
    }
    /// Linux: never called.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    /// Linux: never called.
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// Linux: never called.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// Linux: never called.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Linux: never called.
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    /// Linux: never called, as the edges of a window have no gestures of the system's.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    /// Linux: without effect, as ``prefersHomeIndicatorAutoHidden``.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Linux: without effect, as ``supportedInterfaceOrientations``.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {
        NoEffectReport.add(
            "UIViewController.setNeedsUpdateOfSupportedInterfaceOrientations()", "windows have any shape")
    }
    /// Linux: without effect, as ``preferredScreenEdgesDeferringSystemGestures``.
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}

    fileprivate final func noticeSize() {
        guard let view = loadedView, view.superview is UIWindow, view.bounds.size != toldSize else { return }
        let isFirst = toldSize == nil
        toldSize = view.bounds.size
        guard !isFirst else { return }
        let change = UnseenChange()
        viewWillTransition(to: view.bounds.size, with: change)
        change.finish()
    }

    // MARK: Children

    open var parent: UIViewController? { parentLink }
    open var children: [UIViewController] { childList }

    /// Also tells the child that it will move; the caller adds its view, and calls ``didMove(toParent:)``.
    open func addChild(_ childController: UIViewController) {
        guard childController.parentLink !== self else { return }
        childController.removeFromParent()
        childController.willMove(toParent: self)
        childController.parentLink = self
        childList.append(childController)
    }

    open func removeFromParent() {
        guard let parent = parentLink else { return }
        parent.childList.removeAll { $0 === self }
        (parentLink, wasInParent) = (nil, false)
        didMove(toParent: nil)
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    /// Whether children appear and disappear with this controller by themselves.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// The views of children that are shown.
    private var shownChildren: [UIViewController] {
        guard shouldAutomaticallyForwardAppearanceMethods else { return [] }
        return childList.filter { $0.loadedView?.superview != nil }
    }

    /// A container tells its child that it comes or goes, before ``endAppearanceTransition()``.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        if isAppearing {
            guard appearance == .disappeared || appearance == .disappearing else { return }
            loadViewIfNeeded()
            (appearance, isAnimated) = (.appearing, animated)
            (isEntering, wasInParent) = (parentLink != nil && !wasInParent, parentLink != nil)
            viewWillAppear(animated)
        } else {
            guard appearance == .appeared || appearance == .appearing else { return }
            (appearance, isAnimated) = (.disappearing, animated)
            let stack = (parentLink as? UINavigationController)?.viewControllers
            isLeaving = wasInParent && (parentLink == nil || stack?.contains(self) == false)
            viewWillDisappear(animated)
        }
        for child in shownChildren { child.beginAppearanceTransition(isAppearing, animated: animated) }
    }

    open func endAppearanceTransition() {
        defer { (isEntering, isLeaving) = (false, false) }
        switch appearance {
        case .appearing:
            viewIsAppearing(isAnimated)
            loadedView?.layoutIfNeeded()
            appearance = .appeared
            for child in shownChildren { child.endAppearanceTransition() }
            viewDidAppear(isAnimated)
        case .disappearing:
            appearance = .disappeared
            for child in shownChildren { child.endAppearanceTransition() }
            viewDidDisappear(isAnimated)
        case .appeared, .disappeared: break
        }
    }

    /// Comes or goes at once.
    final func setAppears(_ appears: Bool) {
        beginAppearanceTransition(appears, animated: false)
        endAppearanceTransition()
    }

    final var isOnScreen: Bool { appearance == .appeared || appearance == .appearing }

    // MARK: Navigation

    open lazy var navigationItem = UINavigationItem(title: title ?? "")

    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    /// What the toolbar of a navigation controller shows while this controller is on top.
    open var toolbarItems: [UIBarButtonItem]? {
        didSet { if navigationController?.topViewController === self { navigationController?.showToolbar() } }
    }

    /// Linux: not animated.
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }

    /// Whether the toolbar of a navigation controller is hidden while this controller is on top of others.
    open var hidesBottomBarWhenPushed = false

    private func titleChanged() {
        navigationItem.title = title
        tabBarItem.title = title
    }

    private func ancestor<Kind: UIViewController>(_ kind: Kind.Type) -> Kind? {
        sequence(first: self, next: \.parentLink).dropFirst().lazy.compactMap { $0 as? Kind }.first
    }

    open var navigationController: UINavigationController? { ancestor(UINavigationController.self) }
    open var tabBarController: UITabBarController? { ancestor(UITabBarController.self) }

    // MARK: Presenting

    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// Linux: without effect; what is presented comes from below.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical {
        didSet {
            if modalTransitionStyle != .coverVertical {
                NoEffectReport.add("UIViewController.modalTransitionStyle", "what is presented comes from below")
            }
        }
    }
    /// Linux: without effect, as there is no status bar.
    open var modalPresentationCapturesStatusBarAppearance = false
    /// What a container asks for its size. Linux: sheets and popovers do not.
    open var preferredContentSize = CGSize.zero {
        didSet {
            if preferredContentSize != .zero {
                NoEffectReport.add(
                    "UIViewController.preferredContentSize", "sheets and popovers have a size of their own")
            }
        }
    }
    /// Linux: without effect; views extend behind bars and lay themselves out by their safe area.
    open var edgesForExtendedLayout = UIRectEdge.all {
        didSet {
            if edgesForExtendedLayout != .all {
                NoEffectReport.add("UIViewController.edgesForExtendedLayout", "views extend behind bars")
            }
        }
    }
    /// Linux: without effect; a scroll view's `contentInsetAdjustmentBehavior` alone counts.
    @available(*, deprecated, message: "Use UIScrollView's contentInsetAdjustmentBehavior instead.")
    open var automaticallyAdjustsScrollViewInsets: Bool {
        get { adjustsScrollViewInsets }
        set {
            adjustsScrollViewInsets = newValue
            if !newValue {
                NoEffectReport.add(
                    "UIViewController.automaticallyAdjustsScrollViewInsets", "contentInsetAdjustmentBehavior counts")
            }
        }
    }
    private var adjustsScrollViewInsets = true

    /// Linux: without effect; the window has the size that the desktop gives it.
    @available(*, deprecated, message: "Please use instance method setNeedsUpdateOfSupportedInterfaceOrientations.")
    open class func attemptRotationToDeviceOrientation() {}

    /// Linux: without effect, as ``edgesForExtendedLayout``.
    open var extendedLayoutIncludesOpaqueBars = false
    /// Linux: without effect; what is presented covers the window.
    open var definesPresentationContext = false {
        didSet {
            if definesPresentationContext {
                NoEffectReport.add("UIViewController.definesPresentationContext", "what is presented covers the window")
            }
        }
    }
    /// Whether a person cannot dismiss it.
    open var isModalInPresentation = false

    open var presentedViewController: UIViewController? {
        presentation?.controller ?? parentLink?.presentedViewController
    }
    open var presentingViewController: UIViewController? { presenter ?? parentLink?.presentingViewController }

    /// How the controller is presented, or would be; that of the outermost one that contains it.
    open var presentationController: UIPresentationController? {
        if let parentLink { return parentLink.presentationController }
        if ownPresentation == nil {
            ownPresentation =
                modalPresentationStyle.isFull
                ? UIPresentationController(presentedViewController: self, presenting: nil)
                : UISheetPresentationController(presentedViewController: self, presenting: nil)
        }
        return ownPresentation
    }

    /// An app's own, of the style `custom`.
    final func take(_ presentation: UIPresentationController?) { ownPresentation = presentation }

    /// Names the animations with which the controller comes and goes.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

    /// Of a transition that is under way and seen.
    final var coordinator: TransitionCoordinator?

    /// For animations beside the transition that is under way; `nil` without one that is seen. Linux: of presentations.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        coordinator ?? parentLink?.transitionCoordinator
    }

    /// Shows a controller over this one's window.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        let host = topmost
        guard host.presentation == nil else {
            FileHandle.standardError.write(
                Data("UIViewController: \(type(of: host)) presents another controller already.\n".utf8))
            return
        }
        let new = Presentation(viewControllerToPresent, over: host, source: self)
        host.presentation = new
        new.begin(animated: flag, completion: completion)
    }

    /// Dismisses what this controller presents, else the controller itself.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presentation {
            self.presentation = nil
            presentation.dismiss(animated: flag, completion: completion)
        } else if let host = presentingViewController {
            host.dismiss(animated: flag, completion: completion)
        } else {
            completion?()
        }
    }

    /// The outermost parent.
    private var topmost: UIViewController { sequence(first: self, next: \.parentLink).reduce(self) { $1 } }

    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }
}

extension UIViewController: ViewLayoutListener {
    package func viewWillLayout() {
        noticeSize()
        viewWillLayoutSubviews()
    }

    package func viewDidLayout() { viewDidLayoutSubviews() }
}

extension UIViewController: WindowRoot {
    package var windowView: UIView { view }
    package func rootAppeared(_ isVisible: Bool) { setAppears(isVisible) }
}

extension UIWindow {
    /// Whose view fills the window.
    public var rootViewController: UIViewController? {
        get { root as? UIViewController }
        set { root = newValue }
    }
}

/// Source: Apple, UIStatusBarStyle.
public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}

/// How the status bar comes and goes. Source: Apple, UIStatusBarAnimation.
public enum UIStatusBarAnimation: Int, Sendable {
    case none = 0
    case fade = 1
    case slide = 2
}

/// How what is presented comes. Source: Apple, UIModalTransitionStyle.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}

/// Source: Apple, UIModalPresentationStyle. Linux: full screens fill the window, all others are sheets.
public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7

    var isFull: Bool { [.fullScreen, .overFullScreen, .currentContext, .overCurrentContext, .custom].contains(self) }
}
