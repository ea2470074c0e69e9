import CaptureEngine
import DeviceKinds
import Foundation
import Glibc
import SimulatedDevices
import TestSupport
import Testing

@_spi(Linux) @testable import LockedCameraCapture

private struct Camera: LockedCameraCaptureExtension {
    var body: some LockedCameraCaptureExtensionScene {
        LockedCameraCaptureUIScene { session in session.sessionContentURL }
    }
}

@Suite(.ownPhone, .ownThread)
final class LockedCameraCaptureTests {
    private let folder: TemporaryFolder
    private let content: SessionContent
    private let manager: LockedCameraCaptureManager
    private let body = SimulatedPhone.ofTest.body

    init() throws {
        folder = try TemporaryFolder()
        let place = SessionContent(folder: folder.url.appendingPathComponent("locked-camera"))
        // Everybody who asks this world gets this one.
        content = CaptureWorld.current.part { _ in place }
        manager = .shared
        body.setLocked(true)
    }

    deinit {
        body.setLocked(false)
        body.setAuthentication(succeeds: true)
    }

    @Test func whatWasCapturedIsThereOnceThePhoneIsUnlocked() async throws {
        let session = try LockedCameraCaptureSession()
        let photo = session.sessionContentURL.appendingPathComponent("IMG.jpg")
        try Data([1, 2, 3]).write(to: photo)
        #expect(manager.sessionContentURLs.isEmpty)
        session.end()
        #expect(manager.sessionContentURLs.isEmpty, "the phone is still locked")
        body.setLocked(false)
        let urls = manager.sessionContentURLs
        #expect(urls.map(\.lastPathComponent) == [session.sessionContentURL.lastPathComponent])
        #expect(FileManager.default.fileExists(atPath: photo.path))
        try await manager.invalidateSessionContent(at: urls[0])
        #expect(manager.sessionContentURLs.isEmpty)
        try await manager.invalidateSessionContent(at: urls[0])
    }

    @Test func whatADeadProcessCapturedIsFound() throws {
        var running: SessionFolder? = try content.make()
        let name = running?.url.lastPathComponent
        body.setLocked(false)
        #expect(manager.sessionContentURLs.isEmpty, "a session that still captures is not the app's yet")
        running = nil  // closes the descriptor, as the kernel does when the process dies
        #expect(manager.sessionContentURLs.map(\.lastPathComponent) == [name])
    }

    @Test func theAppKeepsItsCameraWhileItsExtensionIsOnTheLockScreen() throws {
        #expect(body.interruptions.contains(.background))
        let session = try LockedCameraCaptureSession()
        #expect(!body.interruptions.contains(.background))
        session.end()
        #expect(body.interruptions.contains(.background))
    }

    @Test func openingTheAppNeedsItsOwner() async throws {
        let session = try LockedCameraCaptureSession()
        let activity = NSUserActivity(activityType: NSUserActivityTypeLockedCameraCapture)
        manager.onOpenApplication { _ in }
        body.setAuthentication(succeeds: false)
        await #expect(throws: LockedCameraCaptureSession.ApplicationLaunchError.authenticationFailed) {
            try await session.openApplication(for: activity)
        }
        #expect(body.isLocked)
        body.setAuthentication(succeeds: true)
        try await session.openApplication(for: activity)
        #expect(!body.isLocked)
        #expect(manager.sessionContentURLs.count == 1)
    }

    @Test func updatesReportWhatCameAndWent() async throws {
        body.setLocked(false)
        var updates = manager.sessionContentUpdates.makeAsyncIterator()
        #expect(await updates.next() == .initial(urls: []))
        let session = try LockedCameraCaptureSession()
        session.end()
        manager.sessionsChanged()
        let added = await updates.next()
        guard case .added(let url) = added else {
            Issue.record("\(String(describing: added))")
            return
        }
        try await manager.invalidateSessionContent(at: url)
        #expect(await updates.next() == .removed(url: url))
    }

    @Test func sessionsOfOtherProcessesAreSeenByTheirFolders() async throws {
        body.setLocked(false)
        var updates = manager.sessionContentUpdates.makeAsyncIterator()
        #expect(await updates.next() == .initial(urls: []))
        let foreign = content.folder.appendingPathComponent("F00D.session")
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
        guard case .added(let url) = await updates.next() else {
            Issue.record("nothing was added")
            return
        }
        #expect(url.lastPathComponent == "F00D.session")
    }

    @Test func aProcessThatIsKilledLeavesItsSessionToTheApp() async throws {
        body.setLocked(false)
        let foreign = content.folder.appendingPathComponent("DEAD.session")
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
        // Another process holds the session as an extension does, with a lock on its folder.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(try Tool.path(of: "flock")))
        process.arguments = ["--no-fork", foreign.path, "sh", "-c", "echo locked; exec sleep 1000"]
        let output = Pipe()
        process.standardOutput = output
        try process.run(withinSeconds: 300)
        #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
        try Data([1, 2, 3]).write(to: foreign.appendingPathComponent("IMG.jpg"))
        var updates = manager.sessionContentUpdates.makeAsyncIterator()
        #expect(await updates.next() == .initial(urls: []))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        guard case .added(let url) = await updates.next() else {
            Issue.record("nothing was added")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["IMG.jpg"])
    }

    @MainActor
    @Test func theCameraControlOfTheLockedPhoneOpensTheExtension() async throws {
        let changes = AsyncStream.makeStream(of: Void.self)
        let lockScreen = LockScreenCamera(Camera.self) { changes.continuation.yield() }
        var iterator = changes.stream.makeAsyncIterator()
        body.press(.cameraControl, .began)
        #expect(lockScreen.scene == nil)
        body.press(.cameraControl, .ended)
        await iterator.next()
        let scene = try #require(lockScreen.scene as? LockedCameraCaptureUIScene<URL>)
        let folder = try #require(scene.content)
        #expect(lockScreen.error == nil && !body.interruptions.contains(.background))
        try Data([1]).write(to: folder.appendingPathComponent("IMG.jpg"))
        body.press(.cameraControl, .ended)
        body.setLocked(false)
        await iterator.next()
        #expect(lockScreen.scene == nil)
        #expect(manager.sessionContentURLs.map(\.lastPathComponent).contains(folder.lastPathComponent))
        try await manager.invalidateSessionContent(at: folder)
    }

    @Test func onlySessionsCanBeRemoved() async throws {
        let precious = folder.url.appendingPathComponent("precious.session")
        try FileManager.default.createDirectory(at: precious, withIntermediateDirectories: true)
        await #expect(throws: CocoaError.self) { try await self.manager.invalidateSessionContent(at: precious) }
        #expect(FileManager.default.fileExists(atPath: precious.path))
    }

    @MainActor
    @Test func anExtensionShowsItsSceneForASession() async throws {
        let (session, scene) = try Camera.launch()
        #expect((scene as? LockedCameraCaptureUIScene<URL>)?.content == session.sessionContentURL)
        session.end()
        try await session.invalidateSessionContent()
        #expect(!FileManager.default.fileExists(atPath: session.sessionContentURL.path))
    }
}
