import CaptureEngine
import DeviceKinds
import Foundation
import Glibc
import Locking

/// One run of an app's camera extension on the lock screen. Source: Apple, LockedCameraCaptureSession.
///
/// Linux: the lock screen is the simulated phone's. A session ends when the object goes, or with its process; its folder is
/// the app's when nobody writes into it any more (`folderForWriting()`), see ``LockedCameraCaptureManager``.
public final class LockedCameraCaptureSession: Sendable {
    /// Why the app could not be opened. Source: Apple, LockedCameraCaptureSession.ApplicationLaunchError.
    public enum ApplicationLaunchError: Error, Sendable, Hashable {
        /// The owner did not unlock the phone. Source: Apple, LockedCameraCaptureSession.ApplicationLaunchError.authenticationFailed.
        case authenticationFailed
        /// No app takes activities. Linux: see ``LockedCameraCaptureManager/onOpenApplication(_:)``. Source: Apple,
        /// LockedCameraCaptureSession.ApplicationLaunchError.applicationNotFound.
        case applicationNotFound
        /// Linux: does not occur. Source: Apple, LockedCameraCaptureSession.ApplicationLaunchError.unknown.
        case unknown
    }

    /// The folder for what is captured; nothing else of the app can be reached while the phone is locked.
    ///
    /// Source: Apple, LockedCameraCaptureSession.sessionContentURL.
    public let sessionContentURL: URL

    private struct State: Sendable {
        /// Kept until the end.
        var folder: SessionFolder?
        /// What is written into.
        weak var open: SessionFolder?
    }

    private let content: SessionContent
    private let world = CaptureWorld.current
    private let state: Mutex<State>

    init(content: SessionContent = .standard) throws {
        let folder = try content.make(in: world)
        sessionContentURL = folder.url
        self.content = content
        state = Mutex(State(folder: folder, open: folder))
        world.setCapturingLocked(true)
    }

    deinit { end() }

    /// Ends the session: its content is the app's as soon as nobody writes into it.
    func end() {
        let folder = state.withLock { state in
            defer { state.folder = nil }
            return state.folder
        }
        guard folder != nil else { return }
        world.setCapturingLocked(false)
    }

    /// The folder, which the app does not get as long as the caller holds it.
    ///
    /// A capture that is complete only after the session's end, when nothing else was being written, gets a folder of its
    /// own: the session's may be the app's already. A Linux addition.
    package func folderForWriting() throws -> SessionFolder {
        try state.withLock { state in
            if let folder = state.open { return folder }
            let folder = try content.make(in: world)
            state.open = folder
            return folder
        }
    }

    /// Asks the owner to unlock the phone, ends the session, and hands the activity to the app.
    ///
    /// - Throws: ``ApplicationLaunchError``.
    /// Source: Apple, LockedCameraCaptureSession.openApplication(for:).
    public func openApplication(for userActivity: NSUserActivity) async throws {
        guard let open = LockedCameraCaptureManager.shared(in: world).application else {
            throw ApplicationLaunchError.applicationNotFound
        }
        guard world.askToUnlock() else { throw ApplicationLaunchError.authenticationFailed }
        end()
        open(userActivity)
    }

    /// Removes all that was captured. Source: Apple, LockedCameraCaptureSession.invalidateSessionContent().
    ///
    /// - Throws: `CocoaError` when files could not be removed.
    public func invalidateSessionContent() async throws {
        try content.remove(sessionContentURL)
        LockedCameraCaptureManager.shared(in: world).sessionsChanged()
    }
}

/// The type of the activity with which a locked-camera extension opens its app.
///
/// Source: Apple, NSUserActivityTypeLockedCameraCapture.
public let NSUserActivityTypeLockedCameraCapture = "com.apple.LockedCameraCapture.NSUserActivityTypeLockedCameraCapture"
