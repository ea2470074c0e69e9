import Testing

@testable import UIKit

@MainActor @Suite struct BarTests {
    private func title(_ bar: UINavigationBar) -> UILabel? { bar.subviews.lazy.compactMap { $0 as? UILabel }.first }

    @Test func aBarShowsItsItemInItsColors() throws {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 400, height: 44))
        bar.items = [UINavigationItem(title: "Scan")]
        bar.barStyle = .black
        bar.isTranslucent = false
        #expect(bar.topItem?.title == "Scan" && title(bar)?.text == "Scan")
        #expect(bar.backgroundColor == .black && title(bar)?.textColor == .white)
        bar.barTintColor = .yellow
        bar.titleTextAttributes = [.foregroundColor: UIColor.blue, .font: UIFont.boldSystemFont(ofSize: 12)]
        #expect(bar.backgroundColor == .yellow && title(bar)?.textColor == .blue)
        #expect(title(bar)?.font.pointSize == 12)
    }

    @Test func aToolbarHasTheColorsOfItsStyle() {
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 400, height: 44))
        #expect(bar.backgroundColor == .systemBackground)
        bar.barStyle = .black
        #expect(bar.backgroundColor == UIColor.black.withAlphaComponent(0.8))
        bar.isTranslucent = false
        #expect(bar.backgroundColor == .black)
        bar.barTintColor = .yellow
        #expect(bar.backgroundColor == .yellow)
    }

    @Test func theStyleOfOldIsBlack() {
        #expect(UIBarStyle(rawValue: 2)?.isBlack == true && UIBarStyle.black.isBlack && !UIBarStyle.default.isBlack)
    }

    @Test func buttonsOfAnItemAreSetAtOnce() {
        let item = UINavigationItem(title: "Scan")
        var changes = 0
        item.onChange = { changes += 1 }
        let (flash, done) = (UIBarButtonItem(title: "Flash"), UIBarButtonItem(systemItem: .done))
        item.setLeftBarButton(flash, animated: true)
        item.setRightBarButtonItems([done, flash], animated: false)
        item.setHidesBackButton(true, animated: true)
        #expect(item.leftBarButtonItems == [flash] && item.rightBarButtonItems == [done, flash])
        #expect(item.hidesBackButton)
        item.setLeftBarButtonItems(nil, animated: true)
        item.setRightBarButton(done, animated: true)
        #expect(item.leftBarButtonItem == nil && item.rightBarButtonItems == [done] && changes == 5)
    }

    private final class OwnBar: UINavigationBar {}

    @Test func barsInWindowsTakeTheAppearanceOfTheirClass() {
        let model = OwnBar.appearance()
        #expect(model === OwnBar.appearance() && model !== UINavigationBar.appearance())
        (model.barTintColor, model.tintColor, model.prefersLargeTitles) = (.red, .green, true)
        model.titleTextAttributes = [.foregroundColor: UIColor.blue]
        let (bar, plain, own) = (OwnBar(frame: .zero), UINavigationBar(frame: .zero), OwnBar(frame: .zero))
        own.barTintColor = .yellow
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        for bar in [bar, plain, own] {
            bar.items = [UINavigationItem(title: "Scan")]
            window.addSubview(bar)
        }
        #expect(bar.barTintColor == .red && bar.tintColor == .green && bar.prefersLargeTitles)
        #expect(title(bar)?.textColor == .blue)
        #expect(plain.barTintColor == nil && !plain.prefersLargeTitles)
        #expect(own.barTintColor == .yellow && own.tintColor == .green)
    }

    private func tabs(_ bar: UITabBar) -> [UIButton] {
        bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }
    }

    private func bar(with titles: [String]) -> UITabBar {
        let bar = UITabBar(frame: CGRect(x: 0, y: 0, width: 200, height: 49))
        bar.items = titles.map { UITabBarItem(title: $0, image: nil, tag: 0) }
        return bar
    }

    @Test func aTabIsChosenAndTold() throws {
        final class Chosen: UITabBarDelegate {
            var titles: [String?] = []
            func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) { titles.append(item.title) }
        }
        let (bar, chosen) = (bar(with: ["Photo", "Video"]), Chosen())
        bar.delegate = chosen
        bar.unselectedItemTintColor = .green
        #expect(tabs(bar).map(\.accessibilityTraits) == [.button, .button])
        try #require(tabs(bar).last).sendActions(for: .primaryActionTriggered)
        #expect(chosen.titles == ["Video"] && bar.selectedItem === bar.items?[1])
        #expect(tabs(bar).map(\.accessibilityTraits) == [.button, [.button, .selected]])
        #expect(tabs(bar).map(\.configuration?.baseForegroundColor) == [.green, nil])
        bar.items?[0].title = "Still"
        #expect(tabs(bar).first?.configuration?.title == "Still")
    }

    @Test func aControllersBarFollowsItsControllers() throws {
        let controller = UITabBarController()
        let pages = ["Photo", "Video"].map { title in
            let page = UIViewController()
            page.tabBarItem = UITabBarItem(title: title, image: nil, tag: 0)
            return page
        }
        controller.viewControllers = pages
        controller.loadViewIfNeeded()
        #expect(controller.tabBar.items?.map(\.title) == ["Photo", "Video"])
        #expect(controller.tabBar.selectedItem === pages[0].tabBarItem)
        try #require(tabs(controller.tabBar).last).sendActions(for: .primaryActionTriggered)
        #expect(controller.selectedIndex == 1 && controller.tabBar.selectedItem === pages[1].tabBarItem)
    }

    private final class OwnTabs: UITabBar {}

    @Test func barsOfTabsTakeTheAppearanceOfTheirClass() {
        let model = OwnTabs.appearance()
        (model.barTintColor, model.unselectedItemTintColor, model.tintColor) = (.red, .green, .blue)
        let (bar, own, plain) = (OwnTabs(frame: .zero), OwnTabs(frame: .zero), UITabBar(frame: .zero))
        own.backgroundColor = .yellow
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        for bar in [bar, own, plain] { window.addSubview(bar) }
        #expect(bar.backgroundColor == .red && bar.unselectedItemTintColor == .green && bar.tintColor == .blue)
        #expect(own.backgroundColor == .yellow && plain.backgroundColor == .systemBackground)
        let appearance = UITabBarAppearance()
        appearance.configureWithTransparentBackground()
        bar.standardAppearance = appearance
        #expect(bar.backgroundColor == .clear)
    }

    @Test func whatIsDimmedHasAGrayTint() {
        let (view, part) = (UIView(frame: .zero), UIView(frame: .zero))
        view.addSubview(part)
        view.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        view.tintAdjustmentMode = .dimmed
        var (red, green): (CGFloat, CGFloat) = (0, 1)
        part.tintColor.getRed(&red, green: &green, blue: nil, alpha: nil)
        #expect(part.tintAdjustmentMode == .dimmed && abs(red - green) < 0.01)
        view.tintAdjustmentMode = .automatic
        #expect(part.tintAdjustmentMode == .normal && part.tintColor == view.tintColor)
    }

    private final class Tinted: UIView {
        var changes = 0

        override func tintColorDidChange() { changes += 1 }
    }

    @Test func aSuperviewDimsOnlyViewsWithoutAnAdjustmentOfTheirOwn() {
        let (view, bright, own) = (UIView(frame: .zero), Tinted(frame: .zero), Tinted(frame: .zero))
        for part in [bright, own] { view.addSubview(part) }
        view.tintColor = .red
        bright.tintAdjustmentMode = .normal
        own.tintColor = .blue
        (bright.changes, own.changes) = (0, 0)
        view.tintAdjustmentMode = .dimmed
        #expect(bright.tintColor == .red && bright.changes == 0)
        #expect(own.tintColor != .blue && own.changes == 1)
    }

    private final class Told: UIAdaptivePresentationControllerDelegate {
        var calls: [String] = []
        var allows = true

        func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { allows }
        func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
            calls.append("will")
        }
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            calls.append("did")
        }
        func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
            calls.append("attempt")
        }
    }

    @Test func theDelegateIsToldThatAPersonDismisses() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        let (host, shown) = (UIViewController(), UIViewController())
        window.rootViewController = host
        let told = Told()
        let presentation = try #require(shown.presentationController)
        presentation.delegate = told
        host.present(shown, animated: false)
        #expect(presentation.presentingViewController === host && presentation.presentedViewController === shown)
        told.allows = false
        presentation.dismissByPerson()
        #expect(told.calls == ["attempt"] && host.presentedViewController === shown)
        told.allows = true
        presentation.dismissByPerson()
        #expect(told.calls == ["attempt", "will", "did"] && host.presentedViewController == nil)
    }

    private final class Album: UIViewController {
        var told: [Bool] = []
        override func setEditing(_ editing: Bool, animated: Bool) {
            super.setEditing(editing, animated: animated)
            told.append(editing)
        }
    }

    @Test func theEditButtonBeginsAndEndsEditing() {
        let album = Album()
        let item = album.editButtonItem
        #expect(item === album.editButtonItem && item.title == "Edit" && !album.isEditing)
        item.primaryAction?.perform(for: item)
        #expect(album.told == [true] && album.isEditing && item.title == "Done" && item.style == .done)
        album.isEditing = false
        #expect(album.told == [true, false] && item.title == "Edit")
    }
}
