import Foundation
import UIKitCore

/// Lets a person load what a scroll view shows anew. Source: Apple, UIRefreshControl.
///
/// Linux: by pulling the content down, by F5 or Control-R, and by the button that screen readers find.
open class UIRefreshControl: UIControl {
    private let spinner = UIActivityIndicatorView(style: .medium)
    private let label = UILabel(frame: .zero)
    /// The scroll view that it belongs to.
    final weak var scrollView: UIScrollView?
    open private(set) var isRefreshing = false

    /// How far the content has to be pulled, in points.
    static let distance: CGFloat = 64
    /// The room that it takes while it turns.
    static let height: CGFloat = 56

    public init() {
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: Self.height))
        setUp()
    }

    /// - Parameter frame: for now; the scroll view gives another place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) { nil }

    private func setUp() {
        label.textAlignment = .center
        label.font = .preferredFont(forTextStyle: .footnote)
        label.isAccessibilityElement = false
        spinner.hidesWhenStopped = false
        addSubview(spinner)
        addSubview(label)
        accessibilityLabel = "Refresh"
        accessibilityTraits = .button
    }

    open var attributedTitle: NSAttributedString? {
        didSet {
            label.attributedText = attributedTitle
            accessibilityLabel = attributedTitle?.string ?? "Refresh"
            setNeedsLayout()
        }
    }

    open override var tintColor: UIColor! { didSet { spinner.color = tintColor } }

    /// Shows that the program itself refreshes; its actions are not run.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        isRefreshing = true
        spinner.startAnimating()
        UIView.animate(withDuration: 0.25) { self.scrollView?.refreshChanged() }
    }

    /// To be called when what is shown is there.
    open func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        spinner.stopAnimating()
        UIView.animate(withDuration: 0.25) { self.scrollView?.refreshChanged() }
    }

    /// A person has asked for a refresh.
    final func refresh() {
        guard !isRefreshing, isEnabled else { return }
        beginRefreshing()
        sendActions(for: .valueChanged)
        sendActions(for: .primaryActionTriggered)
    }

    open override func accessibilityActivate() -> Bool {
        refresh()
        return true
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let hasTitle = attributedTitle != nil
        spinner.frame = CGRect(
            x: bounds.midX - 10, y: max(0, bounds.height - (hasTitle ? 50 : 38)), width: 20, height: 20)
        label.frame = CGRect(x: 0, y: spinner.frame.maxY + 4, width: bounds.width, height: hasTitle ? 20 : 0)
        // It comes with the pull.
        spinner.alpha = isRefreshing ? 1 : min(1, bounds.height / Self.distance)
        label.alpha = spinner.alpha
    }
}
