import Foundation
import UIKitCore

extension UIWindowScene {
    /// How the interface stands.
    ///
    /// Linux: as the simulated phone is held. On a machine that does not know how it is held,
    /// `UIInterfaceOrientation.landscapeRight`: a connection with this orientation leaves a webcam's picture upright.
    public var interfaceOrientation: UIInterfaceOrientation { UIApplication.turn.orientation }

    public var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
}

extension UIApplication {
    /// Told before and after ``statusBarOrientation`` changes.
    nonisolated public static let willChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarOrientationNotification")
    nonisolated public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")

    /// The same as ``UIWindowScene/interfaceOrientation``, for code before iOS 13.
    public var statusBarOrientation: UIInterfaceOrientation { Self.turn.orientation }

    /// Linux: empty, as a window has no status bar.
    public var statusBarFrame: CGRect { .zero }
    public var isStatusBarHidden: Bool { true }

    /// Opens a URL with the desktop's program for it, for code before iOS 10.
    @discardableResult
    public func openURL(_ url: URL) -> Bool {
        var isOpened = false
        open(url, options: [:]) { isOpened = $0 }
        return isOpened
    }

    static let turn: InterfaceTurn = {
        let turn = InterfaceTurn.current
        turn.willChange = {
            NotificationCenter.default.post(name: willChangeStatusBarOrientationNotification, object: shared)
        }
        turn.didChange = {
            NotificationCenter.default.post(name: didChangeStatusBarOrientationNotification, object: shared)
        }
        return turn
    }()
}

/// The status bar of a scene. Source: Apple, UIStatusBarManager. Linux: there is none.
@MainActor @preconcurrency
open class UIStatusBarManager: NSObject {
    open var statusBarFrame: CGRect { .zero }
    open var isStatusBarHidden: Bool { true }
    open var statusBarStyle: UIStatusBarStyle { .default }
}
