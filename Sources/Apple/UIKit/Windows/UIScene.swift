import Foundation
import UIKitCore

/// A part of the program that a person sees as one. Source: Apple, UIScene.
@MainActor @preconcurrency
open class UIScene: UIResponder {
    /// Source: Apple, UIScene.ActivationState.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    /// What a scene is to show first. Source: Apple, UIScene.ConnectionOptions. Linux: nothing.
    @MainActor @preconcurrency
    open class ConnectionOptions: NSObject {}

    public let session: UISceneSession
    open var delegate: (any UISceneDelegate)?
    open internal(set) var activationState = ActivationState.unattached
    /// Of the scene's windows; empty for the program's name.
    open var title: String! = "" { didSet { titleChanged() } }

    func titleChanged() {}

    init(session: UISceneSession) { self.session = session }

    public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")

    open override var next: UIResponder? { UIApplication.isRunning ? UIApplication.shared : nil }
}

/// A scene of windows. Source: Apple, UIWindowScene.
open class UIWindowScene: UIScene {
    private struct Member { weak var window: UIWindow? }

    private var members: [Member] = []
    open var windows: [UIWindow] { members.compactMap(\.window) }
    open var screen: UIScreen { .main }
    open var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }

    func add(_ window: UIWindow) { if !windows.contains(window) { members.append(Member(window: window)) } }

    func remove(_ window: UIWindow) { members.removeAll { $0.window == nil || $0.window === window } }

    override func titleChanged() {
        for window in windows { window.titleChanged() }
    }
}

/// Source: Apple, UISceneSession.
@MainActor @preconcurrency
open class UISceneSession: NSObject {
    /// Source: Apple, UISceneSession.Role.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    open var role: Role { .windowApplication }
    public let persistentIdentifier = UUID().uuidString
    open internal(set) var configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
}

/// Which delegate a scene has. Source: Apple, UISceneConfiguration.
@MainActor @preconcurrency
open class UISceneConfiguration: NSObject {
    public let name: String?
    public let role: UISceneSession.Role
    open var delegateClass: AnyClass?

    public init(name: String?, sessionRole: UISceneSession.Role) {
        (self.name, role) = (name, sessionRole)
    }
}

/// Source: Apple, UISceneDelegate.
@MainActor @preconcurrency
public protocol UISceneDelegate: AnyObject {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidDisconnect(_ scene: UIScene)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneWillResignActive(_ scene: UIScene)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// Source: Apple, UIWindowSceneDelegate.
@MainActor @preconcurrency
public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set { preconditionFailure("the scene's delegate has no window: UIWindowSceneDelegate.window") }
    }
}
