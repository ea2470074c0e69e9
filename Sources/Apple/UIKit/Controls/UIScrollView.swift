import Foundation

/// Shows a part of something larger. Source: Apple, UIScrollView.
///
/// Linux: nothing bounces.
open class UIScrollView: UIView {
    /// Source: Apple, UIScrollView.ContentInsetAdjustmentBehavior.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// Linux: as ``scrollableAxes``.
        case automatic = 0
        case scrollableAxes = 1
        case never = 2
        case always = 3
    }

    /// How much of the speed is left after a millisecond. Source: Apple, UIScrollView.DecelerationRate.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = DecelerationRate(rawValue: 0.998)
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    public let panGestureRecognizer: UIPanGestureRecognizer = ScrollPan()
    open private(set) var pinchGestureRecognizer: UIPinchGestureRecognizer?
    open weak var delegate: (any UIScrollViewDelegate)?
    open private(set) var isDragging = false
    open private(set) var isDecelerating = false
    open private(set) var isZooming = false
    open var isTracking: Bool { isDragging }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        panGestureRecognizer.onAction = { [weak self] in self?.panned($0) }
        addGestureRecognizer(panGestureRecognizer)
        let pinch = UIPinchGestureRecognizer()
        pinch.onAction = { [weak self] in self?.pinched($0) }
        addGestureRecognizer(pinch)
        pinchGestureRecognizer = pinch
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: Content

    open var contentSize = CGSize.zero { didSet { if contentSize != oldValue { keepInside() } } }
    open var contentInset = UIEdgeInsets.zero { didSet { keepInside() } }
    /// Where the safe area belongs to ``adjustedContentInset``.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic { didSet { keepInside() } }
    /// Linux: says only that content can be scrolled up and down however short it is, for the insets: nothing bounces.
    open var alwaysBounceVertical = false { didSet { keepInside() } }
    /// Linux: as ``alwaysBounceVertical``.
    open var alwaysBounceHorizontal = false { didSet { keepInside() } }

    /// ``contentInset`` and the safe area.
    open var adjustedContentInset: UIEdgeInsets {
        let safe = safeAreaInsets
        var insets = contentInset
        insets.top += refreshRoom
        let isAlways = contentInsetAdjustmentBehavior == .always
        guard contentInsetAdjustmentBehavior != .never else { return insets }
        if isAlways || alwaysBounceVertical || contentSize.height + safe.top + safe.bottom > bounds.height {
            insets.top += safe.top
            insets.bottom += safe.bottom
        }
        if isAlways || alwaysBounceHorizontal || contentSize.width > bounds.width {
            insets.left += safe.left
            insets.right += safe.right
        }
        return insets
    }

    /// Whether a drag ends the editing of a text. Source: Apple, UIScrollView.KeyboardDismissMode.
    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        case onDrag = 1
        /// Linux: as `onDrag`.
        case interactive = 2
        case onDragWithAccessory = 3
        case interactiveWithAccessory = 4
    }

    open var keyboardDismissMode = KeyboardDismissMode.none

    // MARK: Refreshing

    /// Shown above the content while a person pulls it down, and until what is shown is there.
    open var refreshControl: UIRefreshControl? {
        didSet {
            guard refreshControl !== oldValue else { return }
            oldValue?.removeFromSuperview()
            oldValue?.scrollView = nil
            if let refreshControl {
                refreshControl.scrollView = self
                addSubview(refreshControl)
                onKeyPress = { [weak refreshControl] key in
                    guard key.name == "F5" || key.character == "r" && key.modifiers == .control else { return false }
                    refreshControl?.refresh()
                    return refreshControl != nil
                }
            } else if oldValue != nil {
                onKeyPress = nil
            }
            refreshChanged()
        }
    }

    /// How far a finger has pulled the content down.
    private var pull: CGFloat = 0

    /// The room above the content that the refreshing takes.
    private var refreshRoom: CGFloat {
        guard let refreshControl else { return 0 }
        return max(pull, refreshControl.isRefreshing ? UIRefreshControl.height : 0)
    }

    final func refreshChanged() {
        followInsets()
        contentOffset = inside(contentOffset)
        placeRefreshControl()
    }

    private func placeRefreshControl() {
        let height = max(1, refreshRoom)
        refreshControl?.frame = CGRect(x: 0, y: -height, width: bounds.width, height: height)
    }

    private func setPull(_ distance: CGFloat) {
        guard refreshControl?.isRefreshing == false, max(0, distance) != pull else { return }
        pull = max(0, distance)
        refreshChanged()
    }

    private func dropPull(isCancelled: Bool) {
        guard pull > 0 else { return }
        if pull >= UIRefreshControl.distance, !isCancelled { refreshControl?.refresh() }
        pull = 0
        UIView.animate(withDuration: 0.25) { self.refreshChanged() }
    }

    open func adjustedContentInsetDidChange() {}

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        keepInside()
    }

    private var insetsBefore = UIEdgeInsets.zero

    /// What was at the upper or the left edge stays there.
    private func followInsets() {
        let (old, new) = (insetsBefore, adjustedContentInset)
        guard old != new else { return }
        insetsBefore = new
        var place = contentOffset
        if place.x == -old.left { place.x = -new.left }
        if place.y == -old.top { place.y = -new.top }
        contentOffset = place
        adjustedContentInsetDidChange()
        delegate?.scrollViewDidChangeAdjustedContentInset(self)
    }

    /// The place in the content that is at the upper left corner.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            guard newValue != bounds.origin else { return }
            let old = bounds
            bounds.origin = newValue
            scrolled(from: old, animated: ViewAnimation.isUnderWay)
            showIndicators()
            delegate?.scrollViewDidScroll(self)
        }
    }

    /// Called after each change of the place; what shows between the two is seen while it moves by itself.
    func scrolled(from old: CGRect, animated: Bool) {}

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        // It takes the place of a movement that goes on after a drag.
        endDecelerating()
        guard animated, presence != nil else {
            self.contentOffset = contentOffset
            return
        }
        UIView.animate(withDuration: 0.3, animations: { self.contentOffset = contentOffset }) { _ in
            // What it has left is not seen anymore.
            self.scrolled(from: self.bounds, animated: false)
            self.delegate?.scrollViewDidEndScrollingAnimation(self)
        }
    }

    /// Scrolls no further than is needed to show a part of the content.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        func offset(_ now: CGFloat, _ length: CGFloat, _ start: CGFloat, _ end: CGFloat) -> CGFloat {
            if start < now { return start }
            return end > now + length ? min(start, end - length) : now
        }
        let place = CGPoint(
            x: offset(bounds.minX, bounds.width, rect.minX, rect.maxX),
            y: offset(bounds.minY, bounds.height, rect.minY, rect.maxY))
        setContentOffset(inside(place), animated: animated)
    }

    /// Linux: nothing bounces, whatever it says.
    open var bounces = true
    /// Linux: as ``bounces``.
    open var bouncesZoom = true
    /// Whether a bar shows, while it scrolls, what part is seen.
    open var showsVerticalScrollIndicator = true
    open var showsHorizontalScrollIndicator = true
    private lazy var indicators = ScrollIndicators(self)

    private func showIndicators() {
        guard windowLink != nil else { return }
        let seen = bounds.inset(by: adjustedContentInset)
        indicators.show(
            in: seen, at: seen.origin, of: contentSize, isMirrored: isRightToLeft,
            isVertical: showsVerticalScrollIndicator, isHorizontal: showsHorizontalScrollIndicator)
    }

    open var isScrollEnabled = true { didSet { panGestureRecognizer.isEnabled = isScrollEnabled } }
    /// Whether it stops at multiples of its size.
    open var isPagingEnabled = false
    /// How soon it stops after a finger has left.
    open var decelerationRate = DecelerationRate.normal

    open var contentLayoutGuide: UILayoutGuide { ownGuide(.scrolledContent) }
    open var frameLayoutGuide: UILayoutGuide { ownGuide(.scrollFrame) }

    /// The nearest place that shows nothing beyond the content.
    final func inside(_ place: CGPoint) -> CGPoint {
        let insets = adjustedContentInset
        let most = CGPoint(
            x: max(-insets.left, contentSize.width + insets.right - bounds.width),
            y: max(-insets.top, contentSize.height + insets.bottom - bounds.height))
        return CGPoint(x: min(max(place.x, -insets.left), most.x), y: min(max(place.y, -insets.top), most.y))
    }

    private func keepInside() {
        followInsets()
        if !isDragging { contentOffset = inside(contentOffset) }
    }

    // MARK: Scrolling

    private func panned(_ recognizer: UIGestureRecognizer) {
        switch recognizer.state {
        case .began:
            stopDecelerating()
            dragBegins()
            isDragging = true
            if keyboardDismissMode != .none { FirstResponder.current?.resignFirstResponder() }
            panGestureRecognizer.setTranslation(.zero, in: self)
            delegate?.scrollViewWillBeginDragging(self)
        case .changed:
            let step = panGestureRecognizer.translation(in: self)
            panGestureRecognizer.setTranslation(.zero, in: self)
            // A drag back takes the pull back first.
            if pull > 0 { return setPull(pull + step.y / 2) }
            let wanted = CGPoint(x: contentOffset.x - step.x, y: contentOffset.y - step.y)
            let target = inside(wanted)
            contentOffset = target
            // The further, the harder.
            if wanted.y < target.y { setPull((target.y - wanted.y) / 2) }
        case .ended: endDragging(panGestureRecognizer.velocity(in: self))
        case .cancelled: endDragging(.zero, isCancelled: true)
        default: break
        }
    }

    /// A finger catches what moves by itself, where it is seen.
    private func stopDecelerating() {
        guard isDecelerating else { return }
        let seen = layer.presentation()?.bounds.origin
        layer.removeAnimation(forKey: "bounds")
        if let seen { contentOffset = inside(seen) }
        endDecelerating()
    }

    private func endDecelerating() {
        guard isDecelerating else { return }
        isDecelerating = false
        delegate?.scrollViewDidEndDecelerating(self)
    }

    /// - Parameters:
    ///   - velocity: of the finger, in points per second.
    ///   - isCancelled: whether the system took the finger away; then nothing is refreshed.
    package func endDragging(_ velocity: CGPoint, isCancelled: Bool = false) {
        guard isDragging else { return }
        isDragging = false
        dropPull(isCancelled: isCancelled)
        var target = restingPlace(after: velocity)
        if !isPagingEnabled {
            // The content moves with the finger, its offset against it.
            let speed = CGPoint(x: -velocity.x, y: -velocity.y)
            target = proposedTarget(target, speed)
            delegate?.scrollViewWillEndDragging(
                self, withVelocity: CGPoint(x: speed.x / 1000, y: speed.y / 1000), targetContentOffset: &target)
            target = inside(target)
        }
        let moves = target != contentOffset
        delegate?.scrollViewDidEndDragging(self, willDecelerate: moves)
        guard moves else { return }
        isDecelerating = true
        delegate?.scrollViewWillBeginDecelerating(self)
        guard ViewAnimation.isSeen(self) else {
            contentOffset = target
            return endDecelerating()
        }
        UIView.animate(
            withDuration: isPagingEnabled || decelerationRate.rawValue < 0.995 ? 0.3 : 0.7, delay: 0,
            options: [.curveEaseOut, .allowUserInteraction], animations: { self.contentOffset = target }
        ) { isComplete in
            // Otherwise a finger has caught it.
            guard isComplete else { return }
            self.scrolled(from: self.bounds, animated: false)
            self.endDecelerating()
        }
    }

    /// A finger begins to move the content.
    func dragBegins() {}

    /// What a subclass makes of the place where it would stop, before the delegate is asked.
    ///
    /// - Parameter velocity: of the offset, in points per second.
    func proposedTarget(_ target: CGPoint, _ velocity: CGPoint) -> CGPoint { target }

    /// Where it stops by itself.
    private func restingPlace(after velocity: CGPoint) -> CGPoint {
        guard isPagingEnabled, bounds.width > 0, bounds.height > 0 else {
            // The sum of all that is left of the speed, millisecond by millisecond.
            let rate = min(decelerationRate.rawValue, 0.9999)
            let time = rate / (1 - rate) / 1000
            return inside(CGPoint(x: contentOffset.x - velocity.x * time, y: contentOffset.y - velocity.y * time))
        }
        func page(_ offset: CGFloat, _ length: CGFloat, _ speed: CGFloat) -> CGFloat {
            let pages = offset / length
            // A quick move turns the page, whatever its length.
            let turned = abs(speed) > 300 ? (speed < 0 ? pages.rounded(.up) : pages.rounded(.down)) : pages.rounded()
            return turned * length
        }
        return inside(
            CGPoint(
                x: page(contentOffset.x, bounds.width, velocity.x), y: page(contentOffset.y, bounds.height, velocity.y))
        )
    }

    override func scrolled(_ event: UIEvent) -> Bool {
        let step = event.scroll
        let target = inside(CGPoint(x: contentOffset.x + step.x, y: contentOffset.y + step.y))
        guard isScrollEnabled, target != contentOffset else { return false }
        contentOffset = target
        return true
    }

    // MARK: Zooming

    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1

    open var zoomScale: CGFloat {
        get { delegate?.viewForZooming(in: self)?.transform.a ?? 1 }
        set { zoom(to: newValue, around: CGPoint(x: bounds.midX, y: bounds.midY)) }
    }

    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        guard animated, presence != nil else {
            zoomScale = scale
            return
        }
        UIView.animate(withDuration: 0.3) { self.zoomScale = scale }
    }

    /// Shows a part of the zoomed view as large as it fits.
    ///
    /// - `rect`: in the zoomed view's own coordinates.
    open func zoom(to rect: CGRect, animated: Bool) {
        guard delegate?.viewForZooming(in: self) != nil, rect.width > 0, rect.height > 0 else { return }
        let fitting = min(bounds.width / rect.width, bounds.height / rect.height)
        let scale = min(max(fitting, minimumZoomScale), maximumZoomScale)
        let place = CGPoint(
            x: rect.midX * scale - bounds.width / 2, y: rect.midY * scale - bounds.height / 2)
        let body = {
            self.zoomScale = scale
            self.contentOffset = self.inside(place)
        }
        guard animated, presence != nil else { return body() }
        UIView.animate(withDuration: 0.3, animations: body)
    }

    /// - Parameter center: stays where it is.
    private func zoom(to scale: CGFloat, around center: CGPoint) {
        guard let view = delegate?.viewForZooming(in: self) else { return }
        let old = zoomScale
        let new = min(max(scale, minimumZoomScale), maximumZoomScale)
        guard new != old, old > 0 else { return }
        view.transform = CGAffineTransform(scaleX: new, y: new)
        let size = view.frame.size
        view.center = CGPoint(x: size.width / 2, y: size.height / 2)
        contentSize = size
        let seen = CGPoint(x: center.x - contentOffset.x, y: center.y - contentOffset.y)
        contentOffset = inside(
            CGPoint(x: center.x * new / old - seen.x, y: center.y * new / old - seen.y))
        delegate?.scrollViewDidZoom(self)
    }

    private var zoomAtStart: CGFloat = 1

    private func pinched(_ recognizer: UIGestureRecognizer) {
        guard let pinch = recognizer as? UIPinchGestureRecognizer, maximumZoomScale > minimumZoomScale else { return }
        switch pinch.state {
        case .began:
            (isZooming, zoomAtStart) = (true, zoomScale)
            delegate?.scrollViewWillBeginZooming(self, with: delegate?.viewForZooming(in: self))
        case .changed: zoom(to: zoomAtStart * pinch.scale, around: pinch.location(in: self))
        case .ended, .cancelled:
            isZooming = false
            delegate?.scrollViewDidEndZooming(self, with: delegate?.viewForZooming(in: self), atScale: zoomScale)
        default: break
        }
    }
}

/// Leaves moves to others along which the content cannot be scrolled, such as a list around a strip.
private final class ScrollPan: UIPanGestureRecognizer {
    override func mayBegin() -> Bool {
        guard let scroll = view as? UIScrollView else { return true }
        let (way, insets, size) = (translation(in: nil), scroll.adjustedContentInset, scroll.contentSize)
        if abs(way.x) > abs(way.y) {
            return scroll.alwaysBounceHorizontal || size.width + insets.left + insets.right > scroll.bounds.width
        }
        return scroll.alwaysBounceVertical || size.height + insets.top + insets.bottom > scroll.bounds.height
    }
}
