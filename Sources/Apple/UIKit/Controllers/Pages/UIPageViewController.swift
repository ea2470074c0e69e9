import Foundation
import GtkSupport
import MissingFoundation

/// Controllers that are pages beside each other, turned by a finger, by a wheel, or by the arrow keys. Source: Apple,
/// UIPageViewController.
///
/// | what happens | what is in the strip | what is told |
/// | --- | --- | --- |
/// | at rest | the page | |
/// | a finger comes down | its neighbors, too | the data source is asked for both |
/// | it moves toward one of them | | `willTransitionTo`, and both controllers' appearance |
/// | it moves back over the middle | | both controllers' appearance |
/// | the strip rests | the page that is seen | `didFinishAnimating` |
/// | `setViewControllers`, animated | the page and the new one | both controllers' appearance, the completion |
///
/// Linux: a page that curls is turned like one that scrolls, and there is never more than one page at a time.
open class UIPageViewController: UIViewController {
    /// Source: Apple, UIPageViewController.TransitionStyle.
    public enum TransitionStyle: Int, Sendable {
        case pageCurl = 0
        case scroll = 1
    }

    /// Source: Apple, UIPageViewController.NavigationOrientation.
    public enum NavigationOrientation: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// Source: Apple, UIPageViewController.NavigationDirection.
    public enum NavigationDirection: Int, Sendable {
        case forward = 0
        case reverse = 1
    }

    /// Where a book that curls is bound. Source: Apple, UIPageViewController.SpineLocation.
    public enum SpineLocation: Int, Sendable {
        case none = 0
        case min = 1
        case mid = 2
        case max = 3
    }

    /// Source: Apple, UIPageViewController.OptionsKey.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value of a ``SpineLocation``.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
        /// Points between pages that scroll.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    }

    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// Without one, only the program turns pages.
    open weak var dataSource: (any UIPageViewControllerDataSource)? {
        didSet {
            strip.isScrollEnabled = dataSource != nil
            showDots(asks: true)
        }
    }
    public let transitionStyle: TransitionStyle
    public let navigationOrientation: NavigationOrientation
    /// Linux: says what the options have said, and changes nothing.
    public let spineLocation: SpineLocation
    /// Linux: without effect.
    open var isDoubleSided = false {
        didSet {
            if isDoubleSided {
                NoEffectReport.add("UIPageViewController.isDoubleSided", "pages have one side")
            }
        }
    }

    private let spacing: CGFloat
    private let strip = PageStrip(frame: .zero)
    private let dots = UIPageControl(frame: .zero)
    private static let dotsHeight: CGFloat = 37
    /// The page at rest.
    private var page: UIViewController?
    /// The page that comes.
    private var coming: UIViewController?
    /// What is in the strip, in its order.
    private var places: [UIViewController] = []
    /// Counts the movements that the program starts, so that the end of an earlier one is ignored.
    private var movements = 0
    private var completion: ((Bool) -> Void)?

    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        (transitionStyle, self.navigationOrientation) = (style, navigationOrientation)
        let spine = (options?[.spineLocation] as? Int).flatMap(SpineLocation.init) ?? options?[.spineLocation]
        spineLocation = style == .scroll ? .none : spine as? SpineLocation ?? .min
        let spacing = options?[.interPageSpacing]
        self.spacing = style == .pageCurl ? 0 : spacing as? CGFloat ?? CGFloat(spacing as? Int ?? 0)
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    open var viewControllers: [UIViewController]? { page.map { [$0] } ?? [] }
    open var gestureRecognizers: [UIGestureRecognizer] { [strip.panGestureRecognizer] }

    open override func viewDidLoad() {
        super.viewDidLoad()
        strip.isPagingEnabled = true
        strip.contentInsetAdjustmentBehavior = .never
        strip.alwaysBounceHorizontal = !isVertical
        strip.alwaysBounceVertical = isVertical
        strip.showsVerticalScrollIndicator = false
        strip.showsHorizontalScrollIndicator = false
        strip.isScrollEnabled = dataSource != nil
        strip.delegate = strip
        strip.owner = self
        view.onKeyPress = { [weak self] in self?.took($0) ?? false }
        view.addSubview(strip)
        dots.handle(.valueChanged, key: "turn") { [weak self] _ in self?.dotsChanged() }
        view.addSubview(dots)
        showDots(asks: true)
        settle()
    }

    // MARK: Pages of the program

