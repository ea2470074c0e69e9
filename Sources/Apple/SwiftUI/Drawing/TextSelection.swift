import UIKit

/// Whether a person can take texts out of a view. Source: Apple, TextSelectability.
public protocol TextSelectability: Sendable {
    static var allowsSelection: Bool { get }
}

/// Source: Apple, EnabledTextSelectability.
public struct EnabledTextSelectability: TextSelectability {
    public static let allowsSelection = true
}

/// Source: Apple, DisabledTextSelectability.
public struct DisabledTextSelectability: TextSelectability {
    public static let allowsSelection = false
}

extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { .init() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    public static var disabled: DisabledTextSelectability { .init() }
}

extension View {
    /// Lets a person copy the texts in the view: a long press on one shows a menu, as on an iPhone.
    public nonisolated func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        CopyableTexts(content: AnyView(self), isEnabled: S.allowsSelection)
    }
}

private nonisolated struct CopyableTexts {
    let content: AnyView
    let isEnabled: Bool
    @State private var text: String?

    init(content: AnyView, isEnabled: Bool) { (self.content, self.isEnabled) = (content, isEnabled) }
}

@MainActor extension CopyableTexts: View {
    var body: some View {
        content
            .environment(\.canCopyTexts, isEnabled)
            .modified(TextPress { text = $0 })
            .menuPresentation(isPresented: Binding(get: { text != nil }, set: { if !$0 { text = nil } })) {
                Button("Copy") { UIPasteboard.general.string = text }
                    .environment(\.buttonWillAct) { text = nil }
            }
    }
}

/// A long press on a text that can be copied.
private struct TextPress: Change {
    let found: (String) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TextPressNode(view, inputs) }
}

private final class TextPressNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { TextPressItem(self, item) }
}

private final class TextPressItem: PassingItem, TouchFollower {
    private var place = CGPoint.zero
    private(set) lazy var recognizer: any Recognizer = TextPressRecognizer(
        { [weak self] in self?.place = $0 },
        LongPressRecognizer(LongPressGesture(), graph) { [weak self] in
            if case .ended = $0 { self?.copy() }
        })

    private func copy() {
        guard let leaf = hit(place)?.last as? LeafItem, leaf.environment.canCopyTexts,
            let text = (leaf.leaf as? Text)?.styled(leaf.environment).runs.map(\.string).joined(), !text.isEmpty
        else { return }
        ((node as? TextPressNode)?.change as? TextPress)?.found(text)
    }
}

private final class TextPressRecognizer: Recognizer {
    private let began: (CGPoint) -> Void
    private let press: LongPressRecognizer

    init(_ began: @escaping (CGPoint) -> Void, _ press: LongPressRecognizer) {
        (self.began, self.press) = (began, press)
    }

    func take(_ touch: TouchInput) -> Bool {
        if touch.phase == .began { began(touch.location) }
        return press.take(touch)
    }

    func cancel() { press.cancel() }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue = false }

    /// Whether a long press on a text offers to copy it.
    var canCopyTexts: Bool {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
