import Foundation
import GtkSupport
import UIKitCore

/// Dots that say how many pages there are, and which one is shown. Source: Apple, UIPageControl.
///
/// Linux: also turned by the keyboard, with the arrow keys, Home and End.
open class UIPageControl: UIControl {
    /// Source: Apple, UIPageControl.BackgroundStyle.
    public enum BackgroundStyle: Int, Sendable {
        /// A background while a finger is on it.
        case automatic = 0
        case prominent = 1
        case minimal = 2
    }

    private static let dot: CGFloat = 8
    /// From one dot to the next.
    private static let step: CGFloat = 17
    private static let height: CGFloat = 26
    private var images: [Int: UIImage] = [:]
    /// Where a finger came down, and whether it has gone on to other pages since.
    private var touch: (start: CGFloat, isScrubbing: Bool)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        accessibilityTraits = .adjustable
        onKeyPress = { [weak self] in self?.took($0) ?? false }
    }

    public required init?(coder: NSCoder) { nil }

    open var numberOfPages = 0 {
        didSet {
            numberOfPages = max(0, numberOfPages)
            currentPage = min(currentPage, max(0, numberOfPages - 1))
            invalidateIntrinsicContentSize()
            changed()
        }
    }

    /// From 0; what is beyond the pages becomes the nearest one. Setting it sends no event.
    open var currentPage = 0 {
        didSet {
            currentPage = min(max(0, currentPage), max(0, numberOfPages - 1))
            if currentPage != oldValue { changed() }
        }
    }

    /// Whether nothing is shown for a single page.
    open var hidesForSinglePage = false { didSet { changed() } }
    open var pageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }
    open var backgroundStyle = BackgroundStyle.automatic { didSet { setNeedsDisplay() } }
    /// Whether a finger that moves along the dots turns the pages.
    open var allowsContinuousInteraction = true
    /// What is shown instead of dots.
    open var preferredIndicatorImage: UIImage? { didSet { setNeedsDisplay() } }

    open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }

    /// - `image`: `nil` for that of all pages.
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        precondition((0..<numberOfPages).contains(page), "page \(page) is not one of the \(numberOfPages) pages")
        images[page] = image
        setNeedsDisplay()
    }

    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(0, pageCount)) * Self.step + Self.step, height: Self.height)
    }

    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private var isEmpty: Bool { numberOfPages == 0 || hidesForSinglePage && numberOfPages == 1 }

    private func changed() {
        accessibilityValue = numberOfPages > 0 ? "page \(currentPage + 1) of \(numberOfPages)" : nil
        setNeedsDisplay()
    }

    // MARK: Turning

    package override var isPressable: Bool { false }

    open override var canBecomeFocused: Bool { isEnabled && !isEmpty }

    /// A person has turned to a page.
    private func turn(to page: Int) {
        let old = currentPage
        currentPage = page
        if currentPage != old { sendActions(for: .valueChanged) }
    }

    /// Does what a key of the focused control is for; returns whether there is something.
    package final func took(_ key: KeyPress) -> Bool {
        guard isFocused, isEnabled, key.modifiers.isEmpty else { return false }
        return took(keyNamed: key.name)
    }

    final func took(keyNamed name: String) -> Bool {
        switch name {
        case "Left": turn(to: currentPage + (isRightToLeft ? 1 : -1))
        case "Right": turn(to: currentPage + (isRightToLeft ? -1 : 1))
        case "Down": turn(to: currentPage - 1)
        case "Up": turn(to: currentPage + 1)
        case "Home": turn(to: 0)
        case "End": turn(to: numberOfPages - 1)
        default: return false
        }
        return true
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard !isEmpty else { return false }
        self.touch = (touch.location(in: self).x, false)
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        guard allowsContinuousInteraction, let now = self.touch else { return true }
        if now.isScrubbing || abs(x - now.start) > Self.step / 2 {
            self.touch = (now.start, true)
            turn(to: Int(((x - firstCenter) / way).rounded()))
        }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        defer { self.touch = nil }
        guard let touch, let now = self.touch, !now.isScrubbing, isTouchInside else { return }
        // Beside the current dot is the way to the pages on that side.
        let isBefore = (touch.location(in: self).x < center(of: currentPage)) != isRightToLeft
        turn(to: currentPage + (isBefore ? -1 : 1))
    }

    open override func cancelTracking(with event: UIEvent?) { touch = nil }

    // MARK: Drawing

    /// From one dot to the next.
    private var way: CGFloat { isRightToLeft ? -Self.step : Self.step }

    private var firstCenter: CGFloat { bounds.midX - CGFloat(numberOfPages - 1) * way / 2 }

    private func center(of page: Int) -> CGFloat { firstCenter + CGFloat(page) * way }

    override func drawContent(in snapshot: Snapshot) {
        guard !isEmpty else { return }
        func resolved(_ color: UIColor) -> Color { Color(color.resolvedColor(with: traitCollection).cgColor) }
        if backgroundStyle == .prominent || backgroundStyle == .automatic && isTracking {
            let width = size(forNumberOfPages: numberOfPages).width
            let pill = CGRect(
                x: bounds.midX - width / 2, y: bounds.midY - Self.height / 2, width: width, height: Self.height)
            fill(pill, radius: Self.height / 2, resolved(.tertiarySystemFill), snapshot)
        }
        let others = pageIndicatorTintColor ?? .label.withAlphaComponent(0.3)
        for page in 0..<numberOfPages {
            let color = page == currentPage ? currentPageIndicatorTintColor ?? .label : others
            if let image = images[page] ?? preferredIndicatorImage {
                let size = image.size
                let place = CGRect(
                    x: center(of: page) - size.width / 2, y: bounds.midY - size.height / 2, width: size.width,
                    height: size.height)
                draw(image, in: place, color, snapshot)
            } else {
                let dot = CGRect(
                    x: center(of: page) - Self.dot / 2, y: bounds.midY - Self.dot / 2, width: Self.dot,
                    height: Self.dot)
                fill(dot, radius: Self.dot / 2, resolved(color), snapshot)
            }
        }
    }

    private func draw(_ image: UIImage, in place: CGRect, _ color: UIColor, _ snapshot: Snapshot) {
        let scale = CGFloat(presence?.widget.scaleFactor ?? 1)
        let template = image.withRenderingMode(.alwaysTemplate)
        let picture = template.picture(
            color: color.resolvedColor(with: traitCollection), size: place.size, scale: scale)
        guard let picture, let texture = Texture.cached(picture) else { return }
        snapshot.draw(texture, in: Rect(place))
    }

    private func fill(_ rect: CGRect, radius: CGFloat, _ color: Color, _ snapshot: Snapshot) {
        let corners = [Double](repeating: Double(radius), count: 4)
        snapshot.clipped(to: Rect(rect), radii: corners) { snapshot.fill(Rect(rect), color) }
    }
}