    /// Shows another page.
    ///
    /// - Parameters:
    ///   - viewControllers: one page; another number is a programmer's mistake.
    ///   - direction: where it comes from.
    ///   - animated: Linux: a page that is on no screen comes at once.
    ///   - completion: gets whether the movement has ended, unless another one took its place.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let next = viewControllers?.first, viewControllers?.count == 1 else {
            raiseException(
                "The number of view controllers provided (\(viewControllers?.count ?? 0)) doesn't match the number "
                    + "required (1) for the requested transition")
        }
        finishAtOnce()
        move(to: next, direction, animated: animated) { [weak self] isOver in
            self?.showDots(asks: true)
            completion?(isOver)
        }
    }

    private func move(
        to next: UIViewController, _ direction: NavigationDirection, animated: Bool,
        completion: @escaping (Bool) -> Void
    ) {
        guard next !== page else { return completion(true) }
        let isSeen = isViewLoaded && isOnScreen
        guard animated, isSeen, let page, ViewAnimation.isSeen(view) else {
            let old = page
            if isSeen { old?.beginAppearanceTransition(false, animated: false) }
            if isSeen { next.beginAppearanceTransition(true, animated: false) }
            page = next
            settle()
            if isSeen { old?.endAppearanceTransition() }
            if isSeen { next.endAppearanceTransition() }
            return completion(true)
        }
        take((direction == .forward) != isMirrored ? [page, next] : [next, page])
        begin(next, animated: true)
        movements += 1
        let movement = movements
        self.completion = completion
        UIView.animate(
            withDuration: 0.3, delay: 0, options: .curveEaseOut,
            animations: { self.strip.contentOffset = self.offset(of: next) }
        ) { [weak self] _ in
            guard let self, movement == movements else { return }
            end(isCompleted: true)
            let completion = self.completion
            self.completion = nil
            completion?(true)
        }
    }

    /// What moves is where it goes to.
    private func finishAtOnce() {
        movements += 1
        if coming != nil { end(isCompleted: completion != nil) }
        let completion = completion
        self.completion = nil
        completion?(false)
    }

    // MARK: Pages of a person

    /// - Returns: whether there is a page.
    @discardableResult
    private func turn(_ direction: NavigationDirection) -> Bool {
        // One page at a time, however often a wheel reports.
        if coming != nil { return true }
        guard let page, let next = neighbor(of: page, direction) else { return false }
        delegate?.pageViewController(self, willTransitionTo: [next])
        move(to: next, direction, animated: true) { [weak self] _ in
            guard let self else { return }
            turned(by: direction)
            delegate?.pageViewController(
                self, didFinishAnimating: true, previousViewControllers: [page], transitionCompleted: true)
        }
        return true
    }

    private func neighbor(of page: UIViewController, _ direction: NavigationDirection) -> UIViewController? {
        switch direction {
        case .forward: dataSource?.pageViewController(self, viewControllerAfter: page)
        case .reverse: dataSource?.pageViewController(self, viewControllerBefore: page)
        }
    }

    private func took(_ key: KeyPress) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        return took(keyNamed: key.name)
    }

    final func took(keyNamed name: String) -> Bool {
        switch (name, isVertical) {
        case ("Right", false): turn(isMirrored ? .reverse : .forward)
        case ("Left", false): turn(isMirrored ? .forward : .reverse)
        case ("Down", true), ("Page_Down", _): turn(.forward)
        case ("Up", true), ("Page_Up", _): turn(.reverse)
        default: false
        }
    }

    // MARK: Dots

    /// - Parameter asks: whether the data source says which dot it is.
    private func showDots(asks: Bool) {
        guard isViewLoaded else { return }
        let count = transitionStyle == .scroll ? dataSource?.presentationCount(for: self) ?? 0 : 0
        dots.numberOfPages = count
        if asks, count > 0 { dots.currentPage = dataSource?.presentationIndex(for: self) ?? 0 }
        let isHidden = count == 0
        if dots.isHidden != isHidden {
            dots.isHidden = isHidden
            view.setNeedsLayout()
        }
        shownDot = dots.currentPage
    }

    private var shownDot = 0

    private func turned(by direction: NavigationDirection) {
        dots.currentPage = shownDot + (direction == .forward ? 1 : -1)
        shownDot = dots.currentPage
    }

    private func dotsChanged() {
        let direction: NavigationDirection = dots.currentPage > shownDot ? .forward : .reverse
        // The dot follows the page.
        dots.currentPage = shownDot
        turn(direction)
    }

    // MARK: The strip

    private var isVertical: Bool { navigationOrientation == .vertical }
    /// Whether the next page is at the left.
    private var isMirrored: Bool { !isVertical && isViewLoaded && view.isRightToLeft }

    private func offset(of controller: UIViewController) -> CGPoint {
        let index = CGFloat(places.firstIndex { $0 === controller } ?? 0)
        let size = strip.bounds.size
        return isVertical ? CGPoint(x: 0, y: index * size.height) : CGPoint(x: index * size.width, y: 0)
    }

    /// Only the page is left.
    private func settle() { take(page.map { [$0] } ?? []) }

    /// Puts pages into the strip, and shows the one that is at rest.
    private func take(_ new: [UIViewController]) {
        for controller in places where !new.contains(where: { $0 === controller }) {
            controller.willMove(toParent: nil)
            controller.viewIfLoaded?.removeFromSuperview()
            controller.removeFromParent()
        }
        places = new
        for controller in new where controller.parent !== self {
            addChild(controller)
            controller.didMove(toParent: self)
        }
        layOut()
    }

    private func layOut() {
        guard isViewLoaded else { return }
        let room = dots.isHidden ? 0 : Self.dotsHeight + view.safeAreaInsets.bottom
        let bounds = CGRect(x: 0, y: 0, width: view.bounds.width, height: max(0, view.bounds.height - room))
        let (x, y) = isVertical ? (0, spacing / 2) : (spacing / 2, 0)
        strip.frame = bounds.insetBy(dx: -x, dy: -y)
        dots.frame = CGRect(x: 0, y: bounds.maxY, width: bounds.width, height: Self.dotsHeight)
        dots.semanticContentAttribute = view.semanticContentAttribute
        for (index, controller) in places.enumerated() {
            let along = CGFloat(index) * (isVertical ? strip.bounds.height : strip.bounds.width)
            controller.view.frame = CGRect(
                x: x + (isVertical ? 0 : along), y: y + (isVertical ? along : 0), width: bounds.width,
                height: bounds.height)
            if controller.view.superview !== strip { strip.addSubview(controller.view) }
        }
        let count = CGFloat(max(places.count, 1))
        strip.contentSize = CGSize(
            width: strip.bounds.width * (isVertical ? 1 : count), height: strip.bounds.height * (isVertical ? count : 1)
        )
        if let page { strip.contentOffset = offset(of: page) }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        // A strip that moves is laid out when it rests, unless the window has another size.
        let room = dots.isHidden ? 0 : Self.dotsHeight + view.safeAreaInsets.bottom
        let size = CGSize(width: view.bounds.width, height: max(0, view.bounds.height - room))
        guard size != laidOutSize else { return }
        laidOutSize = size
        layOut()
    }

    private var laidOutSize = CGSize.zero

    // MARK: Appearance

    /// The page that comes, and the one that goes, are told as they move.
    open override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        page?.beginAppearanceTransition(true, animated: animated)
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        page?.endAppearanceTransition()
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        finishAtOnce()
        page?.beginAppearanceTransition(false, animated: animated)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        page?.endAppearanceTransition()
    }

    private func begin(_ next: UIViewController, animated: Bool) {
        coming = next
        page?.beginAppearanceTransition(false, animated: animated)
        next.beginAppearanceTransition(true, animated: animated)
    }

    /// The movement is over, or a finger has moved back.
    private func stop(isCompleted: Bool) {
        guard let next = coming else { return }
        coming = nil
        if !isCompleted {
            next.beginAppearanceTransition(false, animated: true)
            page?.beginAppearanceTransition(true, animated: true)
        }
        next.endAppearanceTransition()
        page?.endAppearanceTransition()
        if isCompleted { page = next }
    }

    private func end(isCompleted: Bool) {
        stop(isCompleted: isCompleted)
        settle()
    }

    // MARK: A finger

    fileprivate func fingerCame() {
        // A finger that catches a movement goes on with it.
        guard let page, coming == nil, places.count == 1 else { return }
        let pages = [neighbor(of: page, .reverse), page, neighbor(of: page, .forward)].compactMap(\.self)
        take(isMirrored ? pages.reversed() : pages)
    }

    fileprivate func fingerMoved() {
        guard let page else { return }
        let (now, rest) = (strip.contentOffset, offset(of: page))
        let way = isVertical ? now.y - rest.y : now.x - rest.x
        let index = (places.firstIndex { $0 === page } ?? 0) + (way > 0 ? 1 : -1)
        let next = way != 0 && places.indices.contains(index) ? places[index] : nil
        guard next !== coming else { return }
        stop(isCompleted: false)
        guard let next else { return }
        delegate?.pageViewController(self, willTransitionTo: [next])
        begin(next, animated: true)
    }

    fileprivate func cameToRest() {
        // A finger may have caught it between two pages.
        guard let old = page, let index = places.firstIndex(where: { offset(of: $0) == strip.contentOffset }) else {
            return
        }
        let next = coming
        let isCompleted = next != nil && places[index] === next
        let isForward = ((places.firstIndex { $0 === old } ?? 0) < index) != isMirrored
        end(isCompleted: isCompleted)
        guard next != nil else { return }
        if isCompleted { turned(by: isForward ? .forward : .reverse) }
        delegate?.pageViewController(
            self, didFinishAnimating: true, previousViewControllers: [old], transitionCompleted: isCompleted)
    }

    fileprivate func wheelTurned(_ step: CGPoint) {
        let way = isVertical ? step.y : step.x
        if way != 0 { turn((way > 0) != isMirrored ? .forward : .reverse) }
    }
}

/// The view that the pages are in.
private final class PageStrip: UIScrollView, UIScrollViewDelegate {
    weak var owner: UIPageViewController?

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { owner?.fingerCame() }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { if isDragging { owner?.fingerMoved() } }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { owner?.cameToRest() }
    }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { owner?.cameToRest() }

    /// A wheel turns whole pages.
    override func scrolled(_ event: UIEvent) -> Bool {
        guard isScrollEnabled else { return false }
        owner?.wheelTurned(event.scroll)
        return true
    }
}
