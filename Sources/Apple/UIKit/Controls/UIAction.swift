import Foundation

/// What a menu contains. Source: Apple, UIMenuElement.
@MainActor @preconcurrency open class UIMenuElement: NSObject {
    /// Source: Apple, UIMenuElement.State.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        case mixed = 2
    }

    /// Source: Apple, UIMenuElement.Attributes.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let disabled = Attributes(rawValue: 1)
        public static let destructive = Attributes(rawValue: 2)
        public static let hidden = Attributes(rawValue: 4)
    }

    open internal(set) var title: String
    open internal(set) var subtitle: String?
    open internal(set) var image: UIImage?

    init(title: String, subtitle: String? = nil, image: UIImage? = nil) {
        (self.title, self.subtitle, self.image) = (title, subtitle, image)
    }
}

/// The closure's parameter of ``UIAction``. Source: Apple, UIActionHandler.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// Something to do, for controls and menus. Source: Apple, UIAction.
open class UIAction: UIMenuElement {
    /// Source: Apple, UIAction.Identifier.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.init(rawValue: rawValue)
        }
    }

    public let identifier: Identifier
    open var attributes: UIMenuElement.Attributes
    open var state: UIMenuElement.State
    /// Whom the action is done for, while it is done.
    open internal(set) var sender: Any?
    private let handler: UIActionHandler

    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }

    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }

    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, subtitle: subtitle, image: image)
    }

    package func perform(for sender: Any?) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}

/// Actions and menus in a menu. Source: Apple, UIMenu.
open class UIMenu: UIMenuElement {
    /// Source: Apple, UIMenu.Options.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Its elements are shown in the menu around it, between lines.
        public static let displayInline = Options(rawValue: 1)
        public static let destructive = Options(rawValue: 2)
        /// One element is on.
        public static let singleSelection = Options(rawValue: 32)
    }

    public let children: [UIMenuElement]
    public let options: Options

    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, options: UIMenu.Options = [],
        children: [UIMenuElement] = []
    ) {
        self.children = children
        self.options = options
        super.init(title: title, subtitle: subtitle, image: image)
    }

    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(title: title, subtitle: subtitle, image: image, options: options, children: newChildren)
    }

    open var selectedElements: [UIMenuElement] { children.filter { ($0 as? UIAction)?.state == .on } }
}

extension UIMenu {
    /// What a person can choose, with the elements of inline menus.
    private var choices: [UIMenuElement] {
        children.flatMap { element in
            if let menu = element as? UIMenu, menu.options.contains(.displayInline) { return menu.choices }
            return (element as? UIAction)?.attributes.contains(.hidden) == true ? [] : [element]
        }
    }

    /// Shows the menu over the window of a view. Linux: as an action sheet.
    package func present(from view: UIView) {
        guard let root = view.window?.rootViewController else { return }
        let host = sequence(first: root, next: \.presentedViewController).reduce(root) { $1 }
        let sheet = UIAlertController(
            title: title.isEmpty ? nil : title, message: subtitle, preferredStyle: .actionSheet)
        for element in choices {
            guard let action = element as? UIAction else {
                sheet.addAction(
                    UIAlertAction(title: element.title, style: .default) { [weak view] _ in
                        if let view { (element as? UIMenu)?.present(from: view) }
                    })
                continue
            }
            let isDestructive = action.attributes.contains(.destructive)
            let entry = UIAlertAction(
                title: action.state == .on ? "✓ \(action.title)" : action.title,
                style: isDestructive ? .destructive : .default
            ) { [weak view] _ in action.perform(for: view) }
            entry.isEnabled = !action.attributes.contains(.disabled)
            sheet.addAction(entry)
        }
        host.present(sheet, animated: true)
    }
}

extension UIControl {
    /// Runs an action on its `primaryActionTriggered` event.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// Runs an action for events; another one with the same identifier goes.
    public func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
        removeHandler(key: action.identifier, for: controlEvents)
        handle(controlEvents, key: action.identifier) { action.perform(for: $0) }
    }

    public func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    public func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: UIControl.Event) {
        removeHandler(key: actionIdentifier, for: controlEvents)
    }

    public func sendAction(_ action: UIAction) { action.perform(for: self) }
}
