import Foundation

/// Does something when it is pressed. Source: Apple, UIButton.
open class UIButton: UIControl {
    /// Source: Apple, UIButton.ButtonType.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case infoLight = 3
        case infoDark = 4
        case contactAdd = 5
        case close = 7
    }

    private struct Look {
        var title: String?
        var attributed: NSAttributedString?
        var titleColor: UIColor?
        var image: UIImage?
        var background: UIImage?
        var symbols: UIImage.SymbolConfiguration?
    }

    public let buttonType: ButtonType
    private var looks: [UInt: Look] = [:]
    private let label = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private let backdrop = UIImageView(image: nil)

    public init(type buttonType: UIButton.ButtonType) {
        self.buttonType = buttonType
        super.init(frame: .zero)
        setUp()
    }

    public override init(frame: CGRect) {
        buttonType = .custom
        super.init(frame: frame)
        setUp()
    }

    public convenience init(type buttonType: UIButton.ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: buttonType)
        guard let primaryAction else { return }
        setTitle(primaryAction.title.isEmpty ? nil : primaryAction.title, for: .normal)
        setImage(primaryAction.image, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system, primaryAction: primaryAction)
        self.configuration = configuration
        // An initializer's assignment is not observed.
        show()
    }

    public required init?(coder: NSCoder) { nil }

    private func setUp() {
        label.font = .systemFont(ofSize: buttonType == .custom ? UIFont.buttonFontSize : 15)
        for view in [backdrop, picture, label] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        let symbols: [ButtonType: String] = [
            .detailDisclosure: "info.circle", .infoLight: "info.circle", .infoDark: "info.circle",
            .contactAdd: "plus.circle", .close: "xmark.circle.fill",
        ]
        if let symbol = symbols[buttonType] { setImage(UIImage(systemName: symbol), for: .normal) }
        show()
    }

    // MARK: Looks by state

    private func change(_ state: State, _ change: (inout Look) -> Void) {
        change(&looks[state.rawValue, default: Look()])
        show()
    }

    open func setTitle(_ title: String?, for state: UIControl.State) { change(state) { $0.title = title } }

    /// Goes before ``setTitle(_:for:)``.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {
        change(state) { $0.attributed = title }
    }

    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) { change(state) { $0.titleColor = color } }

    open func setImage(_ image: UIImage?, for state: UIControl.State) { change(state) { $0.image = image } }

    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
        change(state) { $0.background = image }
    }

    open func title(for state: UIControl.State) -> String? { looks[state.rawValue]?.title }
    open func attributedTitle(for state: UIControl.State) -> NSAttributedString? { looks[state.rawValue]?.attributed }
    open func titleColor(for state: UIControl.State) -> UIColor? { looks[state.rawValue]?.titleColor }
    open func image(for state: UIControl.State) -> UIImage? { looks[state.rawValue]?.image }
    open func backgroundImage(for state: UIControl.State) -> UIImage? { looks[state.rawValue]?.background }

    /// What a state has, else what the normal one has.
    private func current<Value>(_ part: (Look) -> Value?) -> Value? {
        let state = state.subtracting(.focused)
        return looks[state.rawValue].flatMap(part) ?? looks[State.normal.rawValue].flatMap(part)
    }

    open var currentTitle: String? { current(\.title) }
    open var currentAttributedTitle: NSAttributedString? { current(\.attributed) }
    open var currentImage: UIImage? { current(\.image) }
    open var currentBackgroundImage: UIImage? { current(\.background) }

    open var currentTitleColor: UIColor {
        current(\.titleColor) ?? (buttonType == .system ? tintColor : .white)
    }

    open var titleLabel: UILabel? { label }
    open var imageView: UIImageView? { picture }

    /// Whether the image is fainter while the button is pressed. Without effect with a configuration.
    open var adjustsImageWhenHighlighted = true { didSet { show() } }
    /// Whether the image is fainter while the button is disabled. Without effect with a configuration.
    open var adjustsImageWhenDisabled = true { didSet { show() } }

    /// Around the contents. Without effect with a configuration.
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { show() } }
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?, forImageIn state: UIControl.State
    ) {
        change(state) { $0.symbols = configuration }
    }

    open func preferredSymbolConfigurationForImage(in state: UIControl.State) -> UIImage.SymbolConfiguration? {
        looks[state.rawValue]?.symbols
    }

    open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? { current(\.symbols) }

    // MARK: Menu

    /// Shown when the button is pressed, if ``showsMenuAsPrimaryAction``; Linux: else a long press does not show it.
    open var menu: UIMenu?

    open var showsMenuAsPrimaryAction = false {
        didSet {
            removeHandler(key: "menu", for: .allEvents)
            guard showsMenuAsPrimaryAction else { return }
            handle(.primaryActionTriggered, key: "menu") { ($0 as? UIButton)?.menu?.present(from: $0) }
        }
    }

    // MARK: Configuration

    /// Its title and image, if it has them, replace those by state.
    open var configuration: UIButton.Configuration? { didSet { show() } }

    /// Changes the configuration whenever the state changes.
    open var configurationUpdateHandler: ((UIButton) -> Void)? { didSet { show() } }

    open func setNeedsUpdateConfiguration() { show() }

    private var isShowing = false

    package override func stateDidChange() { show() }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        show()
    }

    private func show() {
        guard !isShowing else { return }
        isShowing = true
        defer { isShowing = false }
        configurationUpdateHandler?(self)
        if let configuration {
            label.text = configuration.title ?? currentTitle
            label.font = configuration.font
            label.textColor = configuration.foreground(tintColor)
            picture.image = configuration.shownImage ?? currentImage
            picture.tintColor = configuration.foreground(tintColor)
            layer.backgroundColor = configuration.fill(tintColor)?.resolvedColor(with: traitCollection).cgColor
        } else {
            label.text = currentTitle
            if let title = currentAttributedTitle { label.attributedText = title }
            label.textColor = currentTitleColor
            picture.image =
                currentPreferredSymbolConfiguration.flatMap { currentImage?.applyingSymbolConfiguration($0) }
                ?? currentImage
            picture.tintColor = tintColor
            backdrop.image = currentBackgroundImage
        }
        // A pressed or disabled button is fainter.
        let opacity: CGFloat = isEnabled ? isHighlighted ? 0.4 : 1 : 0.35
        let isImageFainter =
            configuration != nil || (isEnabled ? adjustsImageWhenHighlighted : adjustsImageWhenDisabled)
        (picture.alpha, label.alpha) = (isImageFainter ? opacity : 1, opacity)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? label.text ?? picture.image?.symbolName }
        set { super.accessibilityLabel = newValue }
    }

    // MARK: Layout

    private var insets: UIEdgeInsets {
        guard let insets = configuration?.contentInsets else { return contentEdgeInsets }
        return insets.insets(in: self)
    }

    private var contentSize: (picture: CGSize, text: CGSize, all: CGSize) {
        let picture = picture.image?.size ?? .zero
        let text = label.text?.isEmpty == false ? label.sizeThatFits(CGSize(width: 10_000, height: 10_000)) : .zero
        let gap = picture == .zero || text == .zero ? 0 : configuration?.imagePadding ?? 0
        let isColumn = configuration?.imagePlacement == .top || configuration?.imagePlacement == .bottom
        let all =
            isColumn
            ? CGSize(width: max(picture.width, text.width), height: picture.height + gap + text.height)
            : CGSize(width: picture.width + gap + text.width, height: max(picture.height, text.height))
        return (picture, text, all)
    }

    open override var intrinsicContentSize: CGSize {
        let (all, insets) = (contentSize.all, insets)
        return CGSize(
            width: all.width + insets.left + insets.right, height: all.height + insets.top + insets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        backdrop.frame = bounds
        layer.cornerRadius = configuration?.cornerRadius(height: bounds.height) ?? layer.cornerRadius
        let room = bounds.inset(by: insets)
        let (pictureSize, textSize, all) = contentSize
        let (width, height) = (min(all.width, room.width), min(all.height, room.height))
        var origin = CGPoint(x: room.midX - width / 2, y: room.midY - height / 2)
        let isMirrored = isRightToLeft
        switch contentHorizontalAlignment {
        case .left: origin.x = room.minX
        case .right: origin.x = room.maxX - width
        case .leading: origin.x = isMirrored ? room.maxX - width : room.minX
        case .trailing: origin.x = isMirrored ? room.minX : room.maxX - width
        case .center, .fill: break
        }
        switch contentVerticalAlignment {
        case .top: origin.y = room.minY
        case .bottom: origin.y = room.maxY - height
        case .center, .fill: break
        }
        let placement = configuration?.imagePlacement ?? .leading
        let gap = pictureSize == .zero || textSize == .zero ? 0 : configuration?.imagePadding ?? 0
        let isColumn = placement == .top || placement == .bottom
        let leads = placement == .leading || placement == .all
        let isFirst = isColumn ? placement == .top : leads != isMirrored
        let shownPicture = CGSize(
            width: min(pictureSize.width, room.width), height: min(pictureSize.height, room.height))
        let shownText =
            isColumn
            ? CGSize(width: min(textSize.width, width), height: textSize.height)
            : CGSize(width: max(0, width - shownPicture.width - gap), height: textSize.height)
        func place(_ view: UIView, _ size: CGSize, isFirst: Bool, after other: CGSize, _ insets: UIEdgeInsets) {
            let before = isFirst ? 0 : (isColumn ? other.height : other.width) + gap
            let place =
                isColumn
                ? CGPoint(x: origin.x + (width - size.width) / 2, y: origin.y + before)
                : CGPoint(x: origin.x + before, y: origin.y + (height - size.height) / 2)
            view.frame = CGRect(origin: place, size: size).offsetBy(
                dx: insets.left - insets.right, dy: insets.top - insets.bottom)
        }
        place(picture, shownPicture, isFirst: isFirst, after: shownText, imageEdgeInsets)
        place(label, shownText, isFirst: !isFirst || shownPicture == .zero, after: shownPicture, titleEdgeInsets)
    }
}
