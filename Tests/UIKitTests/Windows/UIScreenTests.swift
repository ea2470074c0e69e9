import CaptureEngine
import Foundation
import Locking
import TestSupport
import Testing

@testable import UIKit

/// A machine whose screen has a light.
private final class Lit: Surroundings {
    private let light = Mutex(0.25)

    var screenBrightness: Double? { light.withLock { $0 } }

    func setScreenBrightness(_ brightness: Double) { light.withLock { $0 = brightness } }
}

@MainActor @Suite struct UIScreenTests {
    @Test func theScreenIsAsBrightAsItsLight() {
        let world = CaptureWorld(backends: [], host: Lit(), clock: ManualClock())
        defer { world.end() }
        let screen = UIScreen(world: { world })
        let told = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: UIScreen.brightnessDidChangeNotification, object: screen, queue: nil
        ) { _ in told.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(screen.brightness == 0.25)
        screen.brightness = 0.75
        #expect(screen.brightness == 0.75)
        screen.brightness = 7
        #expect(screen.brightness == 1 && told.withLock { $0 } == 2)
        screen.brightness = .nan
        #expect(screen.brightness == 1 && told.withLock { $0 } == 2)
    }

    @Test func aScreenWithoutALightIsFullyBright() {
        let world = CaptureWorld(backends: [], host: Nowhere(), clock: ManualClock())
        defer { world.end() }
        let screen = UIScreen(world: { world })
        screen.brightness = 0.2
        #expect(screen.brightness == 1)
    }

    /// Programs that show no camera have a screen, too.
    @Test func onlyTheLightNeedsAWorld() {
        let world = CaptureWorld(backends: [], host: Lit(), clock: ManualClock())
        defer { world.end() }
        let asked = Mutex(0)
        let screen = UIScreen {
            asked.withLock { $0 += 1 }
            return world
        }
        #expect(screen.bounds.size == screen.nativeBounds.size && screen.scale == 1 && asked.withLock { $0 } == 0)
        #expect(screen.brightness == 0.25 && asked.withLock { $0 } > 0)
    }

    @Test func aProgramWithoutADisplayHasOneScreenOfTheUsualRate() {
        #expect(UIScreen.main.maximumFramesPerSecond == 60 && UIScreen.screens == [UIScreen.main])
    }

    @Test func aWindowKeepsItsLevel() {
        let window = UIWindow(frame: .zero)
        #expect(window.windowLevel == .normal)
        window.windowLevel = .alert + 1
        #expect(window.windowLevel == UIWindow.Level(rawValue: 2001))
        #expect(window.windowLevel - 1001 == .statusBar)
    }
}

@MainActor @Suite struct SceneGeometryTests {
    private let scene = UIWindowScene(session: UISceneSession())

    @Test func theOrientationThatThereIsCanBeAskedFor() async {
        #expect(scene.effectiveGeometry.interfaceOrientation == scene.interfaceOrientation)
        let now = UIInterfaceOrientationMask(rawValue: 1 << UInt(scene.interfaceOrientation.rawValue))
        var errors = 0
        scene.requestGeometryUpdate(.iOS(interfaceOrientations: now)) { _ in errors += 1 }
        scene.requestGeometryUpdate(.iOS()) { _ in errors += 1 }
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(errors == 0)
    }

    @Test func anotherOrientationIsRefused() async {
        let now = UIInterfaceOrientationMask(rawValue: 1 << UInt(scene.interfaceOrientation.rawValue))
        let error = await withCheckedContinuation { (answer: CheckedContinuation<String, Never>) in
            scene.requestGeometryUpdate(.iOS(interfaceOrientations: .all.subtracting(now))) {
                answer.resume(returning: "\(($0 as? UISceneError)?.code as Any) \($0.localizedDescription)")
            }
        }
        #expect(error.contains("geometryRequestUnsupported") && error.contains("stands as the device is held"))
    }
}
