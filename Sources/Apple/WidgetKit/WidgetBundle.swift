import AppIntents
import Conformances
import SwiftUI
import UIKit

/// A widget on the home screen. Source: Apple, Widget.
///
/// Linux: only controls can be made; a type that conforms shows nothing, because no desktop has a place for it.
@MainActor @preconcurrency
public protocol Widget {}

/// The program of an extension with controls. Source: Apple, WidgetBundle.
@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget
    @WidgetBundleBuilder var body: Body { get }
    init()
}

/// The controls of a bundle.
struct Controls: Widget {
    let controls: [any ControlWidget]
}

/// Source: Apple, WidgetBundleBuilder.
@resultBuilder @MainActor
public enum WidgetBundleBuilder {
    public static func buildExpression(_ control: some ControlWidget) -> some Widget { Controls(controls: [control]) }
    public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget {
        var controls: [any ControlWidget] = []
        for widget in repeat each content { controls += (widget as? Controls)?.controls ?? [] }
        return Controls(controls: controls)
    }
}

extension WidgetBundle {
    /// Prints the desktop file with the bundle's controls, or performs one of them. See `ProgramActions`.
    public static func main() { exit(UIApplication.run(nil)) }
}

/// The actions of all controls of the program.
enum ControlActions: ProgramActionSource {
    @MainActor static var actions: [ProgramAction] {
        controls.map { control in
            let description = control.init().body.described
            let template = description.template
            let title = description.name.map { String(localized: $0) } ?? String(localized: template.intent.title)
            return ProgramAction(
                id: description.kind, title: title, intent: template.intent, kind: template.kind)
        }
    }

    private static var controls: [any ControlWidget.Type] {
        Conformances.types(of: (any ControlWidget).self).compactMap { $0 as? any ControlWidget.Type }
    }

}
