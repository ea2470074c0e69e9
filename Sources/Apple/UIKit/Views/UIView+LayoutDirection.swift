import GtkSupport
import UIKitCore

/// The direction in which an interface goes. Source: Apple, UIUserInterfaceLayoutDirection.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
}

/// Whether what a view shows changes sides with the language. Source: Apple, UISemanticContentAttribute.
public enum UISemanticContentAttribute: Int, Sendable {
    /// It changes sides.
    case unspecified = 0
    /// Buttons of a player, and lines that show how far it is: time runs the same way everywhere.
    case playback = 1
    /// Something with a fixed place, such as a button for each direction.
    case spatial = 2
    case forceLeftToRight = 3
    case forceRightToLeft = 4
}

extension UIView {
    /// The direction of views with an attribute, in the program's language.
    public class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        let isMirrored = UITraitCollection.current.layoutDirection == .rightToLeft
        return userInterfaceLayoutDirection(for: attribute, relativeTo: isMirrored ? .rightToLeft : .leftToRight)
    }

    /// The direction of views with an attribute, where the layout has the given direction.
    public class func userInterfaceLayoutDirection(
        for semanticContentAttribute: UISemanticContentAttribute,
        relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: layoutDirection
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }

    /// The direction of what the view contains; subviews have their own.
    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        let around: UIUserInterfaceLayoutDirection =
            traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        return Self.userInterfaceLayoutDirection(for: semanticContentAttribute, relativeTo: around)
    }

    final var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// Converts a frame that was laid out from left to right to the view's direction.
    final func mirrored(_ frame: CGRect) -> CGRect {
        isRightToLeft ? frame.offsetBy(dx: bounds.minX + bounds.maxX - frame.minX - frame.maxX, dy: 0) : frame
    }

    /// The leading edge has changed sides.
    final func layoutDirectionChanged() {
        engine?.makeStale()
        constraintChanged()
        layoutMarginsDidChange()
        directionChanged()
        setNeedsDisplay()
    }
}

extension NSTextAlignment {
    /// The alignment of lines in a view.
    @MainActor func alignment(in view: UIView) -> TextLayout.Alignment {
        self == .natural && view.isRightToLeft ? .right : layoutAlignment
    }
}

extension NSDirectionalEdgeInsets {
    /// The insets in the direction of a view.
    @MainActor func insets(in view: UIView) -> UIEdgeInsets {
        let isMirrored = view.isRightToLeft
        return UIEdgeInsets(
            top: top, left: isMirrored ? trailing : leading, bottom: bottom, right: isMirrored ? leading : trailing)
    }
}
