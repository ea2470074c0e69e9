import Foundation

/// What bars show. Source: Apple, UIBarItem.
@MainActor @preconcurrency open class UIBarItem: NSObject {
    open var title: String? { didSet { onChange?() } }
    open var image: UIImage? { didSet { onChange?() } }
    open var isEnabled = true { didSet { onChange?() } }
    open var tag = 0
    open var accessibilityLabel: String?
    /// Called by the item's changes, for the bar that shows it.
    var onChange: (() -> Void)?

    public override init() {}
}

/// A button in a bar. Source: Apple, UIBarButtonItem.
open class UIBarButtonItem: UIBarItem {
    /// Source: Apple, UIBarButtonItem.Style.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    /// Source: Apple, UIBarButtonItem.SystemItem.
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel = 1
        case edit = 2
        case save = 3
        case add = 4
        case flexibleSpace = 5
        case fixedSpace = 6
        case action = 9
        case camera = 15
        case trash = 16
        case close = 24

        fileprivate var look: (title: String?, symbol: String?) {
            switch self {
            case .done: ("Done", nil)
            case .cancel: ("Cancel", nil)
            case .edit: ("Edit", nil)
            case .save: ("Save", nil)
            case .add: (nil, "plus")
            case .action: (nil, "square.and.arrow.up")
            case .camera: (nil, "camera")
            case .trash: (nil, "trash")
            case .close: (nil, "xmark")
            case .flexibleSpace, .fixedSpace: (nil, nil)
            }
        }
    }

    open var style = Style.plain { didSet { onChange?() } }
    open var primaryAction: UIAction? { didSet { onChange?() } }
    open var menu: UIMenu? { didSet { onChange?() } }
    open var customView: UIView? { didSet { onChange?() } }
    open var tintColor: UIColor? { didSet { onChange?() } }
    private(set) final var systemItem: SystemItem?

    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        (self.primaryAction, self.menu) = (primaryAction, menu)
    }

    public convenience init(
        systemItem: UIBarButtonItem.SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.systemItem = systemItem
        title = systemItem.look.title
        image = systemItem.look.symbol.flatMap { UIImage(systemName: $0) }
        if systemItem == .done || systemItem == .save { style = .done }
        (self.primaryAction, self.menu) = (primaryAction, menu)
    }

    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    public override init() { super.init() }

    /// Makes an item for ``makeItem()``: calls the initializer of the class that is asked.
    @_silgen_name("UIKit_makeBarButtonItem")
    package convenience init(ofItsClass: Void) { self.init() }

    /// An item of the class that is asked, made by its `init()`, which is not `required`: see `CALayer`.
    @_silgen_name("UIKit_makeBarButtonItem")
    final class func makeItem() -> UIBarButtonItem

    /// Of a space in points; 0 for what it needs.
    open var width: CGFloat = 0 { didSet { onChange?() } }

    /// Takes its part of the room that a ``UIToolbar`` has left.
    public class func flexibleSpace() -> Self {
        let item = unsafeDowncast(makeItem(), to: Self.self)
        item.systemItem = .flexibleSpace
        return item
    }

    public class func fixedSpace(_ width: CGFloat) -> Self {
        let item = unsafeDowncast(makeItem(), to: Self.self)
        item.systemItem = .fixedSpace
        item.width = width
        return item
    }

    final var isSpace: Bool { systemItem == .flexibleSpace || systemItem == .fixedSpace }
}

/// What a navigation bar shows while a controller is on top. Source: Apple, UINavigationItem.
@MainActor @preconcurrency open class UINavigationItem: NSObject {
    /// Whether a title is large, in a bar that prefers that. Source: Apple, UINavigationItem.LargeTitleDisplayMode.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As that of the controller beneath.
        case automatic = 0
        case always = 1
        case never = 2
        case inline = 3
    }

    open var title: String? { didSet { onChange?() } }
    open var titleView: UIView? { didSet { onChange?() } }
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { onChange?() } }
    open var hidesBackButton = false { didSet { onChange?() } }
    open var backButtonTitle: String? { didSet { onChange?() } }
    open var leftItemsSupplementBackButton = false { didSet { onChange?() } }
    /// How the bar looks while the item is shown.
    open var standardAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// Linux: as ``standardAppearance``, where that is not set.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { onChange?() } }
    /// Linux: without effect.
    open var compactAppearance: UINavigationBarAppearance? {
        didSet {
            if compactAppearance != nil {
                NoEffectReport.add("UINavigationItem.compactAppearance", "bars have one height")
            }
        }
    }
    /// Its bar stands below the title.
    open var searchController: UISearchController? { didSet { onChange?() } }
    /// Linux: without effect; the search bar stays.
    open var hidesSearchBarWhenScrolling = true
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { onChange?() } }
    var onChange: (() -> Void)?

    public init(title: String) {
        self.title = title
    }

    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Linux: not animated.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }

    /// Linux: not animated.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }

    /// Linux: not animated.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }

    /// Linux: not animated.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }

    /// Linux: not animated.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
}

/// What a tab shows. Source: Apple, UITabBarItem.
open class UITabBarItem: UIBarItem {
    open var selectedImage: UIImage? { didSet { onChange?() } }

    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        (self.title, self.image, self.tag) = (title, image, tag)
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init()
        (self.title, self.image, self.selectedImage) = (title, image, selectedImage)
    }
}
