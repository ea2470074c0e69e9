import UIKit

/// What assistive programs are told of a view.
struct AccessibilityValues: Hashable, Sendable {
    var label: String?
    var value: String?
    var hint: String?
    var identifier: String?
    var isHidden = false
    var isElement = false
    var isEnabled = true
    var traits: AccessibilityTraits = []
}

/// Source: Apple, AccessibilityTraits.
public struct AccessibilityTraits: SetAlgebra, Hashable, Sendable {
    private var raw: Set<Int> = []
    public init() {}
    private init(_ value: Int) { raw = [value] }
    public static let isButton = AccessibilityTraits(0)
    public static let isHeader = AccessibilityTraits(1)
    public static let isSelected = AccessibilityTraits(2)
    public static let isLink = AccessibilityTraits(3)
    public static let isImage = AccessibilityTraits(4)
    public static let isStaticText = AccessibilityTraits(5)
    public static let isToggle = AccessibilityTraits(6)

    public func contains(_ member: AccessibilityTraits) -> Bool { raw.isSuperset(of: member.raw) }
    public func union(_ other: Self) -> Self { with { $0.raw.formUnion(other.raw) } }
    public func intersection(_ other: Self) -> Self { with { $0.raw.formIntersection(other.raw) } }
    public func symmetricDifference(_ other: Self) -> Self { with { $0.raw.formSymmetricDifference(other.raw) } }
    public mutating func formUnion(_ other: Self) { raw.formUnion(other.raw) }
    public mutating func formIntersection(_ other: Self) { raw.formIntersection(other.raw) }
    public mutating func formSymmetricDifference(_ other: Self) { raw.formSymmetricDifference(other.raw) }
    @discardableResult public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
        let isNew = !contains(newMember)
        formUnion(newMember)
        return (isNew, newMember)
    }
    @discardableResult public mutating func remove(_ member: Self) -> Self? {
        let had = contains(member)
        raw.subtract(member.raw)
        return had ? member : nil
    }
    @discardableResult public mutating func update(with newMember: Self) -> Self? {
        let had = contains(newMember)
        formUnion(newMember)
        return had ? newMember : nil
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var result = self
        change(&result)
        return result
    }
}

private struct AccessibilityChange: Change {
    let change: (inout AccessibilityValues) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { AccessibilityNode(view, inputs) }
}

/// A node that says something of the views below to assistive programs.
final class AccessibilityNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { AccessibilityItem(self, item) }
    override func changed(from old: any Change) { graph.schedule() }
}

/// What is drawn below has these values; those of items further out win.
final class AccessibilityItem: PassingItem {
    /// What the items around this one say too.
    fileprivate var outer: [(inout AccessibilityValues) -> Void] = []

    override func draw(_ drawing: Drawing) {
        guard let change = (node as? AccessibilityNode)?.change as? AccessibilityChange else { return }
        let all = [change.change] + outer
        // Several modifiers in a row describe one element: that of the innermost, or a button's.
        var inner = child
        while inner is PassingItem, !(inner is AccessibilityItem), !(inner is ElementItem),
            let next = inner.children.first
        {
            inner = next
        }
        if let next = inner as? AccessibilityItem {
            next.outer = all
            return super.draw(drawing)
        }
        if let element = inner as? ElementItem {
            element.outer = all
            return super.draw(drawing)
        }
        drawing.group(self, Effect()) { super.draw($0) }
        guard let surface else { return }
        var values = AccessibilityValues()
        for element in all { element(&values) }
        values.isElement = values.isElement || values.label != nil
        surface.accessibility = values
    }
}

/// A view that can be pressed, by the keyboard and by assistive programs too.
struct Pressable: Change {
    let traits: AccessibilityTraits
    let label: String?
    let press: () -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { PressableNode(view, inputs) }
}

private final class PressableNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { ElementItem(self, item) }
    override func changed(from old: any Change) { graph.schedule() }
}

/// The element of a control.
final class ElementItem: PassingItem {
    fileprivate var outer: [(inout AccessibilityValues) -> Void] = []

