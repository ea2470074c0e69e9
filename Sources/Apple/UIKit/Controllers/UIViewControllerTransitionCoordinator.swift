/// What happens beside a change of size. Source: Apple, UIViewControllerTransitionCoordinator.
@MainActor @preconcurrency
public protocol UIViewControllerTransitionCoordinator: AnyObject {
    var isAnimated: Bool { get }

    /// Runs `animation` with the change, then `completion`.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
    @discardableResult
    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }

    /// - Parameters:
    ///   - view: around what is animated. Linux: without effect, as views are animated wherever they are.
    ///   - animation: runs with the change.
    ///   - completion: runs after it.
    @discardableResult
    public func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)? = nil
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }
}

/// Source: Apple, UIViewControllerTransitionCoordinatorContext.
@MainActor @preconcurrency
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    var isAnimated: Bool { get }
    var isCancelled: Bool { get }
}

/// A change that is not animated: of the size, which a person makes at a window's edge, or of traits.
@MainActor
final class UnseenChange: UIViewControllerTransitionCoordinator, UIViewControllerTransitionCoordinatorContext {
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

    var isAnimated: Bool { false }
    var isCancelled: Bool { false }

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        animation?(self)
        if let completion { completions.append(completion) }
        return true
    }

    func finish() {
        for completion in completions { completion(self) }
    }
}
