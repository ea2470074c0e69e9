import Foundation
import QuartzCore

/// The bars at the edges of a scrolling view that say, for a moment after it has moved, what part is seen.
@MainActor
package final class ScrollIndicators {
    package private(set) weak var view: UIView?
    private let vertical = CALayer()
    private let horizontal = CALayer()

    package init(_ view: UIView) { self.view = view }

    /// Where the bars are now; they go by themselves.
    ///
    /// - Parameters:
    ///   - seen: where the content is seen, in the view's coordinates.
    ///   - offset: the point of the content that is at its top left corner.
    ///   - content: how large all of it is.
    ///   - isMirrored: whether the view goes from right to left.
    ///   - isVertical: whether there is a bar at the trailing edge.
    ///   - isHorizontal: whether there is one at the lower edge.
    package func show(
        in seen: CGRect, at offset: CGPoint, of content: CGSize, isMirrored: Bool = false, isVertical: Bool,
        isHorizontal: Bool
    ) {
        let down = Self.bar(at: offset.y, seen.height, of: content.height)
        place(vertical, isVertical ? down : nil) { start, length in
            CGRect(x: isMirrored ? seen.minX + 3 : seen.maxX - 6, y: seen.minY + start, width: 3, height: length)
        }
        let across = Self.bar(at: offset.x, seen.width, of: content.width)
        place(horizontal, isHorizontal ? across : nil) { start, length in
            CGRect(x: seen.minX + start, y: seen.maxY - 6, width: length, height: 3)
        }
    }

    /// - Returns: the start and the length of the bar in the part that is seen; `nil` if that is all.
    private static func bar(at place: CGFloat, _ length: CGFloat, of content: CGFloat) -> (CGFloat, CGFloat)? {
        guard length > 0, content > length else { return nil }
        let room = length - 6
        let bar = max(20, room * length / content)
        let share = min(max(place / (content - length), 0), 1)
        return (3 + (room - bar) * share, bar)
    }

    private func place(_ layer: CALayer, _ bar: (CGFloat, CGFloat)?, _ frame: (CGFloat, CGFloat) -> CGRect) {
        guard let bar, let view else { return layer.removeFromSuperlayer() }
        if layer.superlayer == nil {
            (layer.cornerRadius, layer.zPosition, layer.opacity) = (1.5, 1000, 0)
            view.layer.addSublayer(layer)
        }
        layer.backgroundColor = UIColor.systemGray.resolvedColor(with: view.traitCollection).cgColor
        layer.frame = frame(bar.0, bar.1)
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue) = (Float(0.7), Float(0))
        // It is seen as it begins until then.
        (fade.beginTime, fade.duration, fade.fillMode) = (LayerClock.current.now + 0.6, 0.3, .backwards)
        layer.add(fade, forKey: "fade")
    }
}
