import Foundation

/// What shows the items of a section that scrolls by itself.
///
/// The layout's places in the strip count from where it begins: ``layoutOffset`` and ``seenOfLayout`` are in these
/// coordinates, everything else is as it is seen.
final class StripView: UIScrollView {
    private(set) var strip: ScrollStrip
    /// Whether it begins at the right.
    private var isFlipped = false
    private var start: CGFloat = 0
    /// The part of its content that is shown.
    private(set) var passing = PassingArea()
    /// Called when it has moved.
    var onMove: (() -> Void)?

    /// - Parameters:
    ///   - strip: as the layout has it.
    ///   - frame: where it is seen.
    ///   - isFlipped: whether the first item of a row is at the right.
    init(_ strip: ScrollStrip, frame: CGRect, isFlipped: Bool) {
        self.strip = strip
        super.init(frame: frame)
        contentInsetAdjustmentBehavior = .never
        decelerationRate = strip.behavior == .continuous ? .normal : .fast
        show(strip, frame: frame, isFlipped: isFlipped)
        let room = strip.centering.start
        contentOffset =
            strip.isVertical ? CGPoint(x: 0, y: -room) : CGPoint(x: converted(-room), y: 0)
    }

    required init?(coder: NSCoder) { nil }

    override func dragBegins() { start = strip.isVertical ? layoutOffset.y : layoutOffset.x }

    func show(_ strip: ScrollStrip, frame: CGRect, isFlipped: Bool) {
        let (passed, oldStart, wasFlipped) = (layoutOffset.x, self.strip.centering.start, self.isFlipped)
        self.strip = strip
        self.isFlipped = isFlipped && !strip.isVertical
        UIView.performWithoutAnimation { self.frame = frame }
        contentSize = strip.contentSize
        let room = strip.centering
        let (left, right) = self.isFlipped ? (room.end, room.start) : (room.start, room.end)
        contentInset =
            strip.isVertical
            ? UIEdgeInsets(top: room.start, left: 0, bottom: room.end, right: 0)
            : UIEdgeInsets(top: 0, left: left, bottom: 0, right: right)
        guard self.isFlipped || wasFlipped else { return }
        // What is seen stays, whatever comes at its end.
        let x = converted(passed == -oldStart ? -room.start : passed)
        contentOffset = inside(CGPoint(x: x, y: contentOffset.y))
    }

    // MARK: The layout's coordinates

    /// What is narrower than the strip is at its right.
    private var mirrorWidth: CGFloat { max(contentSize.width, bounds.width) }

    /// An offset across the screen in the layout's coordinates, or back.
    private func converted(_ x: CGFloat) -> CGFloat { isFlipped ? mirrorWidth - bounds.width - x : x }

    var layoutOffset: CGPoint { CGPoint(x: converted(contentOffset.x), y: contentOffset.y) }

    /// What is seen while it scrolls by itself.
    var seenOfLayout: CGRect? {
        guard let area = passing.area, isFlipped else { return passing.area }
        return area.offsetBy(dx: mirrorWidth - area.minX - area.maxX, dy: 0)
    }

    // MARK: Scrolling

    override func proposedTarget(_ target: CGPoint, _ velocity: CGPoint) -> CGPoint {
        var place = target
        if strip.isVertical {
            place.y = strip.stop(target.y, from: start, now: contentOffset.y, speed: velocity.y)
        } else {
            let speed = isFlipped ? -velocity.x : velocity.x
            place.x = converted(strip.stop(converted(target.x), from: start, now: layoutOffset.x, speed: speed))
        }
        return place
    }

    override func scrolled(from old: CGRect, animated: Bool) {
        passing.scrolled(from: old, to: bounds, animated: animated)
        onMove?()
    }
}
