import Conformances
import Foundation
import GtkSupport
import UIKitCore

/// The running program. Source: Apple, UIApplication.
@MainActor @preconcurrency
open class UIApplication: UIResponder {
    /// Source: Apple, UIApplication.State.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// Source: Apple, UIApplication.LaunchOptionsKey.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    }

    /// Source: Apple, UIApplication.OpenExternalURLOptionsKey.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Source: Apple, UIApplication.OpenURLOptionsKey. Linux: nothing is told with an address.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        public static let openInPlace = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// The one that there is, from the start of the program on.
    public static let shared = UIApplication()
    /// Whether windows can be shown.
    package static var isRunning = false

    /// Linux: opens nothing, because the desktop has no page for one program's settings; ``open(_:options:completionHandler:)``
    /// says so.
    public static let openSettingsURLString = "app-settings:"

    final var application: Application?
    private var strongDelegate: (any UIApplicationDelegate)?
    private var keptWindows: [UIWindow] = []
    private var idleCookie: UInt32 = 0
    /// The calls of ``beginIgnoringInteractionEvents()`` that were not ended yet.
    final var ignoringCalls = 0
    private var lastTask = 0
    private(set) final var openTasks: Set<UIBackgroundTaskIdentifier> = []
    private var scene: UIWindowScene?

    open var delegate: (any UIApplicationDelegate)? {
        get { strongDelegate }
        set { strongDelegate = newValue }
    }

    open private(set) var applicationState = State.inactive
    open var connectedScenes: Set<UIScene> { scene.map { [$0] } ?? [] }
    open var windows: [UIWindow] { keptWindows }
    open var keyWindow: UIWindow? { keptWindows.first(where: \.isKeyWindow) }

    static var title: String {
        let info = Bundle.main.infoDictionary
        return info?["CFBundleDisplayName"] as? String ?? info?["CFBundleName"] as? String
            ?? ProcessInfo.processInfo.processName
    }

    /// Brings an event to the window that it is for.
    open func sendEvent(_ event: UIEvent) {
        let windows = Set((event.allTouches ?? []).compactMap(\.window))
        for window in windows { window.sendEvent(event) }
    }

    open override var next: UIResponder? { delegate as? UIResponder }

    /// A window that is shown lives as long as it is.
    func keep(_ window: UIWindow) {
        if !keptWindows.contains(window) { keptWindows.append(window) }
    }

    func drop(_ window: UIWindow) {
        window.isKeyWindow = false
        keptWindows.removeAll { $0 === window }
        activityChanged()
    }

    func setKey(_ window: UIWindow) {
        for other in keptWindows { other.isKeyWindow = other === window }
    }

    // MARK: The desktop

