import AppIntents
import SwiftUI

/// A control that the system shows: in the Control Center, on the lock screen. Source: Apple, ControlWidget.
///
/// Linux: it is an action of the program, as a shortcut of AppIntents is.
@MainActor @preconcurrency
public protocol ControlWidget {
    associatedtype Body: ControlWidgetConfiguration
    @ControlWidgetConfigurationBuilder var body: Body { get }
    init()
}

/// What a control is. Source: Apple, ControlWidgetConfiguration.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration {
    associatedtype Body: ControlWidgetConfiguration
    var body: Body { get }
}

extension Never: ControlWidgetConfiguration {}

/// Source: Apple, ControlWidgetConfigurationBuilder.
@resultBuilder
public enum ControlWidgetConfigurationBuilder {
    public static func buildBlock<Content: ControlWidgetConfiguration>(_ content: Content) -> Content { content }
}

/// What a desktop action needs to know of a control.
struct ControlDescription {
    let kind: String
    var name: LocalizedStringResource?
    var template: any ControlTemplate
}

@MainActor
protocol DescribedControl {
    var control: ControlDescription { get }
}

extension ControlWidgetConfiguration {
    var described: ControlDescription { (self as? any DescribedControl)?.control ?? body.described }
}

/// A control without settings of its own. Source: Apple, StaticControlConfiguration.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration, DescribedControl {
    private let kind: String
    private let content: Content

    public init(kind: String, @ControlWidgetTemplateBuilder content: () -> Content) {
        self.kind = kind
        self.content = content()
    }

    public var body: Never { fatalError("StaticControlConfiguration is not made of others") }
    var control: ControlDescription { ControlDescription(kind: kind, name: nil, template: content.rendered) }
}

/// A control with a name of its own.
private struct NamedControl<Content: ControlWidgetConfiguration>: ControlWidgetConfiguration, DescribedControl {
    let content: Content
    let name: LocalizedStringResource

    var body: Never { fatalError("it is not made of others") }
    var control: ControlDescription {
        var control = content.described
        control.name = name
        return control
    }
}

extension ControlWidgetConfiguration {
    /// The control's name for people; without one, its intent's title.
    public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration {
        NamedControl(content: self, name: displayName)
    }

    /// What the control does. Linux: desktop actions have names alone, so that this is not shown.
    public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
}
