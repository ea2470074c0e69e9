import Foundation
import GtkSupport
import UIKitCore

/// Something that a person uses to tell the program what to do. Source: Apple, UIControl.
open class UIControl: UIView {
    /// Source: Apple, UIControl.Event.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Event(rawValue: 1)
        public static let touchDownRepeat = Event(rawValue: 2)
        public static let touchDragInside = Event(rawValue: 4)
        public static let touchDragOutside = Event(rawValue: 8)
        public static let touchDragEnter = Event(rawValue: 0x10)
        public static let touchDragExit = Event(rawValue: 0x20)
        public static let touchUpInside = Event(rawValue: 0x40)
        public static let touchUpOutside = Event(rawValue: 0x80)
        public static let touchCancel = Event(rawValue: 0x100)
        public static let valueChanged = Event(rawValue: 0x1000)
        public static let primaryActionTriggered = Event(rawValue: 0x2000)
        public static let menuActionTriggered = Event(rawValue: 0x4000)
        public static let editingDidBegin = Event(rawValue: 0x1_0000)
        public static let editingChanged = Event(rawValue: 0x2_0000)
        public static let editingDidEnd = Event(rawValue: 0x4_0000)
        public static let editingDidEndOnExit = Event(rawValue: 0x8_0000)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// Source: Apple, UIControl.State.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
        public static let focused = State(rawValue: 8)
        public static let application = State(rawValue: 0xFF_0000)
    }

    /// Source: Apple, UIControl.ContentHorizontalAlignment.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left = 1
        case right = 2
        case fill = 3
        case leading = 4
        case trailing = 5
    }

    /// Source: Apple, UIControl.ContentVerticalAlignment.
    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0
        case top = 1
        case bottom = 2
        case fill = 3
    }

    private struct Handler {
        let key: AnyHashable
        var events: Event
        let body: @MainActor (UIControl) -> Void
    }

    private var handlers: [Handler] = []
    /// How far a finger may leave and still be on the control.
    private static let reach: CGFloat = 70

    public override init(frame: CGRect) {
        super.init(frame: frame)
        accessibility.isElement = true
        accessibility.traits = .button
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var isEnabled = true {
        didSet { if isEnabled != oldValue { stateChanged() } }
    }

    open var isSelected = false {
        didSet { if isSelected != oldValue { stateChanged() } }
    }

    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { stateChanged() } }
    }

    open var state: State {
        var state = State.normal
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isHighlighted { state.insert(.highlighted) }
        if isFocused { state.insert(.focused) }
        return state
    }

    /// Called after each change of ``state``.
    package func stateDidChange() {}

    private func stateChanged() {
        presence?.update()
        stateDidChange()
        setNeedsLayout()
        setNeedsDisplay()
    }

    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet { setNeedsLayout() }
    }

    open var contentVerticalAlignment = ContentVerticalAlignment.center {
        didSet { setNeedsLayout() }
    }

    /// Whether a finger is on it.
    open private(set) var isTracking = false
    open private(set) var isTouchInside = false

    /// Calls `body` for events; a key that is there already gets these, too.
    package final func handle(
        _ events: Event, key: AnyHashable, _ body: @escaping @MainActor (UIControl) -> Void
    ) {
        if let index = handlers.firstIndex(where: { $0.key == key }) {
            handlers[index].events.formUnion(events)
        } else {
            handlers.append(Handler(key: key, events: events, body: body))
        }
    }

    package final func removeHandler(key: AnyHashable, for events: Event) {
        for index in handlers.indices where handlers[index].key == key { handlers[index].events.subtract(events) }
        handlers.removeAll(where: \.events.isEmpty)
    }

    open var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

    open func sendActions(for controlEvents: Event) {
        for handler in handlers where !handler.events.isDisjoint(with: controlEvents) { handler.body(self) }
    }

    /// - Returns: whether it goes on.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    open func cancelTracking(with event: UIEvent?) {}

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, !isTracking, let touch = touches.first, beginTracking(touch, with: event) else { return }
        (isTracking, isTouchInside, isHighlighted) = (true, true, true)
        sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        let wasInside = isTouchInside
        isTouchInside = isOn(touch)
        guard continueTracking(touch, with: event) else { return stopTracking(.touchCancel) }
        isHighlighted = isTouchInside
        sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside)
        if wasInside != isTouchInside { sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit) }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        isTouchInside = isOn(touch)
        endTracking(touch, with: event)
        stopTracking(isTouchInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking else { return }
        cancelTracking(with: event)
        stopTracking(.touchCancel)
    }

    private func stopTracking(_ events: Event) {
        (isTracking, isTouchInside, isHighlighted) = (false, false, false)
        sendActions(for: events)
    }

    private func isOn(_ touch: UITouch) -> Bool {
        bounds.insetBy(dx: -Self.reach, dy: -Self.reach).contains(touch.location(in: self))
    }

    /// A control's own taps come first.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let tap = gestureRecognizer as? UITapGestureRecognizer, tap.view !== self else { return true }
        return !isEnabled || tap.numberOfTapsRequired != 1
    }

    package override func pressed() {
        guard isEnabled, !accessibilityActivate() else { return }
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }

    package override var isPressable: Bool { true }

    open override var canBecomeFocused: Bool { isEnabled }
}
