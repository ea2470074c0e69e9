import Foundation
import UIKitCore

/// Something that a view lets a person do. Source: Apple, UIInteraction.
@MainActor @preconcurrency
public protocol UIInteraction: AnyObject {
    var view: UIView? { get }
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}

extension UIView {
    /// Those that were added, in order.
    public var interactions: [any UIInteraction] {
        get { interactionList }
        set {
            for interaction in interactionList where !newValue.contains(where: { $0 === interaction }) {
                removeInteraction(interaction)
            }
            for interaction in newValue { addInteraction(interaction) }
        }
    }

    public func addInteraction(_ interaction: any UIInteraction) {
        guard !interactionList.contains(where: { $0 === interaction }) else { return }
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        interactionList.append(interaction)
        interaction.didMove(to: self)
    }

    public func removeInteraction(_ interaction: any UIInteraction) {
        guard interactionList.contains(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        interactionList.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }
}

/// What a context menu shows. Source: Apple, UIContextMenuConfiguration.
@MainActor @preconcurrency open class UIContextMenuConfiguration: NSObject {
    /// - Parameter elements: those of the system; Linux: always empty.
    public typealias ActionProvider = @MainActor (_ elements: [UIMenuElement]) -> UIMenu?
    public typealias ContentPreviewProvider = @MainActor () -> UIViewController?

    public let identifier: any NSCopying
    /// Linux: previews are not shown.
    public let previewProvider: ContentPreviewProvider?
    public let actionProvider: ActionProvider?

    public init(
        identifier: (any NSCopying)? = nil,
        previewProvider: UIContextMenuConfiguration.ContentPreviewProvider? = nil,
        actionProvider: UIContextMenuConfiguration.ActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSUUID()
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
    }

    /// Shows the menu; an action sheet, as other menus are.
    ///
    /// - Returns: whether there is one.
    final func present(from view: UIView) -> Bool {
        guard let menu = actionProvider?([]) else { return false }
        menu.present(from: view)
        return true
    }
}

/// Source: Apple, UIContextMenuInteractionDelegate.
@MainActor @preconcurrency
public protocol UIContextMenuInteractionDelegate: AnyObject {
    /// - Returns: `nil` for no menu at this place.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

/// Shows a menu of a view for a long press or the pointer's second button. Source: Apple, UIContextMenuInteraction.
///
/// Linux: the menu is an action sheet, and nothing is shown above it.
@MainActor @preconcurrency open class UIContextMenuInteraction: NSObject, UIInteraction {
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
    open private(set) weak var view: UIView?
    private var press: MenuPress?

    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    open func willMove(to view: UIView?) {
        press?.remove()
        press = nil
    }

    open func didMove(to view: UIView?) {
        self.view = view
        press = view.map { view in
            MenuPress(view) { [weak self] place in
                guard let self else { return nil }
                self.place = place
                return self.delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: place)
            }
        }
    }

    private var place = CGPoint.zero

    /// Where the menu was asked for.
    open func location(in view: UIView?) -> CGPoint { self.view?.convert(place, to: view) ?? place }
}

/// A long press on a view, or the pointer's second button, that shows a menu if there is one for the place.
@MainActor
final class MenuPress: NSObject, UIGestureRecognizerDelegate {
    private let recognizer = UILongPressGestureRecognizer()
    private weak var view: UIView?
    private let find: (CGPoint) -> UIContextMenuConfiguration?
    /// What the press shows that is about to begin.
    private var found: UIContextMenuConfiguration?

    init(_ view: UIView, _ find: @escaping (CGPoint) -> UIContextMenuConfiguration?) {
        (self.view, self.find) = (view, find)
        super.init()
        recognizer.delegate = self
        recognizer.onAction = { [weak self] recognizer in
            guard let self, recognizer.state == .began, let view = self.view else { return }
            _ = found?.present(from: view)
            found = nil
        }
        view.addGestureRecognizer(recognizer)
        view.onMenu = { [weak self] place in
            guard let self, let view = self.view else { return false }
            return find(place)?.present(from: view) ?? false
        }
    }

    func remove() {
        view?.removeGestureRecognizer(recognizer)
        view?.onMenu = nil
    }

    /// A press where there is no menu is left to others.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        found = find(recognizer.location(in: view))
        return found != nil
    }
}
