import QuartzCore
import Testing

@testable import UIKit

/// Writes down what it is told.
private final class Told: UIViewController {
    static var log: [String] = []
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init(nibName: nil, bundle: nil)
        title = name
    }

    required init?(coder: NSCoder) { nil }

    private func say(_ text: String) { Self.log.append("\(name) \(text)") }

    override func loadView() {
        super.loadView()
        say("loadView")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        say("didLoad")
    }

    override func viewWillAppear(_ animated: Bool) { say("willAppear") }
    override func viewIsAppearing(_ animated: Bool) { say("isAppearing") }
    override func viewDidAppear(_ animated: Bool) { say("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { say("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { say("didDisappear") }
    override func willMove(toParent parent: UIViewController?) { say(parent == nil ? "willLeave" : "willEnter") }
    override func didMove(toParent parent: UIViewController?) { say(parent == nil ? "left" : "entered") }
}

/// Says whether it comes into its container, or leaves it.
private final class Moved: UIViewController {
    var moves: [String] = []

    private func note(_ name: String) {
        if isMovingToParent { moves.append("\(name) to") }
        if isMovingFromParent { moves.append("\(name) from") }
    }

    override func viewWillAppear(_ animated: Bool) { note("willAppear") }
    override func viewDidAppear(_ animated: Bool) { note("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { note("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
}

/// Its view's layer has a class of its own, as a camera's preview does.
private final class ShapedView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
    override var layer: CAShapeLayer { super.layer as! CAShapeLayer }
}

@MainActor @Suite(.serialized) struct UIViewControllerTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))

    init() { Told.log = [] }

    private func log() -> [String] {
        defer { Told.log = [] }
        return Told.log
    }

    @Test func aControllerKnowsWhetherItEntersOrLeaves() {
        let (root, next) = (Moved(), Moved())
        let navigation = UINavigationController(rootViewController: root)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        #expect(root.moves == ["willAppear to", "didAppear to"])
        root.moves = []
        navigation.pushViewController(next, animated: false)
        #expect(root.moves.isEmpty, "it is covered, and stays")
        #expect(next.moves == ["willAppear to", "didAppear to"])
        next.moves = []
        navigation.popViewController(animated: false)
        #expect(next.moves == ["willDisappear from", "didDisappear from"])
        #expect(root.moves.isEmpty)
        window.rootViewController = nil
    }

    @Test func aViewMayNameTheClassOfItsLayer() {
        let view = ShapedView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.layer.lineWidth = 5
        #expect(view.frame == CGRect(x: 1, y: 2, width: 3, height: 4) && view.layer.frame == view.frame)
    }

    @Test func editingEndsInAViewThatHoldsTheField() {
        let (outer, field, other) = (UIView(), UITextField(frame: .zero), UIView())
        outer.addSubview(field)
        field.becomeFirstResponder()
        #expect(other.endEditing(false) && field.isFirstResponder)
        #expect(UITextView().resignFirstResponder() && field.isFirstResponder, "it is another one's")
        #expect(outer.endEditing(true) && !field.isFirstResponder)
    }

    @Test func theViewIsMadeWhenItIsAskedFor() {
        let controller = Told("a")
        #expect(!controller.isViewLoaded && log().isEmpty)
        _ = controller.view
        #expect(log() == ["a loadView", "a didLoad"])
        #expect(controller.view.next === controller)
    }

    @Test func aWindowMakesItsControllerAppear() {
        let controller = Told("a")
        window.rootViewController = controller
        window.isHidden = false
        #expect(log() == ["a loadView", "a didLoad", "a willAppear", "a isAppearing", "a didAppear"])
        #expect(controller.view.frame == window.bounds && controller.view.window === window)
    }

    @Test func aChildAppearsWithItsParent() {
        let (parent, child) = (Told("p"), Told("c"))
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(parent.children == [child] && child.parent === parent)
        #expect(log() == ["c willEnter", "p loadView", "p didLoad", "c loadView", "c didLoad", "c entered"])
        window.rootViewController = parent
        window.isHidden = false
        #expect(
            log() == [
                "p willAppear", "c willAppear", "p isAppearing", "c isAppearing", "c didAppear", "p didAppear",
            ])
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(parent.children.isEmpty && child.parent == nil)
    }

    @Test func aFullScreenHidesWhatPresentsIt() {
        let (host, guest) = (Told("h"), Told("g"))
        window.rootViewController = host
        window.isHidden = false
        _ = log()
        guest.modalPresentationStyle = .fullScreen
        var isDone = false
        host.present(guest, animated: false) { isDone = true }
        #expect(isDone && host.presentedViewController === guest && guest.presentingViewController === host)
        #expect(
            log() == [
                "g loadView", "g didLoad", "g willAppear", "h willDisappear", "h didDisappear", "g isAppearing",
                "g didAppear",
            ])
        guest.dismiss(animated: false)
        #expect(host.presentedViewController == nil && guest.view.superview == nil)
        #expect(
            log() == [
                "g willDisappear", "h willAppear", "g didDisappear", "h isAppearing", "h didAppear",
            ])
    }

    @Test func aSheetLeavesTheRestInView() {
        let (host, sheet) = (Told("h"), Told("s"))
        window.rootViewController = host
        window.isHidden = false
        _ = log()
        host.present(sheet, animated: false)
        #expect(log() == ["s loadView", "s didLoad", "s willAppear", "s isAppearing", "s didAppear"])
        #expect(sheet.view.frame == CGRect(x: 0, y: 44, width: 400, height: 756))
        host.dismiss(animated: false)
        #expect(window.subviews == [host.view])
    }

    @Test func whatADismissedControllerPresentsGoesToo() {
        let (host, one, two) = (Told("h"), Told("1"), Told("2"))
        window.rootViewController = host
        window.isHidden = false
        host.present(one, animated: false)
        one.modalPresentationStyle = .fullScreen
        one.present(two, animated: false)
        _ = log()
        host.dismiss(animated: false)
        #expect(window.subviews == [host.view])
        #expect(one.presentedViewController == nil && two.presentingViewController == nil)
        #expect(log() == ["2 willDisappear", "2 didDisappear", "1 willDisappear", "1 didDisappear"])
    }

    @Test func aSheetMayOutliveItsHost() {
        let sheet = Told("s")
        let outside: UIView
        do {
            let host = Told("h")
            window.rootViewController = host
            window.isHidden = false
            host.present(sheet, animated: false)
            outside = window.subviews[1]
            window.rootViewController = nil
        }
        // Nobody is there to dismiss it.
        for recognizer in outside.gestureRecognizers ?? [] { recognizer.onAction?(recognizer) }
        #expect(sheet.presentingViewController == nil)
    }

    @Test func aPopDuringAPushShowsTheFirstAgain() {
        let clock = LayerClock(standingAt: 100)
        LayerClock.$current.withValue(clock) {
            let (first, second) = (Told("1"), Told("2"))
            let navigation = UINavigationController(rootViewController: first)
            window.rootViewController = navigation
            window.isHidden = false
            navigation.pushViewController(second, animated: true)
            clock.advance(by: 0.1)
            _ = log()
            navigation.popViewController(animated: true)
            clock.advance(by: 0.3)
            #expect(log() == ["2 willLeave", "2 willDisappear", "1 willAppear", "2 left"])
            clock.advance(by: 0.3)
            #expect(log() == ["2 didDisappear", "1 isAppearing", "1 didAppear"])
            #expect(first.view.superview === navigation.view && second.view.superview == nil)
            #expect(first.view.center == navigation.view.center)
        }
    }

    @Test func appearingIsAnimatedToItsEnd() {
        final class Animated: UIViewController {
            var told: [Bool] = []
            override func viewWillAppear(_ animated: Bool) { told.append(animated) }
            override func viewIsAppearing(_ animated: Bool) { told.append(animated) }
            override func viewDidAppear(_ animated: Bool) { told.append(animated) }
            override func viewDidDisappear(_ animated: Bool) { told.append(animated) }
        }
        let controller = Animated()
        controller.beginAppearanceTransition(true, animated: true)
        controller.endAppearanceTransition()
        controller.beginAppearanceTransition(false, animated: true)
        controller.endAppearanceTransition()
        #expect(controller.told == [true, true, true, true])
    }

    @Test func aToolbarsSpacesShareTheRest() {
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 316, height: 44))
        let views = (0..<2).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 30)) }
        bar.items = [
            .flexibleSpace(), UIBarButtonItem(customView: views[0]), .fixedSpace(20),
            UIBarButtonItem(customView: views[1]), .flexibleSpace(),
        ]
        bar.layoutIfNeeded()
        #expect(views.map(\.frame.minX) == [98, 168])
    }

    @Test func aNavigationControllerShowsTheLast() {
        let (first, second) = (Told("1"), Told("2"))
        let navigation = UINavigationController(rootViewController: first)
        window.rootViewController = navigation
        window.isHidden = false
        _ = log()
        navigation.pushViewController(second, animated: false)
        #expect(navigation.topViewController === second && second.navigationController === navigation)
        #expect(
            log() == [
                "2 willEnter", "1 willDisappear", "2 loadView", "2 didLoad", "2 willAppear", "1 didDisappear",
                "2 isAppearing", "2 didAppear", "2 entered",
            ])
        #expect(navigation.navigationBar.topItem?.title == "2")
        navigation.view.layoutIfNeeded()
        #expect(second.view.safeAreaInsets.top == 44)
        #expect(navigation.popViewController(animated: false) === second)
        #expect(
            log() == [
                "2 willLeave", "2 willDisappear", "1 willAppear", "2 didDisappear", "1 isAppearing", "1 didAppear",
                "2 left",
            ])
        #expect(navigation.popViewController(animated: false) == nil)
    }

    @Test func tabsChangeTheController() {
        let (first, second) = (Told("1"), Told("2"))
        let tabs = UITabBarController()
        tabs.viewControllers = [first, second]
        window.rootViewController = tabs
        window.isHidden = false
        #expect(first.view.superview === tabs.view && !second.isViewLoaded)
        _ = log()
        tabs.selectedIndex = 1
        #expect(second.view.superview === tabs.view && first.view.superview == nil)
        #expect(
            log() == [
                "1 willDisappear", "2 loadView", "2 didLoad", "2 willAppear", "1 didDisappear", "2 isAppearing",
                "2 didAppear",
            ])
        #expect(tabs.selectedViewController === second && second.tabBarController === tabs)
    }

    @Test func anotherSizeIsToldOnce() {
        final class Sized: UIViewController {
            var told: [String] = []

            override func viewWillTransition(
                to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.viewWillTransition(to: size, with: coordinator)
                told.append("to \(Int(size.width))")
                coordinator.animate(alongsideTransition: { _ in self.told.append("beside") }) { _ in
                    self.told.append("after")
                }
            }
        }
        let controller = Sized()
        window.rootViewController = controller
        window.isHidden = false
        window.layoutIfNeeded()
        #expect(controller.told.isEmpty)
        window.frame.size.width = 700
        window.layoutIfNeeded()
        #expect(controller.told == ["to 700", "beside", "after"])
    }

    @Test func controllersAreToldBeforeTheirTraitsChange() {
        final class Styled: UIViewController {
            var told: [String] = []

            override func willTransition(
                to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.willTransition(to: newCollection, with: coordinator)
                let isDark = newCollection.userInterfaceStyle == .dark
                told.append("\(isDark ? "dark" : "light") from \(traitCollection.userInterfaceStyle.rawValue)")
                coordinator.animate(alongsideTransition: { _ in self.told.append("beside") })
                coordinator.animateAlongsideTransition(in: nil, animation: nil) { [unowned self] _ in
                    told.append("after")
                }
            }

            override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
                told.append("did")
            }
        }
        let (controller, child, light) = (Styled(), Styled(), Styled())
        for other in [child, light] {
            controller.addChild(other)
            controller.view.addSubview(other.view)
        }
        light.overrideUserInterfaceStyle = .light
        light.told = []
        window.rootViewController = controller
        window.isHidden = false
        window.overrideUserInterfaceStyle = .dark
        #expect(controller.told == ["dark from 1", "beside", "did", "after"])
        #expect(child.told == ["dark from 1", "beside", "did", "after"])
        // Its own style counts.
        #expect(light.told == ["did"] && light.traitCollection.userInterfaceStyle == .light)
        controller.told = []
        window.overrideUserInterfaceStyle = .dark
        #expect(controller.told.isEmpty)
        window.overrideUserInterfaceStyle = .unspecified
        #expect(controller.told == ["light from 2", "beside", "did", "after"])
    }

    @Test func aMenuOffersItsActions() {
        let host = Told("h")
        window.rootViewController = host
        window.isHidden = false
        var done: [String] = []
        let low = UIAction(title: "Low") { _ in done.append("low") }
        let high = UIAction(title: "High", state: .on) { _ in done.append("high") }
        let button = UIButton(type: .system)
        button.menu = UIMenu(children: [UIMenu(options: .displayInline, children: [low]), high])
        button.showsMenuAsPrimaryAction = true
        host.view.addSubview(button)
        button.sendActions(for: .primaryActionTriggered)
        let sheet = host.presentedViewController as? UIAlertController
        #expect(sheet?.actions.map(\.title) == ["Low", "✓ High"])
        if let sheet { sheet.choose(sheet.actions[0]) }
        #expect(done == ["low"] && host.presentedViewController == nil)
    }

    @Test func anAlertCallsTheHandlerAfterItHasGone() {
        let host = Told("h")
        window.rootViewController = host
        window.isHidden = false
        let alert = UIAlertController(title: "No camera", message: "Plug one in.", preferredStyle: .alert)
        var chosen: [String] = []
        let cancel = UIAlertAction(title: "Cancel", style: .cancel) { _ in chosen.append("cancel") }
        let again = UIAlertAction(title: "Try Again", style: .default) { _ in
            chosen.append(host.presentedViewController == nil ? "again, gone" : "again, there")
        }
        alert.addAction(cancel)
        alert.addAction(again)
        alert.addTextField { $0.placeholder = "Name" }
        host.present(alert, animated: false)
        window.layoutIfNeeded()
        #expect(alert.textFields?.first?.placeholder == "Name")
        let box = alert.view.subviews[0]
        #expect(box.frame.width == 270 && abs(box.frame.midX - 200) <= 0.5 && abs(box.frame.midY - 400) <= 0.5)
        alert.choose(again)
        #expect(chosen == ["again, gone"])
    }
}
