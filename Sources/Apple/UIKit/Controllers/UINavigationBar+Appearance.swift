import UIKitCore

/// What all views of a class look like. Source: Apple, UIAppearance.
///
/// Linux: of navigation bars and bars of tabs only.
@MainActor @preconcurrency public protocol UIAppearance: NSObjectProtocol {
    /// What is set here, bars get when they come into a window, unless they have a value of their own.
    static func appearance() -> Self
}

extension UINavigationBar: UIAppearance {
    private static var models: [ObjectIdentifier: UINavigationBar] = [:]

    /// Holds what bars of this class get when they come into a window: colors, attributes of titles, style, appearances and
    /// whether titles are large. What a bar has of its own counts more.
    public class func appearance() -> Self {
        let key = ObjectIdentifier(self)
        let model = models[key] ?? makeBar()
        models[key] = model
        return unsafeDowncast(model, to: Self.self)
    }

    /// Gives the bar what was set for its class, and what was set for all.
    final func takeAppearance() {
        for model in [type(of: self), UINavigationBar.self].compactMap({ Self.models[ObjectIdentifier($0)] }) {
            if barTintColor == nil, let color = model.barTintColor { barTintColor = color }
            if ownTint == nil, let color = model.ownTint { tintColor = color }
            if titleTextAttributes == nil, let attributes = model.titleTextAttributes {
                titleTextAttributes = attributes
            }
            if largeTitleTextAttributes == nil, let attributes = model.largeTitleTextAttributes {
                largeTitleTextAttributes = attributes
            }
            if standardAppearance == nil, let appearance = model.standardAppearance { standardAppearance = appearance }
            if scrollEdgeAppearance == nil, let appearance = model.scrollEdgeAppearance {
                scrollEdgeAppearance = appearance
            }
            if barStyle == .default, model.barStyle != .default { barStyle = model.barStyle }
            if isTranslucent, !model.isTranslucent { isTranslucent = false }
            if !prefersLargeTitles, model.prefersLargeTitles { prefersLargeTitles = true }
        }
    }
}
