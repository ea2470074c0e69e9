import Locking
import PhotosUI
import Testing
import UIKit
import UIKitCore

/// Which members without effect are reported, and which values of them are what happens anyway.
@MainActor @Suite struct NoEffectTests {
    private func reported(_ work: @MainActor () -> Void) -> Set<String> {
        let lines = Mutex<[String]>([])
        NoEffectReport.$current.withValue(NoEffectReport { line in lines.withLock { $0.append(line) } }) { work() }
        return Set(lines.withLock { $0 }.map { String($0.prefix { $0 != " " }) })
    }

    @Test func whatAProgramDoesNotGetIsReported() {
        let controller = UIViewController()
        let sheet = UISheetPresentationController(
            presentedViewController: UIViewController(), presenting: UIViewController())
        #expect(
            reported {
                UIWindow(frame: .zero).windowLevel = .alert
                controller.modalTransitionStyle = .flipHorizontal
                controller.preferredContentSize = CGSize(width: 200, height: 100)
                controller.edgesForExtendedLayout = []
                controller.definesPresentationContext = true
                controller.setNeedsStatusBarAppearanceUpdate()
                controller.setNeedsUpdateOfSupportedInterfaceOrientations()
                sheet.prefersEdgeAttachedInCompactHeight = true
                sheet.widthFollowsPreferredContentSizeWhenEdgeAttached = true
                UIPageViewController(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
                    .isDoubleSided = true
                UINavigationItem(title: "a").compactAppearance = UINavigationBarAppearance()
                UINavigationBar(frame: .zero).compactAppearance = UINavigationBarAppearance()
                UIImageView(image: nil).setSymbolImage(UIImage(), contentTransition: .replace)
                var configuration = PHPickerConfiguration()
                configuration.preferredAssetRepresentationMode = .compatible
            } == [
                "UIWindow.windowLevel", "UIViewController.modalTransitionStyle",
                "UIViewController.preferredContentSize", "UIViewController.edgesForExtendedLayout",
                "UIViewController.definesPresentationContext", "UIViewController.setNeedsStatusBarAppearanceUpdate()",
                "UIViewController.setNeedsUpdateOfSupportedInterfaceOrientations()",
                "UISheetPresentationController.prefersEdgeAttachedInCompactHeight",
                "UISheetPresentationController.widthFollowsPreferredContentSizeWhenEdgeAttached",
                "UIPageViewController.isDoubleSided", "UINavigationItem.compactAppearance",
                "UINavigationBar.compactAppearance", "UIImageView.setSymbolImage(_:contentTransition:options:)",
                "PHPickerConfiguration.preferredAssetRepresentationMode",
            ])
    }

    @Test func whatHappensAnywayIsNot() {
        let controller = UIViewController()
        #expect(
            reported {
                UIWindow(frame: .zero).windowLevel = .normal
                controller.modalTransitionStyle = .coverVertical
                controller.edgesForExtendedLayout = .all
                controller.definesPresentationContext = false
                var configuration = PHPickerConfiguration()
                configuration.preferredAssetRepresentationMode = .current
            } == [])
    }
}
