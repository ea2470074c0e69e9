import Testing

@testable import UIKit

/// Writes down what it is told.
private final class Told: UIResponder, UIApplicationDelegate, UIWindowSceneDelegate {
    var log: [String] = []
    var window: UIWindow?

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(name: "test", sessionRole: connectingSceneSession.role) }

    func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
    func applicationWillResignActive(_ application: UIApplication) { log.append("inactive") }
    func applicationDidEnterBackground(_ application: UIApplication) { log.append("background") }
    func applicationWillTerminate(_ application: UIApplication) { log.append("end") }
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        log.append("open \(url.lastPathComponent)")
        return true
    }
    func sceneDidBecomeActive(_ scene: UIScene) { log.append("scene active") }
    func sceneWillResignActive(_ scene: UIScene) { log.append("scene inactive") }
    func sceneDidEnterBackground(_ scene: UIScene) { log.append("scene background") }
    func sceneDidDisconnect(_ scene: UIScene) { log.append("scene gone") }
}

@MainActor @Suite(.serialized) struct UIApplicationTests {
    private let application = UIApplication()
    private let told = Told()

    init() { application.delegate = told }

    private func makeWindow(_ scene: UIWindowScene? = nil) -> UIWindow {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.program = application
        window.windowScene = scene
        window.makeKeyAndVisible()
        return window
    }

    private func log() -> [String] {
        defer { told.log = [] }
        return told.log
    }

    @Test func theDelegateOpensWhatTheDesktopGives() throws {
        application.receive([URL(fileURLWithPath: "/tmp/a.jpg"), try #require(URL(string: "camera://capture/photo"))])
        #expect(log() == ["open a.jpg", "open photo"])
    }

    @Test func argumentsThatAreAddressesAreOpened() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(UIApplication.isAddress(file.path) && UIApplication.isAddress("camera://capture"))
        #expect(!UIApplication.isAddress("--verbose") && !UIApplication.isAddress("/none/there.jpg"))
    }

    @Test func theProgramIsActiveWithOneOfItsWindows() {
        let (one, two) = (makeWindow(), makeWindow())
        application.windowChanged(one, isActive: true)
        #expect(log() == ["active"] && application.keyWindow === one)
        application.windowChanged(two, isActive: true)
        application.windowChanged(one, isActive: false)
        #expect(log() == [] && application.keyWindow === two)
        application.close(one)
        #expect(log() == [] && application.applicationState == .active)
        application.close(two)
        #expect(log() == ["inactive", "background", "end"] && application.applicationState == .background)
    }

    @Test func aSceneEndsWithItsLastWindow() throws {
        application.connectScene()
        let scene = try #require(application.connectedScenes.first as? UIWindowScene)
        scene.delegate = told
        let (one, two, other) = (makeWindow(scene), makeWindow(scene), makeWindow())
        #expect(scene.windows == [one, two])
        application.windowChanged(other, isActive: true)
        _ = log()
        application.close(one)
        #expect(log() == [])
        application.close(two)
        #expect(log() == ["scene background", "scene gone"])
        #expect(application.connectedScenes.isEmpty && scene.activationState == .unattached)
        application.close(other)
        #expect(log() == ["inactive", "background", "end"])
    }

    @Test func aClosedWindowIsReleased() throws {
        application.connectScene()
        let scene = try #require(application.connectedScenes.first as? UIWindowScene)
        weak var gone: UIWindow?
        do {
            let window = makeWindow(scene)
            gone = window
            #expect(application.windows == [window] && scene.windows == [window])
            application.close(window)
        }
        #expect(gone == nil && application.windows.isEmpty && scene.windows.isEmpty)
    }

    @Test func aBackgroundTaskEndsOnce() {
        let (one, two) = (application.beginBackgroundTask(), application.beginBackgroundTask(withName: "two"))
        #expect(one != two && one != .invalid && application.openTasks == [one, two])
        application.endBackgroundTask(one)
        application.endBackgroundTask(one)
        application.endBackgroundTask(.invalid)
        application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: 99))
        #expect(application.openTasks == [two])
    }

    @Test func aScenesTitleIsItsWindows() throws {
        application.connectScene()
        let scene = try #require(application.connectedScenes.first as? UIWindowScene)
        let window = makeWindow(scene)
        #expect(window.shownTitle == UIApplication.title)
        scene.title = "Photos"
        #expect(window.shownTitle == "Photos")
        window.hostTitle = "Camera"
        #expect(window.shownTitle == "Camera")
    }

    @Test func touchesThatBeginWhileTheyAreIgnoredAreDropped() {
        let window = makeWindow()
        let view = Touched(frame: window.bounds)
        window.isHidden = false
        window.addSubview(view)
        func send(_ phase: UITouch.Phase, _ id: UInt) {
            _ = window.receiveTouch(id: id, phase, at: CGPoint(x: 5, y: 5), time: 1)
        }
        send(.began, 1)
        application.beginIgnoringInteractionEvents()
        application.beginIgnoringInteractionEvents()
        send(.ended, 1)
        #expect(view.log == ["began", "ended"])
        send(.began, 2)
        application.endIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        application.endIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        // The finger came down too early.
        send(.ended, 2)
        #expect(view.log == ["began", "ended"])
        send(.began, 2)
        send(.ended, 2)
        #expect(view.log == ["began", "ended", "began", "ended"])
    }

    @Test func aDelegatesWindowIsFoundWithoutItsClass() throws {
        #expect(try #require(application.delegate?.window) == nil)
        let window = makeWindow()
        told.window = window
        #expect(application.delegate?.window??.frame == window.frame)
        let windowless: any UIApplicationDelegate = Windowless()
        #expect(windowless.window == UIWindow??.none)
    }
}

private final class Windowless: UIResponder, UIApplicationDelegate {}

/// Writes down its touches.
private final class Touched: UIView {
    var log: [String] = []

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log.append("began") }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log.append("ended") }
}
