import Foundation
import Glibc
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import LockedCameraCapture

/// The extension and the app use the sessions' folder at the same time, from two processes. As there, each lock here
/// has its own descriptor of the folder.
@Suite(.ownPhone, .ownThread)
struct SessionContentTests {
    private let folder: TemporaryFolder
    private let content: SessionContent

    init() throws {
        folder = try TemporaryFolder()
        content = SessionContent(folder: folder.file("locked-camera"))
        SimulatedPhone.ofTest.body.setLocked(false)
    }

    @Test func aSessionThatBeginsWhileTheAppLooksIsNeverTakenForEnded() throws {
        let app = SessionContent(folder: content.folder)
        let isOver = Mutex(false)
        let ended = Mutex<Set<String>>([])
        let looking = DispatchGroup()
        looking.enter()
        Thread.start(named: "app") {
            while !isOver.withLock({ $0 }) {
                let found = app.ended().map(\.lastPathComponent)
                ended.withLock { $0.formUnion(found) }
            }
            looking.leave()
        }
        defer {
            isOver.withLock { $0 = true }
            #expect(looking.wait(timeout: .now() + 60) == .success)
        }
        // A few at a time, so that the app looks often.
        for _ in 0..<60 {
            let sessions = try (0..<5).map { _ in try content.make() }
            let found = ended.withLock { $0 }
            #expect(found.isDisjoint(with: sessions.map(\.url.lastPathComponent)))
            for session in sessions { try content.remove(session.url) }
        }
        #expect(ended.withLock { $0 }.isEmpty)
    }

    @Test func aFolderThatIsBeingMadeIsNotASession() throws {
        let unfinished = content.folder.appendingPathComponent("DEAD.new")
        try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
        #expect(content.ended().isEmpty && content.running().isEmpty)
        let held = open(unfinished.path, O_RDONLY | O_DIRECTORY)
        flock(held, LOCK_EX)
        let first = try content.make()
        #expect(FileManager.default.fileExists(atPath: unfinished.path), "another process makes a session")
        close(held)
        let second = try content.make()
        #expect(!FileManager.default.fileExists(atPath: unfinished.path), "its process died")
        #expect(Set(content.running().map(\.lastPathComponent)) == Set([first, second].map(\.url.lastPathComponent)))
    }

    @Test func aFolderThatCannotBeMadeIsAnError() throws {
        let file = try folder.file("file", contents: Data())
        #expect(throws: CocoaError.self) { try SessionContent(folder: file.appendingPathComponent("below")).make() }
    }

    @Test(.timeLimit(.minutes(1)))
    func aSessionThatEndsWhileUpdatesBeginIsSeen() async throws {
        for _ in 0..<50 {
            let manager = LockedCameraCaptureManager(content: content)
            let session = Mutex<SessionFolder?>(try content.make())
            let name = session.withLock { $0?.url.lastPathComponent }
            Thread.start(named: "extension") { _ = session.withLock { $0.take() } }
            for await update in manager.sessionContentUpdates {
                switch update {
                case .initial(let urls) where urls.map(\.lastPathComponent) == [name]: break
                case .added(let url) where url.lastPathComponent == name: break
                default: continue
                }
                break
            }
            for url in content.ended() { try content.remove(url) }
        }
    }

    @Test func theAppWaitsForWhatIsStillWritten() throws {
        let manager = LockedCameraCaptureManager(content: content)
        let session = try LockedCameraCaptureSession(content: content)
        var written: SessionFolder? = try session.folderForWriting()
        session.end()
        #expect(manager.sessionContentURLs.isEmpty && manager.isInUse(session.sessionContentURL))
        #expect(try session.folderForWriting() === written)
        written = nil
        #expect(manager.sessionContentURLs.count == 1 && !manager.isInUse(session.sessionContentURL))
    }

    @Test func whatIsSavedAfterTheEndHasAFolderOfItsOwn() throws {
        let manager = LockedCameraCaptureManager(content: content)
        let session = try LockedCameraCaptureSession(content: content)
        session.end()
        try content.remove(session.sessionContentURL)
        var late: SessionFolder? = try session.folderForWriting()
        let url = try #require(late?.url)
        #expect(url != session.sessionContentURL && manager.isInUse(url))
        late = nil
        #expect(manager.sessionContentURLs.map(\.lastPathComponent) == [url.lastPathComponent])
    }
}