    /// Linux: of the language that the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` name.
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIView.userInterfaceLayoutDirection(for: .unspecified)
    }

    /// Whether the screen stays on while nobody touches anything.
    open var isIdleTimerDisabled = false {
        didSet {
            guard isIdleTimerDisabled != oldValue, let application else { return }
            if isIdleTimerDisabled {
                idleCookie = application.inhibitIdle("a program shows something live")
            } else if idleCookie != 0 {
                application.allowIdle(idleCookie)
                idleCookie = 0
            }
        }
    }

    /// Whether the desktop may have a program for a URL.
    open func canOpenURL(_ url: URL) -> Bool { url.scheme != nil && url.scheme != "app-settings" }

    /// Opens a URL with the desktop's program for it.
    @preconcurrency open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened = canOpenURL(url) && Application.open(url.absoluteString)
        completion?(isOpened)
    }

    /// Source: Apple, UIBackgroundTaskIdentifier.
    @preconcurrency open func beginBackgroundTask(
        withName taskName: String? = nil, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        lastTask += 1
        let task = UIBackgroundTaskIdentifier(rawValue: lastTask)
        openTasks.insert(task)
        // Nobody suspends a program, but it would end with its last window.
        application?.hold()
        return task
    }

    /// One that has ended already, or never begun, is left alone.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        if openTasks.remove(identifier) != nil { application?.release() }
    }

    /// How long the program may run without a window: forever.
    open var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    func windowChanged(_ window: UIWindow, isActive: Bool) {
        window.isActive = isActive
        if isActive { setKey(window) }
        activityChanged()
    }

    private func activityChanged() {
        let isAnyActive = keptWindows.contains(where: \.isActive)
        guard isAnyActive != (applicationState == .active) else { return }
        applicationState = isAnyActive ? .active : .inactive
        tell(isAnyActive ? .becameActive : .resigned)
    }

    /// A person closes a window. With its last one a scene ends, and with the last of all the program.
    func close(_ window: UIWindow?) {
        guard let window else { return }
        let closed = window.windowScene
        window.isHidden = true
        let isOver = keptWindows.isEmpty
        if isOver { applicationState = .background }
        if let scene, scene === closed || isOver, scene.windows.allSatisfy(\.isHidden) {
            tellScene(.enteredBackground)
            disconnect(scene)
        }
        guard isOver else { return }
        tellProgram(.enteredBackground)
        delegate?.applicationWillTerminate(self)
        NotificationCenter.default.post(name: UIApplication.willTerminateNotification, object: self)
    }

    private func disconnect(_ scene: UIWindowScene) {
        self.scene = nil
        scene.activationState = .unattached
        scene.delegate?.sceneDidDisconnect(scene)
        NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: scene)
    }

    private enum Change {
        case becameActive
        case resigned
        case enteredForeground
        case enteredBackground
    }

    private func tell(_ change: Change) {
        tellScene(change)
        tellProgram(change)
    }

    private func tellScene(_ change: Change) {
        guard let scene else { return }
        let center = NotificationCenter.default
        switch change {
        case .becameActive:
            scene.activationState = .foregroundActive
            scene.delegate?.sceneDidBecomeActive(scene)
            center.post(name: UIScene.didActivateNotification, object: scene)
        case .resigned:
            scene.activationState = .foregroundInactive
            scene.delegate?.sceneWillResignActive(scene)
            center.post(name: UIScene.willDeactivateNotification, object: scene)
        case .enteredForeground:
            scene.delegate?.sceneWillEnterForeground(scene)
            center.post(name: UIScene.willEnterForegroundNotification, object: scene)
        case .enteredBackground:
            scene.activationState = .background
            scene.delegate?.sceneDidEnterBackground(scene)
            center.post(name: UIScene.didEnterBackgroundNotification, object: scene)
        }
    }

    private func tellProgram(_ change: Change) {
        let center = NotificationCenter.default
        switch change {
        case .becameActive:
            delegate?.applicationDidBecomeActive(self)
            center.post(name: UIApplication.didBecomeActiveNotification, object: self)
        case .resigned:
            delegate?.applicationWillResignActive(self)
            center.post(name: UIApplication.willResignActiveNotification, object: self)
        case .enteredForeground:
            delegate?.applicationWillEnterForeground(self)
            center.post(name: UIApplication.willEnterForegroundNotification, object: self)
        case .enteredBackground:
            delegate?.applicationDidEnterBackground(self)
            center.post(name: UIApplication.didEnterBackgroundNotification, object: self)
        }
    }

    // MARK: Running

    /// Runs until the last window is closed.
    package static func run(_ delegate: (any UIApplicationDelegate)?) -> Int32 {
        MainLoop.attachMainActor()
        let name = String(ProcessInfo.processInfo.processName.map { $0.isASCII && $0.isLetter ? $0 : "-" })
        let application = Application(
            id: "org.avcam.\(name)", resources: "/org/avcam/\(name)", opensFiles: true)
        shared.application = application
        for _ in shared.openTasks { application.hold() }
        shared.delegate = delegate
        application.on("activate") { shared.activate() }
        application.onOpen { addresses in
            shared.activate()
            shared.receive(addresses)
        }
        var arguments = Array(CommandLine.arguments.prefix(1))
        arguments += CommandLine.arguments.dropFirst().filter { $0 == "--gapplication-service" || isAddress($0) }
        let participants = Conformances.types(of: (any LaunchParticipant).self)
        for participant in participants.compactMap({ $0 as? any LaunchParticipant.Type }) {
            if let status = participant.willRun(application, &arguments) { return status }
        }
        return application.run(arguments)
    }

    /// Whether an argument is what a desktop has the program open: an address, or a file that is there.
    static func isAddress(_ argument: String) -> Bool {
        if argument.hasPrefix("-") { return false }
        return URL(string: argument)?.scheme != nil || FileManager.default.fileExists(atPath: argument)
    }

    /// Gives the delegate what the desktop has the program open.
    final func receive(_ addresses: [URL]) {
        for address in addresses { _ = delegate?.application(self, open: address, options: [:]) }
    }

    private func activate() {
        guard !Self.isRunning else { return keyWindow?.host?.present() ?? () }
        Self.isRunning = true
        // It posts the notifications of the status bar's orientation.
        _ = Self.turn
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        NotificationCenter.default.post(name: UIApplication.didFinishLaunchingNotification, object: self)
        connectScene()
        // Windows that were made visible before there was a screen.
        for window in keptWindows where !window.isHidden { window.showHost() }
    }

    /// Asks the delegate which scene there is to be.
    final func connectScene() {
        let session = UISceneSession()
        let options = UIScene.ConnectionOptions()
        guard
            let configuration = delegate?.application(self, configurationForConnecting: session, options: options)
        else { return }
        session.configuration = configuration
        let scene = UIWindowScene(session: session)
        self.scene = scene
        scene.activationState = .foregroundInactive
        guard let type = configuration.delegateClass ?? Self.sceneDelegateClass(configuration.name),
            let sceneDelegate = ObjectFactory.make(type) as? any UISceneDelegate
        else { return }
        scene.delegate = sceneDelegate
        sceneDelegate.scene(scene, willConnectTo: session, options: options)
        tell(.enteredForeground)
    }

    /// The class that Info.plist names.
    private static func sceneDelegateClass(_ name: String?) -> AnyClass? {
        let manifest = Bundle.main.infoDictionary?["UIApplicationSceneManifest"] as? [String: Any]
        let roles = manifest?["UISceneConfigurations"] as? [String: Any]
        let list = roles?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]] ?? []
        let entry = list.first { name == nil || $0["UISceneConfigurationName"] as? String == name } ?? list.first
        return (entry?["UISceneDelegateClassName"] as? String).flatMap { NSClassFromString($0) }
    }

    public static let didFinishLaunchingNotification = NSNotification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")
}

