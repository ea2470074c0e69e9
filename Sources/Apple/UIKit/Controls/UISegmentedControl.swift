import Foundation

/// One of several choices beside each other. Source: Apple, UISegmentedControl.
open class UISegmentedControl: UIControl {
    public static let noSegment = -1

    private var segments: [UIButton] = []
    private let marker = UIView(frame: .zero)
    private var chosen = noSegment
    /// What choosing a segment does, by its button.
    private var actions: [ObjectIdentifier: UIAction] = [:]

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isAccessibilityElement = false
        layer.cornerRadius = 8
        backgroundColor = .tertiarySystemFill
        marker.backgroundColor = Self.usualMarker
        marker.layer.cornerRadius = 6
        marker.isUserInteractionEnabled = false
        marker.isHidden = true
        addSubview(marker)
    }

    /// - Parameter items: titles and images.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        for item in items ?? [] {
            if let title = item as? String {
                insertSegment(withTitle: title, at: numberOfSegments, animated: false)
            } else if let image = item as? UIImage {
                insertSegment(with: image, at: numberOfSegments, animated: false)
            }
        }
        frame.size = intrinsicContentSize
    }

    /// - Parameters:
    ///   - frame: in points, in the coordinates of the view around it.
    ///   - actions: one for each segment, as ``insertSegment(action:at:animated:)`` takes them.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insertSegment(action: action, at: numberOfSegments, animated: false) }
    }

    public required init?(coder: NSCoder) { nil }

    open var numberOfSegments: Int { segments.count }

    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(at: segment) { $0.setTitle(title, for: .normal) }
    }

    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(at: segment) { $0.setImage(image, for: .normal) }
    }

    /// Inserts a segment that runs an action when a person chooses it; another one with the same identifier goes.
    ///
    /// The segment shows the action's image or, without one, its title.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        let old = segmentIndex(identifiedBy: action.identifier)
        if old == segment { return setAction(action, forSegmentAt: segment) }
        if old != NSNotFound { removeSegment(at: old, animated: animated) }
        insert(at: segment) { show(action, in: $0) }
    }

    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        show(action, in: segments[segment])
        changed()
    }

    open func actionForSegment(at segment: Int) -> UIAction? { actions[ObjectIdentifier(segments[segment])] }

    /// - Returns: `NSNotFound` if no segment has an action with the identifier.
    open func segmentIndex(identifiedBy actionIdentifier: UIAction.Identifier) -> Int {
        segments.firstIndex { actions[ObjectIdentifier($0)]?.identifier == actionIdentifier } ?? NSNotFound
    }

    private func show(_ action: UIAction, in segment: UIButton) {
        actions[ObjectIdentifier(segment)] = action
        segment.setImage(action.image, for: .normal)
        segment.setTitle(action.image == nil ? action.title : nil, for: .normal)
        segment.isEnabled = !action.attributes.contains(.disabled)
    }

    /// Behind the chosen segment; `nil` is the usual gray or white.
    open var selectedSegmentTintColor: UIColor? {
        didSet { marker.backgroundColor = selectedSegmentTintColor ?? Self.usualMarker }
    }

    private static let usualMarker = UIColor { $0.userInterfaceStyle == .dark ? .systemGray2 : .white }

    private var titleAttributes: [UInt: [NSAttributedString.Key: Any]] = [:]

    /// How titles look: font and color. Linux: in the states `normal`, `selected` and `disabled`.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        titleAttributes[state.rawValue] = attributes
        changed()
    }

    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        titleAttributes[state.rawValue]
    }

    private func showTitle(of segment: UIButton, isChosen: Bool) {
        let state: UIControl.State = !segment.isEnabled ? .disabled : isChosen ? .selected : .normal
        let attributes = (titleAttributes[UIControl.State.normal.rawValue] ?? [:])
            .merging(titleAttributes[state.rawValue] ?? [:]) { $1 }
        let color = attributes[.foregroundColor] as? UIColor ?? .label
        segment.titleLabel?.font = attributes[.font] as? UIFont ?? .systemFont(ofSize: 13, weight: .medium)
        segment.setTitleColor(color, for: .normal)
        segment.tintColor = color
    }

    private func insert(at index: Int, _ setUp: (UIButton) -> Void) {
        let button = UIButton(type: .custom)
        setUp(button)
        let place = max(0, min(index, segments.count))
        button.handle(.primaryActionTriggered, key: "segment") { [weak self, weak button] _ in
            guard let self, let index = segments.firstIndex(where: { $0 === button }) else { return }
            choose(index)
        }
        segments.insert(button, at: place)
        insertSubview(button, aboveSubview: place > 0 ? segments[place - 1] : marker)
        if chosen >= place { chosen += 1 }
        changed()
    }

    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        let button = segments.remove(at: segment)
        actions[ObjectIdentifier(button)] = nil
        button.removeFromSuperview()
        if chosen == segment { chosen = Self.noSegment } else if chosen > segment { chosen -= 1 }
        changed()
    }

    open func removeAllSegments() {
        for segment in segments { segment.removeFromSuperview() }
        (segments, actions, chosen) = ([], [:], Self.noSegment)
        changed()
    }

    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        segments[segment].setTitle(title, for: .normal)
        changed()
    }

    open func titleForSegment(at segment: Int) -> String? { segments[segment].title(for: .normal) }

    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        segments[segment].setImage(image, for: .normal)
        changed()
    }

    open func imageForSegment(at segment: Int) -> UIImage? { segments[segment].image(for: .normal) }

    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        segments[segment].isEnabled = enabled
        changed()
    }

    open func isEnabledForSegment(at segment: Int) -> Bool { segments[segment].isEnabled }

    /// ``noSegment`` for none. Setting it sends no event.
    open var selectedSegmentIndex: Int {
        get { chosen }
        set {
            chosen = segments.indices.contains(newValue) ? newValue : Self.noSegment
            changed()
        }
    }

    /// A person has chosen a segment.
    private func choose(_ index: Int) {
        guard isEnabled, index != chosen else { return }
        selectedSegmentIndex = index
        actionForSegment(at: index)?.perform(for: self)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    private func changed() {
        for (index, segment) in segments.enumerated() {
            segment.accessibilityTraits = index == chosen ? [.button, .selected] : .button
            showTitle(of: segment, isChosen: index == chosen)
        }
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    package override func stateDidChange() {
        for segment in segments { segment.isUserInteractionEnabled = isEnabled }
        alpha = isEnabled ? 1 : 0.5
    }

    package override var isPressable: Bool { false }

    open override var intrinsicContentSize: CGSize {
        let widest = segments.map { $0.intrinsicContentSize.width + 24 }.max() ?? 0
        return CGSize(width: CGFloat(segments.count) * widest, height: 32)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width / CGFloat(max(segments.count, 1))
        for (index, segment) in segments.enumerated() {
            segment.frame = mirrored(CGRect(x: CGFloat(index) * width, y: 0, width: width, height: bounds.height))
        }
        marker.isHidden = chosen == Self.noSegment
        marker.frame = mirrored(
            CGRect(x: CGFloat(max(chosen, 0)) * width, y: 0, width: width, height: bounds.height)
                .insetBy(dx: 2, dy: 2))
    }
}

/// A number that is counted up and down. From right to left, "minus" is at the right. Source: Apple, UIStepper.
open class UIStepper: UIControl {
    private let less = UIButton(type: .system)
    private let more = UIButton(type: .system)

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 94, height: 32)))
        isAccessibilityElement = false
        layer.cornerRadius = 8
        backgroundColor = .tertiarySystemFill
        for (button, symbol, sign) in [(less, "minus", -1.0), (more, "plus", 1.0)] {
            button.setImage(UIImage(systemName: symbol), for: .normal)
            button.tintColor = .label
            button.handle(.primaryActionTriggered, key: "step") { [weak self] _ in self?.step(sign) }
            addSubview(button)
        }
        update()
    }

    public required init?(coder: NSCoder) { nil }

    open var value = 0.0 {
        didSet {
            let inside = min(max(value, minimumValue), maximumValue)
            if inside != value { value = inside }
            update()
        }
    }
    open var minimumValue = 0.0 { didSet { value = max(value, minimumValue) } }
    open var maximumValue = 100.0 { didSet { value = min(value, maximumValue) } }
    open var stepValue = 1.0
    /// Whether it begins anew beyond its limits.
    open var wraps = false { didSet { update() } }

    private func step(_ sign: Double) {
        let next = value + sign * stepValue
        let old = value
        if wraps, next > maximumValue {
            value = minimumValue
        } else if wraps, next < minimumValue {
            value = maximumValue
        } else {
            value = next
        }
        if value != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    private func update() {
        less.isEnabled = wraps || value > minimumValue
        more.isEnabled = wraps || value < maximumValue
    }

    package override var isPressable: Bool { false }

    open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let half = CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height)
        less.frame = mirrored(half)
        more.frame = mirrored(half.offsetBy(dx: half.width, dy: 0))
    }
}
