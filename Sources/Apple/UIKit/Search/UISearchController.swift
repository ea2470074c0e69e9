import Foundation
import UIKitCore

/// Told what a person does in a search bar. Source: Apple, UISearchBarDelegate.
@MainActor @preconcurrency
public protocol UISearchBarDelegate: AnyObject {
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
    /// Whether a person's change is taken.
    ///
    /// - `range`: what is replaced, in UTF-16 units of the text before the change.
    func searchBar(
        _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// For the return key.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
    public func searchBar(
        _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}

/// A text field for a search, with a button that ends it. Source: Apple, UISearchBar.
open class UISearchBar: UIView {
    open weak var delegate: (any UISearchBarDelegate)?
    public let searchTextField = UITextField(frame: .zero)
    private let cancel = UIButton(type: .system)
    private let scopes = UISegmentedControl(items: [])
    private lazy var typing = Typing(self)
    /// For the controller that it belongs to.
    final weak var search: UISearchController?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        searchTextField.delegate = typing
        searchTextField.placeholder = "Search"
        searchTextField.accessibilityLabel = "Search"
        cancel.setTitle("Cancel", for: .normal)
        cancel.isHidden = true
        cancel.handle(.primaryActionTriggered, key: "cancel") { [weak self] _ in self?.cancelled() }
        scopes.isHidden = true
        scopes.handle(.valueChanged, key: "scope") { [weak self] _ in
            guard let self else { return }
            delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
            search?.changed()
        }
        for view in [searchTextField, cancel, scopes] { addSubview(view) }
    }

    public required init?(coder: NSCoder) { nil }

    open var text: String? {
        get { searchTextField.text }
        set {
            searchTextField.text = newValue
            search?.changed()
        }
    }

    open var placeholder: String? {
        get { searchTextField.placeholder }
        set {
            searchTextField.placeholder = newValue
            searchTextField.accessibilityLabel = newValue
        }
    }

    open var autocapitalizationType: UITextAutocapitalizationType {
        get { searchTextField.autocapitalizationType }
        set { searchTextField.autocapitalizationType = newValue }
    }
    open var autocorrectionType: UITextAutocorrectionType {
        get { searchTextField.autocorrectionType }
        set { searchTextField.autocorrectionType = newValue }
    }
    open var keyboardType: UIKeyboardType {
        get { searchTextField.keyboardType }
        set { searchTextField.keyboardType = newValue }
    }
    open var returnKeyType: UIReturnKeyType {
        get { searchTextField.returnKeyType }
        set { searchTextField.returnKeyType = newValue }
    }

    open var showsCancelButton = false { didSet { showControls() } }
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
    }

    /// What is searched.
    open var scopeButtonTitles: [String]? {
        didSet {
            scopes.removeAllSegments()
            for (index, title) in (scopeButtonTitles ?? []).enumerated() {
                scopes.insertSegment(withTitle: title, at: index, animated: false)
            }
            if scopeButtonTitles?.isEmpty == false { scopes.selectedSegmentIndex = 0 }
            showControls()
        }
    }
    open var showsScopeBar = false { didSet { showControls() } }
    open var selectedScopeButtonIndex: Int {
        get { max(0, scopes.selectedSegmentIndex) }
        set { scopes.selectedSegmentIndex = newValue }
    }

    private func showControls() {
        cancel.isHidden = !showsCancelButton
        scopes.isHidden = !(showsScopeBar && scopeButtonTitles?.isEmpty == false)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        search?.onSizeChange?()
    }

