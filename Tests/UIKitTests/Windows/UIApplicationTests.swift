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
}
