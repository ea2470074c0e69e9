import Foundation
import UIKitCore

/// How a bar looks. Source: Apple, UIBarAppearance. Linux: without pictures; a blur is a translucent color.
@MainActor @preconcurrency open class UIBarAppearance: NSObject {
    open var backgroundColor: UIColor?
    /// Whether nothing is behind the items.
    private final var isTransparent = false

    public override init() {}

    /// The color of a bar's background, which usually has another one.
    final func background(usually usual: UIColor) -> UIColor { isTransparent ? .clear : backgroundColor ?? usual }

    open func configureWithDefaultBackground() { (backgroundColor, isTransparent) = (nil, false) }
    open func configureWithOpaqueBackground() { (backgroundColor, isTransparent) = (.systemBackground, false) }
    open func configureWithTransparentBackground() { (backgroundColor, isTransparent) = (nil, true) }
}

/// How a navigation bar looks. Source: Apple, UINavigationBarAppearance.
open class UINavigationBarAppearance: UIBarAppearance {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
}
