/// Knows the pages. Source: Apple, UIPageViewControllerDataSource.
@MainActor @preconcurrency
public protocol UIPageViewControllerDataSource: AnyObject {
    /// - Returns: `nil` if a page is the first one.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// - Returns: `nil` if a page is the last one.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
    /// How many dots say which page it is; none by default.
    func presentationCount(for pageViewController: UIPageViewController) -> Int
    /// Which of the dots is the page's; asked after ``UIPageViewController/setViewControllers(_:direction:animated:completion:)``.
    func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
    public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
    public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// Hears of pages that a person turns. Source: Apple, UIPageViewControllerDelegate.
@MainActor @preconcurrency
public protocol UIPageViewControllerDelegate: AnyObject {
    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController])
    /// - `finished`: whether the page has come to rest.
    /// - `completed`: whether it is another page than before.
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    public func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}
