import AppIntents
import SwiftUI

/// A button or a toggle. Source: Apple, ControlWidgetTemplate.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    associatedtype Body: ControlWidgetTemplate
    var body: Body { get }
}

extension Never: ControlWidgetTemplate {}

/// Source: Apple, ControlWidgetTemplateBuilder.
@resultBuilder
public enum ControlWidgetTemplateBuilder {
    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
}

/// What performs an intent.
@MainActor
protocol ControlTemplate {
    var intent: any AppIntent.Type { get }
    var kind: ProgramAction.Kind { get }
}

extension ControlWidgetTemplate {
    var rendered: any ControlTemplate { (self as? any ControlTemplate) ?? body.rendered }
}

/// Performs an intent. Source: Apple, ControlWidgetButton.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action: AppIntent>: ControlWidgetTemplate,
    ControlTemplate
{
    private let action: Action

    public var body: Never { fatalError("ControlWidgetButton is not made of others") }
    var intent: any AppIntent.Type { Action.self }
    var kind: ProgramAction.Kind { .button { [action] in _ = try await action.perform() } }
}

// Linux: an action's symbol and words are those of its intent and its control's name; labels are not shown.
extension ControlWidgetButton where ActionLabel == EmptyView {
    public init(action: Action, @ViewBuilder label: () -> Label) {
        self.action = action
    }
}

extension ControlWidgetButton where Label == Text, ActionLabel == EmptyView {
    public init(_ titleKey: LocalizedStringKey, action: Action) { self.init(action: action) { Text(titleKey) } }
}

/// Sets what is on or off, by an intent. Source: Apple, ControlWidgetToggle.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate,
    ControlTemplate
where Action.ValueType == Bool {
    private let isOn: Bool
    private let action: Action

    public var body: Never { fatalError("ControlWidgetToggle is not made of others") }
    var intent: any AppIntent.Type { Action.self }

    var kind: ProgramAction.Kind {
        let (action, isOn) = (action, isOn)
        return .toggle(isOn: isOn) { wanted in
            var action = action
            action.value = wanted
            _ = try await action.perform()
        }
    }
}

extension ControlWidgetToggle {
    /// Linux: a desktop action has no place for the words of its value, so that these are not shown.
    public init(
        isOn: Bool, action: Action, @ViewBuilder label: () -> Label,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.isOn = isOn
        self.action = action
    }
}

extension ControlWidgetToggle where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.init(isOn: isOn, action: action, label: { Text(titleKey) }, valueLabel: valueLabel)
    }
}
