import Foundation
import Testing

@testable import UIKit

/// Sheets of several heights, in a window of 400 by 800 points: a full one has 756.
@MainActor @Suite(.serialized) struct SheetTests {
    private let root = UIViewController()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))

    init() {
        window.rootViewController = root
        window.isHidden = false
    }

    private final class Told: NSObject, UISheetPresentationControllerDelegate {
        var heights: [UISheetPresentationController.Detent.Identifier?] = []
        func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheet: UISheetPresentationController) {
            heights.append(sheet.selectedDetentIdentifier)
        }
    }

    private func presented(_ change: (UISheetPresentationController) -> Void) throws -> UIViewController {
        let controller = UIViewController()
        change(try #require(controller.sheetPresentationController))
        root.present(controller, animated: false)
        window.layoutIfNeeded()
        return controller
    }

    private func grabber(_ controller: UIViewController) -> SheetGrabber? {
        controller.view.subviews.lazy.compactMap { $0 as? SheetGrabber }.first
    }

    @Test func onlySheetsHaveASheetController() {
        let full = UIViewController()
        full.modalPresentationStyle = .fullScreen
        #expect(full.sheetPresentationController == nil && full.presentationController != nil)
        #expect(UIViewController().sheetPresentationController?.detents.map(\.identifier) == [.large])
    }

    @Test func aSheetHasItsSmallestHeightAtFirstAndTheOneThatIsSelected() throws {
        let small = UISheetPresentationController.Detent.custom(identifier: .init("small")) {
            $0.maximumDetentValue / 7
        }
        let none = UISheetPresentationController.Detent.custom { _ in nil }
        let controller = try presented {
            $0.detents = [.large(), none, small, .medium()]
            $0.preferredCornerRadius = 30
        }
        #expect(controller.view.frame == CGRect(x: 0, y: 692, width: 400, height: 108))
        #expect(controller.view.layer.cornerRadius == 30 && grabber(controller) == nil)
        controller.sheetPresentationController?.animateChanges {
            controller.sheetPresentationController?.selectedDetentIdentifier = .medium
        }
        #expect(controller.view.frame == CGRect(x: 0, y: 422, width: 400, height: 378))
        // What is changed together is shown together, when the animation is there for it.
        controller.sheetPresentationController?.animateChanges {
            controller.sheetPresentationController?.selectedDetentIdentifier = .large
            #expect(controller.view.frame.height == 378)
            controller.sheetPresentationController?.preferredCornerRadius = 5
            #expect(controller.view.layer.cornerRadius == 30)
        }
        #expect(controller.view.frame.height == 756 && controller.view.layer.cornerRadius == 5)
        root.dismiss(animated: false)
    }

    /// Heights are parts of the window, also when it becomes another one.
    @Test func aSheetFollowsTheSizeOfItsWindow() throws {
        let controller = try presented { $0.detents = [.medium(), .large()] }
        for (size, frame) in [
            (CGSize(width: 800, height: 400), CGRect(x: 0, y: 216, width: 800, height: 184)),
            (CGSize(width: 300, height: 1000), CGRect(x: 0, y: 522, width: 300, height: 478)),
        ] {
            window.frame.size = size
            window.layoutIfNeeded()
            #expect(controller.view.frame == frame)
        }
        controller.sheetPresentationController?.selectedDetentIdentifier = .large
        window.frame.size.height = 500
        window.layoutIfNeeded()
        #expect(controller.view.frame == CGRect(x: 0, y: 40, width: 300, height: 460))
        root.dismiss(animated: false)
    }

    @Test func theGrabberChangesTheHeight() throws {
        let told = Told()
        let controller = try presented {
            $0.detents = [.medium(), .large()]
            $0.prefersGrabberVisible = true
            $0.delegate = told
        }
        let grabber = try #require(self.grabber(controller))
        #expect(grabber.accessibilityLabel == "Sheet Grabber" && grabber.accessibilityActivate())
        #expect(controller.view.frame.height == 756 && told.heights == [.large])
        #expect(grabber.accessibilityActivate() && controller.view.frame.height == 378)
        // A drag up, then one to the lower edge.
        func drag(to y: CGFloat) {
            let start = controller.view.frame.minY + 5
            window.receiveTouch(.began, at: CGPoint(x: 200, y: start), time: 0)
            window.receiveTouch(.moved, at: CGPoint(x: 200, y: (start + y) / 2), time: 0.1)
            window.receiveTouch(.moved, at: CGPoint(x: 200, y: y), time: 0.2)
            window.receiveTouch(.ended, at: CGPoint(x: 200, y: y), time: 0.3)
        }
        drag(to: 100)
        #expect(controller.view.frame.height == 756 && told.heights == [.large, .medium, .large])
        drag(to: 790)
        #expect(root.presentedViewController == nil)
    }

    @Test func whatIsBehindALowSheetCanBeUsed() throws {
        let controller = try presented {
            $0.detents = [.medium(), .large()]
            $0.largestUndimmedDetentIdentifier = .medium
        }
        #expect(window.hitTest(CGPoint(x: 200, y: 100), with: nil) === root.view)
        controller.sheetPresentationController?.selectedDetentIdentifier = .large
        #expect(window.hitTest(CGPoint(x: 200, y: 20), with: nil) !== root.view)
        root.dismiss(animated: false)
    }

    // MARK: Navigation bars

    private func labels(_ bar: UINavigationBar) -> [String] { bar.subviews.compactMap { ($0 as? UILabel)?.text } }

    @Test func largeTitlesStandBelowTheButtons() throws {
        let (first, second) = (UIViewController(), UIViewController())
        (first.title, second.title) = ("Album", "Photo")
        let navigation = UINavigationController(rootViewController: first)
        window.rootViewController = navigation
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 44 && first.view.safeAreaInsets.top == 44)
        navigation.navigationBar.prefersLargeTitles = true
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 96 && first.view.safeAreaInsets.top == 96)
        let large = try #require(navigation.navigationBar.subviews.lazy.compactMap { $0 as? UILabel }.first)
        #expect(large.text == "Album" && large.font.pointSize == 34 && large.frame.minY == 44)
        second.navigationItem.largeTitleDisplayMode = .never
        navigation.pushViewController(second, animated: false)
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 44 && labels(navigation.navigationBar) == ["Photo"])
        // As the one before, unless it says otherwise.
        let third = UIViewController()
        navigation.pushViewController(third, animated: false)
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 44)
        third.navigationItem.largeTitleDisplayMode = .always
        window.layoutIfNeeded()
        #expect(navigation.navigationBar.frame.height == 96)
    }

    @Test func barsHaveTheirAppearances() throws {
        let (first, second) = (UIViewController(), UIViewController())
        first.title = "Album"
        let navigation = UINavigationController(rootViewController: first)
        window.rootViewController = navigation
        let (bar, clear, red) = (
            navigation.navigationBar, UINavigationBarAppearance(), UINavigationBarAppearance()
        )
        clear.configureWithTransparentBackground()
        red.configureWithOpaqueBackground()
        red.backgroundColor = .systemRed
        red.titleTextAttributes = [.foregroundColor: UIColor.white]
        bar.scrollEdgeAppearance = clear
        #expect(bar.backgroundColor == .clear)
        bar.standardAppearance = red
        let title = try #require(bar.subviews.lazy.compactMap { $0 as? UILabel }.first)
        #expect(bar.backgroundColor == .systemRed && title.textColor == .white)
        // The item's own comes first.
        second.navigationItem.standardAppearance = clear
        navigation.pushViewController(second, animated: false)
        #expect(bar.backgroundColor == .clear)
        navigation.popViewController(animated: false)
        #expect(bar.backgroundColor == .systemRed)
    }

    @Test func aToolbarShowsTheItemsOfTheControllerOnTop() throws {
        let (first, second) = (UIViewController(), UIViewController())
        first.toolbarItems = [UIBarButtonItem(systemItem: .trash)]
        second.hidesBottomBarWhenPushed = true
        let navigation = UINavigationController(rootViewController: first)
        window.rootViewController = navigation
        window.layoutIfNeeded()
        #expect(navigation.isToolbarHidden && navigation.toolbar.isHidden && first.view.safeAreaInsets.bottom == 0)
        navigation.setToolbarHidden(false, animated: false)
        window.layoutIfNeeded()
        #expect(navigation.toolbar.items?.count == 1 && first.view.safeAreaInsets.bottom == 44)
        #expect(navigation.toolbar.frame == CGRect(x: 0, y: 756, width: 400, height: 44))
        first.setToolbarItems([UIBarButtonItem(systemItem: .trash), .flexibleSpace()], animated: false)
        #expect(navigation.toolbar.items?.count == 2)
        navigation.pushViewController(second, animated: false)
        window.layoutIfNeeded()
        #expect(navigation.toolbar.isHidden && second.view.safeAreaInsets.bottom == 0)
        navigation.popViewController(animated: false)
        window.layoutIfNeeded()
        #expect(!navigation.toolbar.isHidden)
    }
}
