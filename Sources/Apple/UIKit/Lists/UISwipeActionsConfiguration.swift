import Foundation
import UIKitCore

/// What a person can do with a row that is moved aside. Source: Apple, UIContextualAction.
@MainActor @preconcurrency open class UIContextualAction: NSObject {
    /// Source: Apple, UIContextualAction.Style.
    public enum Style: Int, Sendable {
        case normal = 0
        /// Red.
        case destructive = 1
    }

    /// - Parameters:
    ///   - sourceView: the button.
    ///   - completionHandler: to be called when it is done, with whether it was.
    public typealias Handler =
        @MainActor (
            _ action: UIContextualAction, _ sourceView: UIView, _ completionHandler: @escaping @MainActor (Bool) -> Void
        ) -> Void

    public let style: Style
    public let handler: Handler
    open var title: String?
    open var image: UIImage?
    open var backgroundColor: UIColor!

    public init(style: UIContextualAction.Style, title: String?, handler: @escaping UIContextualAction.Handler) {
        (self.style, self.title, self.handler) = (style, title, handler)
        super.init()
        backgroundColor = style == .destructive ? .systemRed : .systemGray
    }
}

/// The actions at one side of a row; the first is at the edge. Source: Apple, UISwipeActionsConfiguration.
@MainActor @preconcurrency open class UISwipeActionsConfiguration: NSObject {
    public let actions: [UIContextualAction]
    /// Whether a row that is moved far does the first action.
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) { self.actions = actions }
}