    override func draw(_ drawing: Drawing) {
        drawing.group(self, Effect()) { super.draw($0) }
        guard let change = (node as? PressableNode)?.change as? Pressable, let surface else { return }
        var values = AccessibilityValues()
        values.isElement = true
        values.traits = change.traits
        values.isEnabled = environment.isEnabled
        values.label = change.label ?? firstText
        for element in outer { element(&values) }
        surface.accessibility = values
        (surface.view as? SurfaceView)?.press = press
    }

    /// What a press does; `nil` while it is disabled.
    var press: (() -> Void)? {
        environment.isEnabled ? ((node as? PressableNode)?.change as? Pressable)?.press : nil
    }
}

extension Item {
    /// The text in the view.
    var firstText: String? {
        if let item = self as? LeafItem, let text = item.leaf as? Text {
            return text.runs.map { $0.source.string(item.environment) }.joined()
        }
        // A lazy map would ask the first child twice, and with it each level below: 2 to the power of the depth.
        for child in children {
            if let text = child.firstText { return text }
        }
        return nil
    }
}

extension AccessibilityTraits {
    var uiTraits: UIAccessibilityTraits {
        var traits: UIAccessibilityTraits = []
        if contains(.isButton) { traits.insert(.button) }
        if contains(.isHeader) { traits.insert(.header) }
        if contains(.isSelected) { traits.insert(.selected) }
        if contains(.isLink) { traits.insert(.link) }
        if contains(.isImage) { traits.insert(.image) }
        if contains(.isStaticText) { traits.insert(.staticText) }
        if contains(.isToggle) { traits.insert(.toggleButton) }
        return traits
    }
}

/// What becomes of the elements in a view. Source: Apple, AccessibilityChildBehavior.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let keepsChildren: Bool
    public static let ignore = AccessibilityChildBehavior(keepsChildren: false)
    public static let contain = AccessibilityChildBehavior(keepsChildren: true)
    /// Linux: the elements stay as they are; their labels are not joined.
    public static let combine = AccessibilityChildBehavior(keepsChildren: true)
}

extension View {
    /// Makes one element of the view.
    public nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        accessibility { $0.isElement = true }
    }

    private nonisolated func accessibility(_ change: @escaping (inout AccessibilityValues) -> Void) -> some View {
        modified(AccessibilityChange(change: change))
    }

    public nonisolated func accessibilityLabel(_ label: Text) -> some View {
        accessibility { $0.label = label.runs.map { $0.source.string(EnvironmentValues()) }.joined() }
    }
    public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
        accessibilityLabel(Text(labelKey))
    }
    @_disfavoredOverload public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        accessibilityLabel(Text(verbatim: String(label)))
    }
    public nonisolated func accessibilityValue(_ value: Text) -> some View {
        accessibility { $0.value = value.runs.map { $0.source.string(EnvironmentValues()) }.joined() }
    }
    public nonisolated func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
        accessibilityValue(Text(valueKey))
    }
    @_disfavoredOverload public nonisolated func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
        accessibilityValue(Text(verbatim: String(value)))
    }
    public nonisolated func accessibilityHint(_ hint: Text) -> some View {
        accessibility { $0.hint = hint.runs.map { $0.source.string(EnvironmentValues()) }.joined() }
    }
    public nonisolated func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View {
        accessibilityHint(Text(hintKey))
    }
    @_disfavoredOverload public nonisolated func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
        accessibilityHint(Text(verbatim: String(hint)))
    }
    /// What the view is for. Linux: said by screen readers, as a hint; nothing is shown at the pointer.
    public nonisolated func help(_ text: Text) -> some View { accessibilityHint(text) }
    public nonisolated func help(_ textKey: LocalizedStringKey) -> some View { help(Text(textKey)) }
    @_disfavoredOverload public nonisolated func help<S: StringProtocol>(_ text: S) -> some View {
        help(Text(verbatim: String(text)))
    }
    public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
        accessibility { $0.identifier = identifier }
    }
    public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { accessibility { $0.isHidden = hidden } }
    public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility { $0.traits.formUnion(traits) }
    }
    public nonisolated func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility { $0.traits.subtract(traits) }
    }
}
