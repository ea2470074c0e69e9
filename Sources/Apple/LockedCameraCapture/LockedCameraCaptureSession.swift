import CaptureEngine
import DeviceKinds
import Foundation
import Glibc
import Locking

/// One run of an app's camera extension on the lock screen. Source: Apple, LockedCameraCaptureSession.
///
/// Linux: the lock screen is the simulated phone's. A session ends when the object is released, or with its process.
/// The app gets its folder when nothing writes into it any longer (`folderForWriting()`), see
/// ``LockedCameraCaptureManager``.
public final class LockedCameraCaptureSession: Sendable {
    /// Why the app could not be opened. Source: Apple, LockedCameraCaptureSession.ApplicationLaunchError.
    public enum ApplicationLaunchError: Error, Sendable, Hashable {
        /// The owner did not unlock the phone.
        case authenticationFailed
        /// No app takes activities. Linux: see ``LockedCameraCaptureManager/onOpenApplication(_:)``.
        case applicationNotFound
        /// Linux: does not occur.
        case unknown
    }

    /// The folder for what is captured; nothing else of the app can be reached while the phone is locked.
    public let sessionContentURL: URL

    private struct State: Sendable {
        /// Held until the session ends.
        var folder: SessionFolder?
        /// The folder that captures are written into.
        weak var open: SessionFolder?
        var unfinished: [@Sendable () async -> Void] = []
    }

    private let content: SessionContent
    private let world = CaptureWorld.current
    private let state: Mutex<State>

    convenience package init() throws { try self.init(content: nil) }

    /// - Parameter content: `nil` uses the world's own.
    init(content: SessionContent?) throws {
        let content = content ?? .shared(in: world)
        let folder = try content.make(in: world)
        sessionContentURL = folder.url
        self.content = content
        state = Mutex(State(folder: folder, open: folder))
        world.setCapturingLocked(true)
    }

    deinit { end() }

    /// Has `body` called when the lock is gone, before the session ends: it finishes what is being captured.
    package func beforeEnd(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.unfinished.append(body) }
    }

    /// Finishes what is being captured, and ends the session.
    ///
    /// - Returns: whether anybody had something to finish.
    package func finish() async -> Bool {
        let bodies = state.withLock { state in
            defer { state.unfinished = [] }
            return state.unfinished
        }
        for body in bodies { await body() }
        end()
        return !bodies.isEmpty
    }

    /// Calls `handler`, on a separate thread, when nothing writes into the session's folder any longer.
    package static func waitForEnd(of url: URL, _ handler: @escaping @Sendable () -> Void) {
        SessionContent.shared(in: .current).waitForEnd(of: url, handler)
    }

    /// Ends the session: the app gets its content as soon as nothing writes into it.
    func end() {
        let folder = state.withLock { state in
            defer { state.folder = nil }
            return state.folder
        }
        guard folder != nil else { return }
        world.setCapturingLocked(false)
    }

    /// The session's folder, which the app does not get as long as the caller holds it.
    ///
    /// A capture that completes only after the session's end, when nothing else was being written, gets a separate
    /// folder, because the app may already have the session's. A Linux addition.
    package func folderForWriting() throws -> SessionFolder {
        try state.withLock { state in
            if let folder = state.open { return folder }
            let folder = try content.make(in: world)
            state.open = folder
            return folder
        }
    }

    /// Asks the owner to unlock the phone, ends the session, and passes the activity to the app.
    ///
    /// - Throws: ``ApplicationLaunchError``.
    public func openApplication(for userActivity: NSUserActivity) async throws {
        guard let open = LockedCameraCaptureManager.shared(in: world).application else {
            throw ApplicationLaunchError.applicationNotFound
        }
        guard world.askToUnlock() else { throw ApplicationLaunchError.authenticationFailed }
        end()
        open(userActivity)
    }

    /// Removes all that was captured.
    ///
    /// - Throws: `CocoaError` when files could not be removed.
    public func invalidateSessionContent() async throws {
        try content.remove(sessionContentURL)
        LockedCameraCaptureManager.shared(in: world).sessionsChanged()
    }
}

/// The type of the activity with which a locked-camera extension opens its app.
public let NSUserActivityTypeLockedCameraCapture = "com.apple.LockedCameraCapture.NSUserActivityTypeLockedCameraCapture"
