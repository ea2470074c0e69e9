import Foundation
import UIKitCore

/// What a view's content depends on. Source: Apple, UIConfigurationState.
@MainActor @preconcurrency
public protocol UIConfigurationState {
    var traitCollection: UITraitCollection { get set }
}

/// The state of a cell. Source: Apple, UICellConfigurationState.
@MainActor @preconcurrency
public struct UICellConfigurationState: UIConfigurationState {
    public var traitCollection: UITraitCollection
    public var isSelected = false
    public var isHighlighted = false
    public var isEditing = false
    public var isDisabled = false

    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
}

/// What a view shows, as a value. Source: Apple, UIContentConfiguration.
@MainActor @preconcurrency
public protocol UIContentConfiguration {
    func makeContentView() -> any UIView & UIContentView
    /// The configuration for a state.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration. Source: Apple, UIContentView.
@MainActor @preconcurrency
public protocol UIContentView: AnyObject {
    var configuration: any UIContentConfiguration { get set }
    /// Whether the view can show a configuration, too.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

/// A view that knows its height without constraints.
@MainActor
package protocol FittingContentView: UIView {
    func height(inWidth width: CGFloat) -> CGFloat
}

/// The content of a cell that is given as a value.
@MainActor
struct CellContent {
    private(set) var view: (any UIView & UIContentView)?
    private(set) var configuration: (any UIContentConfiguration)?

    /// Shows a configuration in a cell's content view: in the view that is there, if that can show it.
    mutating func show(_ new: (any UIContentConfiguration)?, in content: UIView, _ state: UICellConfigurationState) {
        configuration = new
        guard let shown = new?.updated(for: state) else {
            view?.removeFromSuperview()
            view = nil
            return
        }
        if let view, view.supports(shown) {
            view.configuration = shown
        } else {
            view?.removeFromSuperview()
            let made = shown.makeContentView()
            content.addSubview(made)
            view = made
        }
        layOut(in: content)
    }

    func layOut(in content: UIView) {
        guard let view else { return }
        if view.translatesAutoresizingMaskIntoConstraints { view.frame = content.bounds }
    }

    /// In a width; `nil` without a view.
    func height(width: CGFloat) -> CGFloat? {
        guard let view else { return nil }
        if let view = view as? any FittingContentView { return view.height(inWidth: width) }
        return view.systemLayoutSizeFitting(
            CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel
        ).height
    }
}
