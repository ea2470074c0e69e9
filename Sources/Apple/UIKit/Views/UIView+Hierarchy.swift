import Foundation
import QuartzCore

extension UIView {
    /// Whose view it is; set by the controller.
    package final var controller: UIResponder? {
        get { controllerLink }
        set { controllerLink = newValue }
    }

    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self, next: \.superviewLink).contains { $0 === view }
    }

    /// The view itself or one in it with a tag.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviewList {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    public func bringSubviewToFront(_ view: UIView) { reorder(view, to: subviewList.count - 1) }

    public func sendSubviewToBack(_ view: UIView) { reorder(view, to: 0) }

    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        let (one, two) = (subviewList[index1], subviewList[index2])
        reorder(one, to: index2)
        reorder(two, to: index1)
    }

    private func reorder(_ view: UIView, to index: Int) {
        guard let old = subviewList.firstIndex(of: view), old != index else { return }
        subviewList.remove(at: old)
        subviewList.insert(view, at: index)
        insertLayer(of: view, at: index)
        presence?.orderChildren()
    }

    final func place(_ view: UIView, at index: ([UIView]) -> Int?) {
        guard view !== self else { return }
        if view.superviewLink === self { leaveForReorder(view) }
        insert(view, at: index(subviewList) ?? subviewList.count)
    }

    private func leaveForReorder(_ view: UIView) { view.leaveSuperview() }

    final func insert(_ view: UIView, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be in itself: UIView.addSubview(_:)")
        if view.superviewLink === self {
            // Only the order changes.
            return reorder(view, to: min(index, subviewList.count - 1))
        }
        let oldRoot = view.root
        if let old = view.superviewLink {
            old.willRemoveSubview(view)
            old.subviewList.removeAll { $0 === view }
            old.presence?.remove(view)
        }
        let window = self as? UIWindow ?? windowLink
        let changesWindow = view.windowLink !== window
        if changesWindow { view.tellWillMove(to: window) }
        view.willMove(toSuperview: self)
        view.superviewLink = self
        subviewList.insert(view, at: max(0, min(index, subviewList.count)))
        insertLayer(of: view, at: max(0, min(index, subviewList.count - 1)))
        view.setWindow(window)
        view.treeChanged(from: oldRoot === view ? nil : oldRoot)
        didAddSubview(view)
        if changesWindow { view.tellDidMove() }
        view.didMoveToSuperview()
        presence?.add(view)
        setNeedsLayout()
        view.setNeedsLayout()
    }

    final func leaveSuperview() {
        guard let superview = superviewLink else { return }
        superview.willRemoveSubview(self)
        let changesWindow = windowLink != nil
        if changesWindow { tellWillMove(to: nil) }
        willMove(toSuperview: nil)
        let oldRoot = root
        superview.presence?.remove(self)
        superview.subviewList.removeAll { $0 === self }
        superviewLink = nil
        layer.removeFromSuperlayer()
        setWindow(nil)
        treeChanged(from: oldRoot)
        if changesWindow { tellDidMove() }
        didMoveToSuperview()
        superview.setNeedsLayout()
    }

    private var root: UIView { sequence(first: self, next: \.superviewLink).reduce(self) { $1 } }

    private func insertLayer(of view: UIView, at index: Int) {
        let next = subviewList.dropFirst(index + 1).first
        if let next { layer.insertSublayer(view.layer, below: next.layer) } else { layer.addSublayer(view.layer) }
    }

    final func setWindow(_ window: UIWindow?) {
        windowLink = window
        layer.drawer = window == nil ? nil : self
        for subview in subviewList { subview.setWindow(window) }
    }

    final func tellWillMove(to window: UIWindow?) {
        willMove(toWindow: window)
        for subview in subviewList { subview.tellWillMove(to: window) }
    }

    final func tellDidMove() {
        for subview in subviewList { subview.tellDidMove() }
        didMoveToWindow()
    }

    // MARK: Coordinates

    /// Without a view, to the window's coordinates.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        layer.convert(point, to: (view ?? windowLink ?? root).layer)
    }

    /// Without a view, from the window's coordinates.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        layer.convert(point, from: (view ?? windowLink ?? root).layer)
    }

    /// Without a view, to the window's coordinates.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        layer.convert(rect, to: (view ?? windowLink ?? root).layer)
    }

    /// Without a view, from the window's coordinates.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        layer.convert(rect, from: (view ?? windowLink ?? root).layer)
    }

    // MARK: Gestures

    public var gestureRecognizers: [UIGestureRecognizer]? {
        get { recognizers.isEmpty ? nil : recognizers }
        set {
            for recognizer in recognizers { removeGestureRecognizer(recognizer) }
            for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
        }
    }

    /// Takes the keyboard from the view or a view in it that has it.
    ///
    /// - Parameter force: whether it goes even if that view does not want to give it.
    /// - Returns: whether nothing in the view has the keyboard now.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        guard let first = FirstResponder.current as? UIView, first.isDescendant(of: self) else { return true }
        if first.resignFirstResponder() { return true }
        if force { FirstResponder.current = nil }
        return force
    }

    public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        recognizers.append(gestureRecognizer)
        gestureRecognizer.viewLink = self
    }

    public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard let index = recognizers.firstIndex(where: { $0 === gestureRecognizer }) else { return }
        recognizers.remove(at: index)
        gestureRecognizer.viewLink = nil
        gestureRecognizer.reset()
    }
}

/// Whether this code runs where views may be used. In a program without windows, such as a test, the main actor can be
/// on any thread.
nonisolated var isOnMainActor: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: MainQueueMark.key) != nil
}

private enum MainQueueMark {
    static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
}

/// Runs `body` now on the main actor, and leaves it out on other threads, where views may not be used.
nonisolated func onMainActor(_ body: @MainActor () -> Void) {
    guard isOnMainActor else { return }
    // It runs before this returns.
    withoutActuallyEscaping(body) { body in MainActor.assumeIsolated(body) }
}
