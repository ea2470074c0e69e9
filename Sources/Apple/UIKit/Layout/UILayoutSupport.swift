import Foundation

/// The length of a bar at the edge of a controller's view. Source: Apple, UILayoutSupport.
@MainActor @preconcurrency
public protocol UILayoutSupport: NSObjectProtocol {
    var length: CGFloat { get }
    var topAnchor: NSLayoutYAxisAnchor { get }
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    var heightAnchor: NSLayoutDimension { get }
}

extension UIViewController {
    /// From the upper edge of the view to the safe area, for code before iOS 11.
    public var topLayoutGuide: any UILayoutSupport { view.barGuide(.topBar) }
    /// From the safe area to the lower edge of the view, for code before iOS 11.
    public var bottomLayoutGuide: any UILayoutSupport { view.barGuide(.bottomBar) }
}

/// What is between an edge of a view and its safe area.
final class BarGuide: UILayoutGuide, UILayoutSupport {
    var length: CGFloat {
        guard let insets = owningView?.safeAreaInsets else { return 0 }
        return role == .topBar ? insets.top : insets.bottom
    }
}