/// Takes part in the start of a program with screens. The conforming types are found when the program starts, so that a
/// module above this one needs nobody who names it.
@MainActor
package protocol LaunchParticipant {
    /// - Parameter arguments: what GApplication gets of the command line.
    /// - Returns: an exit status to end at once, `nil` to go on.
    static func willRun(_ application: Application, _ arguments: inout [String]) -> Int32?
}

/// Work that goes on without a window. Source: Apple, UIBackgroundTaskIdentifier.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Makes objects of classes that are only known at run time.
@MainActor
package enum ObjectFactory {
    /// Its initializer is at the same place in a class's table as that of `NSObject`, which all subclasses override.
    /// Not private, or the compiler would take its own initializer for the only one.
    package class Made: NSObject {
        package required override init() {}
    }

    /// - Parameter type: a subclass of `NSObject` with an initializer without arguments.
    package static func make(_ type: AnyClass) -> AnyObject? {
        guard type is NSObject.Type else { return nil }
        return unsafeBitCast(type, to: Made.Type.self).init()
    }
}

/// Follows the program's life. Source: Apple, UIApplicationDelegate.
@MainActor @preconcurrency
public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Opens a file or an address that the desktop gave the program: on the command line, which its desktop file's `Exec` has
    /// `%U` for.
    ///
    /// - Returns: whether it could be opened.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool { false }
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}

    /// Runs the program, with an object of this class as its delegate.
    public static func main() {
        guard let delegate = ObjectFactory.make(Self.self) as? any UIApplicationDelegate else {
            preconditionFailure("\(Self.self) has to be a subclass of NSObject: UIApplicationDelegate")
        }
        exit(UIApplication.run(delegate))
    }
}

/// Runs the program. Linux: `principalClassName` must be `nil`.
@MainActor @preconcurrency
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    precondition(principalClassName == nil, "a subclass of UIApplication cannot run: UIApplicationMain")
    let delegate = delegateClassName.flatMap { NSClassFromString($0) }.flatMap { ObjectFactory.make($0) }
    return UIApplication.run(delegate as? any UIApplicationDelegate)
}
