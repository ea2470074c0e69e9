import Foundation

/// Points from a popover to what it belongs to. Source: Apple, UIPopoverPresentationController.
///
/// Linux: there is none, as on an iPhone: what is presented is a sheet.
open class UIPopoverPresentationController: UIPresentationController {
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open weak var sourceView: UIView?
    /// In the coordinates of ``sourceView``.
    open var sourceRect = CGRect.null
    open weak var barButtonItem: UIBarButtonItem?
}

/// Where an arrow may point to. Source: Apple, UIPopoverArrowDirection.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let up = UIPopoverArrowDirection(rawValue: 1)
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

extension UIViewController {
    /// Linux: always `nil`, as on an iPhone.
    public var popoverPresentationController: UIPopoverPresentationController? { nil }
}