    open override var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
    open override var isFirstResponder: Bool { searchTextField.isFirstResponder }
    @discardableResult open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }
    @discardableResult open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }

    private func cancelled() {
        searchTextField.text = ""
        resignFirstResponder()
        delegate?.searchBarCancelButtonClicked(self)
        search?.isActive = false
    }

    static let height: CGFloat = 52
    final var wantedHeight: CGFloat { scopes.isHidden ? Self.height : Self.height + 40 }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: wantedHeight) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: wantedHeight) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let width = cancel.isHidden ? 0 : cancel.sizeThatFits(bounds.size).width + 16
        searchTextField.frame = mirrored(CGRect(x: 16, y: 4, width: max(0, bounds.width - 32 - width), height: 36))
        cancel.frame = mirrored(CGRect(x: bounds.width - 8 - width, y: 0, width: width, height: 44))
        scopes.frame = CGRect(x: 16, y: 48, width: max(0, bounds.width - 32), height: 32)
    }

    /// What is told of the field.
    private final class Typing: NSObject, UITextFieldDelegate {
        private weak var bar: UISearchBar?
        init(_ bar: UISearchBar) { self.bar = bar }

        func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
            bar.map { $0.delegate?.searchBarShouldBeginEditing($0) } != false
        }

        func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
            bar.map { $0.delegate?.searchBarShouldEndEditing($0) } != false
        }

        func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
        ) -> Bool {
            bar.map { $0.delegate?.searchBar($0, shouldChangeTextIn: range, replacementText: string) } != false
        }

        func textFieldDidBeginEditing(_ textField: UITextField) {
            guard let bar else { return }
            bar.search?.isActive = true
            bar.delegate?.searchBarTextDidBeginEditing(bar)
        }

        func textFieldDidEndEditing(_ textField: UITextField) {
            if let bar { bar.delegate?.searchBarTextDidEndEditing(bar) }
        }

        func textFieldDidChangeSelection(_ textField: UITextField) {
            guard let bar else { return }
            bar.delegate?.searchBar(bar, textDidChange: textField.text ?? "")
            bar.search?.changed()
        }

        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            guard let bar else { return true }
            bar.delegate?.searchBarSearchButtonClicked(bar)
            return true
        }
    }
}

/// Source: Apple, UISearchResultsUpdating.
@MainActor @preconcurrency
public protocol UISearchResultsUpdating: AnyObject {
    /// The text, the scope, or whether a person searches has changed.
    func updateSearchResults(for searchController: UISearchController)
}

/// Source: Apple, UISearchControllerDelegate.
@MainActor @preconcurrency
public protocol UISearchControllerDelegate: AnyObject {
    func willPresentSearchController(_ searchController: UISearchController)
    func didPresentSearchController(_ searchController: UISearchController)
    func willDismissSearchController(_ searchController: UISearchController)
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    public func willPresentSearchController(_ searchController: UISearchController) {}
    public func didPresentSearchController(_ searchController: UISearchController) {}
    public func willDismissSearchController(_ searchController: UISearchController) {}
    public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// A search in what a controller shows: its bar stands below the title of the controller's navigation item.
///
/// Linux: the bar stays where it is, and nothing is obscured. A controller of results is shown over the controller's
/// view while a person searches for a text.
///
/// Source: Apple, UISearchController.
open class UISearchController: UIViewController {
    public let searchBar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: UISearchBar.height))
    public let searchResultsController: UIViewController?
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open weak var delegate: (any UISearchControllerDelegate)?
    /// Linux: without effect.
    open var obscuresBackgroundDuringPresentation = true
    /// Linux: without effect.
    open var hidesNavigationBarDuringPresentation = true
    open var automaticallyShowsCancelButton = true
    open var automaticallyShowsScopeBar = true
    /// The bar wants another height.
    final var onSizeChange: (() -> Void)?
    /// Whose view the results are shown over.
    final weak var host: UIViewController?

    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        searchBar.search = self
    }

    public required init?(coder: NSCoder) { nil }

    /// Whether a person searches. Setting it gives the bar the keyboard, or ends the search.
    open var isActive = false {
        didSet {
            guard isActive != oldValue else { return }
            if isActive {
                delegate?.willPresentSearchController(self)
            } else {
                delegate?.willDismissSearchController(self)
            }
            if automaticallyShowsCancelButton { searchBar.showsCancelButton = isActive }
            if automaticallyShowsScopeBar { searchBar.showsScopeBar = isActive }
            if isActive {
                searchBar.becomeFirstResponder()
            } else {
                searchBar.searchTextField.text = ""
                searchBar.resignFirstResponder()
            }
            changed()
            if isActive {
                delegate?.didPresentSearchController(self)
            } else {
                delegate?.didDismissSearchController(self)
            }
        }
    }

    /// Tells who shows the results.
    final func changed() {
        searchResultsUpdater?.updateSearchResults(for: self)
        showResults(isActive && searchBar.text?.isEmpty == false)
    }

    private func showResults(_ isShown: Bool) {
        guard let results = searchResultsController, let host else { return }
        if isShown, results.parent == nil {
            host.addChild(results)
            results.view.frame = host.view.bounds
            results.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            if results.view.backgroundColor == nil { results.view.backgroundColor = .systemBackground }
            results.beginAppearanceTransition(true, animated: false)
            host.view.addSubview(results.view)
            results.endAppearanceTransition()
            results.didMove(toParent: host)
        } else if !isShown, results.parent != nil {
            results.willMove(toParent: nil)
            results.beginAppearanceTransition(false, animated: false)
            results.view.removeFromSuperview()
            results.endAppearanceTransition()
            results.removeFromParent()
        }
    }
}
