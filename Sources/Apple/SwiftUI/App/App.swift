import Foundation
import UIKit

/// A program with screens. Source: Apple, App.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

/// A part of a program's screens. Source: Apple, Scene.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError("\(Self.self) is not made of other scenes") }
}

/// Source: Apple, SceneBuilder.
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A window. Source: Apple, WindowGroup.
public nonisolated struct WindowGroup<Content: View> {
    let title: Text?
    let content: Content

    public init(@ViewBuilder content: () -> Content) { (title, self.content) = (nil, content()) }
    public init(id: String, @ViewBuilder content: () -> Content) { self.init(content: content) }
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (title, self.content) = (Text(titleKey), content())
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        (self.title, self.content) = (Text(verbatim: String(title)), content())
    }
}

@MainActor private protocol WindowScene {
    var title: Text? { get }
    var windowContent: any View { get }
}

@MainActor extension WindowGroup: Scene, WindowScene {
    public typealias Body = Never
    fileprivate var windowContent: any View { content }
}

extension Scene {
    fileprivate var window: any View {
        if let window = self as? any WindowScene { return window.windowContent }
        return body.window
    }

    fileprivate var windowTitle: String? {
        if let window = self as? any WindowScene { return window.title?.plainString(EnvironmentValues()) }
        return body.windowTitle
    }
}

/// The app as the root of the graph: its properties are linked, and it is evaluated again when they change.
struct AppView<A: App>: View, PropertyStandIn {
    let app: A
    var propertyHolder: Any { app }

    var body: some View { AnyView(app.body.window) }
}

/// Starts the program, and keeps its window.
@MainActor private final class AppRunner<A: App>: NSObject, UIApplicationDelegate {
    private let app: A
    private let delegate: (any UIApplicationDelegate)?
    private var window: UIWindow?
    private var root: UIHostingController<AppView<A>>?

    init(_ app: A) {
        self.app = app
        delegate =
            Mirror(reflecting: app).children.lazy.compactMap { ($0.value as? any DelegateHolder)?.anyDelegate }.first
    }

    func application(
        _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { delegate?.application(application, willFinishLaunchingWithOptions: options) ?? true }

    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        delegate?.application(application, configurationForConnecting: session, options: options)
            ?? UISceneConfiguration(name: nil, sessionRole: session.role)
    }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        _ = delegate?.application(application, didFinishLaunchingWithOptions: options)
        let root = UIHostingController(rootView: AppView(app: app))
        self.root = root
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 393, height: 852))
        self.window = window
        window.rootViewController = root
        window.hostTitle = app.body.windowTitle
        window.makeKeyAndVisible()
        return true
    }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        let isOpened = root?.open(url) ?? false
        return delegate?.application(app, open: url, options: options) == true || isOpened
    }

    private func setPhase(_ phase: ScenePhase) {
        root?.setPhase(phase)
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        delegate?.applicationDidBecomeActive(application)
        setPhase(.active)
    }
    func applicationWillResignActive(_ application: UIApplication) {
        delegate?.applicationWillResignActive(application)
        setPhase(.inactive)
    }
    func applicationDidEnterBackground(_ application: UIApplication) {
        delegate?.applicationDidEnterBackground(application)
        setPhase(.background)
    }
    func applicationWillEnterForeground(_ application: UIApplication) {
        delegate?.applicationWillEnterForeground(application)
        setPhase(.inactive)
    }
    func applicationWillTerminate(_ application: UIApplication) { delegate?.applicationWillTerminate(application) }
}

extension App {
    /// Shows the app's window until it is closed.
    public static func main() {
        let runner = AppRunner(Self())
        exit(UIApplication.run(runner))
    }
}

@MainActor private protocol DelegateHolder {
    var anyDelegate: any UIApplicationDelegate { get }
}

/// Makes the app's delegate. Source: Apple, UIApplicationDelegateAdaptor.
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
    private let delegate: DelegateType

    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        delegate = ObjectFactory.make(delegateType) as! DelegateType
    }

    public var wrappedValue: DelegateType { delegate }
}

extension UIApplicationDelegateAdaptor: DelegateHolder {
    fileprivate var anyDelegate: any UIApplicationDelegate { delegate }
}

/// Source: Apple, PreviewProvider. Linux: nothing shows previews; they are only compiled.
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

// What only previews heed: nothing shows them.
extension View {
    public nonisolated func previewLayout(_ value: PreviewLayout) -> some View { self }
    public nonisolated func previewDevice(_ value: PreviewDevice?) -> some View { self }
    public nonisolated func previewDisplayName(_ value: String?) -> some View { self }
    public nonisolated func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }
}

/// The device of a preview. Source: Apple, PreviewDevice.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
}

/// The size of a preview. Source: Apple, PreviewLayout.
public enum PreviewLayout: Sendable {
    case device
    case sizeThatFits
    case fixed(width: CGFloat, height: CGFloat)
}

/// How a preview is turned. Source: Apple, InterfaceOrientation.
public struct InterfaceOrientation: Hashable, CaseIterable, Sendable {
    private let degrees: Int
    public static let portrait = Self(degrees: 0)
    public static let portraitUpsideDown = Self(degrees: 180)
    public static let landscapeLeft = Self(degrees: 270)
    public static let landscapeRight = Self(degrees: 90)
    public static let allCases = [portrait, portraitUpsideDown, landscapeLeft, landscapeRight]
}

/// Source: Apple, Preview. Linux: nothing shows previews; they are only compiled.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SwiftUIMacros", type: "Preview")

/// A property of a preview, in `#Preview`. Source: Apple, Previewable. Linux: it is only compiled.
@attached(peer)
public macro Previewable() = #externalMacro(module: "SwiftUIMacros", type: "Previewable")
