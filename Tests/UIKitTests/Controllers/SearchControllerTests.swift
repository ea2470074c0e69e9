import Foundation
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct SearchControllerTests {
    private final class Results: NSObject, UISearchResultsUpdating, UISearchBarDelegate, UISearchControllerDelegate {
        var texts: [String] = []
        var told: [String] = []
        func updateSearchResults(for search: UISearchController) { texts.append(search.searchBar.text ?? "") }
        func searchBarSearchButtonClicked(_ bar: UISearchBar) { told.append("search") }
        func searchBarCancelButtonClicked(_ bar: UISearchBar) { told.append("cancel") }
        func searchBar(_ bar: UISearchBar, selectedScopeButtonIndexDidChange scope: Int) {
            told.append("scope \(scope)")
        }
        func didPresentSearchController(_ search: UISearchController) { told.append("begin") }
        func didDismissSearchController(_ search: UISearchController) { told.append("end") }
    }

    private let album = UIViewController()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let results = Results()

    private func shown(_ list: UIViewController? = nil) -> (UISearchController, UINavigationController) {
        let search = UISearchController(searchResultsController: list)
        (search.searchResultsUpdater, search.searchBar.delegate, search.delegate) = (results, results, results)
        search.searchBar.placeholder = "Photos"
        album.title = "Album"
        album.navigationItem.searchController = search
        let navigation = UINavigationController(rootViewController: album)
        window.rootViewController = navigation
        window.isHidden = false
        window.layoutIfNeeded()
        return (search, navigation)
    }

    private func button(_ bar: UISearchBar) -> UIButton? { bar.subviews.lazy.compactMap { $0 as? UIButton }.first }

    @Test func theBarStandsBelowTheTitle() {
        let (search, navigation) = shown()
        #expect(navigation.navigationBar.frame.height == 96 && album.view.safeAreaInsets.top == 96)
        #expect(search.searchBar.frame == CGRect(x: 0, y: 44, width: 300, height: 52))
        navigation.pushViewController(UIViewController(), animated: false)
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 44 && search.searchBar.superview == nil)
    }

    @Test func cancelIsAtTheLeftFromRightToLeft() throws {
        let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 300, height: 52))
        bar.showsCancelButton = true
        bar.layoutIfNeeded()
        let (cancel, field) = (try #require(button(bar)), bar.searchTextField)
        #expect(field.frame.minX == 16 && cancel.frame.minX >= field.frame.maxX)
        bar.semanticContentAttribute = .forceRightToLeft
        bar.layoutIfNeeded()
        #expect(abs(field.frame.maxX - 284) < 0.001 && cancel.frame.maxX <= field.frame.minX)
    }

    @Test func whatIsTypedIsToldAndCancelEndsIt() throws {
        let (search, _) = shown()
        let field = search.searchBar.searchTextField
        #expect(field.placeholder == "Photos" && button(search.searchBar)?.isHidden == true)
        field.focusChanged(true)
        #expect(search.isActive && button(search.searchBar)?.isHidden == false)
        field.edited(to: "su")
        field.returned()
        #expect(results.texts.last == "su" && results.told == ["begin", "search"])
        button(search.searchBar)?.pressed()
        #expect(!search.isActive && search.searchBar.text == "" && results.texts.last == "")
        #expect(results.told == ["begin", "search", "cancel", "end"] && button(search.searchBar)?.isHidden == true)
    }

    @Test func resultsAreShownOverTheControllerWhileThereIsAText() {
        let list = UIViewController()
        let (search, _) = shown(list)
        search.isActive = true
        #expect(list.parent == nil)
        search.searchBar.searchTextField.edited(to: "x")
        #expect(list.parent === album && list.view.superview === album.view && list.view.frame == album.view.bounds)
        search.isActive = false
        #expect(list.parent == nil && list.view.superview == nil)
    }

    @Test func scopesAreShownWhileAPersonSearches() throws {
        let (search, navigation) = shown()
        search.searchBar.scopeButtonTitles = ["All", "Movies"]
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 96)
        search.isActive = true
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 136)
        let scopes = try #require(search.searchBar.subviews.lazy.compactMap { $0 as? UISegmentedControl }.first)
        scopes.selectedSegmentIndex = 1
        scopes.sendActions(for: .valueChanged)
        #expect(results.told == ["begin", "scope 1"] && search.searchBar.selectedScopeButtonIndex == 1)
    }
}
