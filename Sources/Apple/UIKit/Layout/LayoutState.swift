/// What a view knows of constraints.
@MainActor
package final class LayoutState {}

extension UIView {
    /// Gives the subviews that have constraints their frames.
    package func solveConstraints() {}

    /// The view's content has another size.
    package func intrinsicSizeChanged() {}

    /// The view came into another tree, or left one.
    package func treeChanged(from oldRoot: UIView?) {}
}
