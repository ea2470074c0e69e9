import CaptureEngine
import DeviceKinds
import FileWatching
import Foundation
import Locking

/// Gives the app what was captured on the lock screen. Source: Apple, LockedCameraCaptureManager.
///
/// While the phone is locked there is nothing. After unlocking there is a folder for each session that has ended, or
/// whose process has died, until the app calls ``invalidateSessionContent(at:)``.
public final class LockedCameraCaptureManager: Sendable {
    public static var shared: LockedCameraCaptureManager { shared(in: .current) }

    static func shared(in world: CaptureWorld) -> LockedCameraCaptureManager {
        world.part { LockedCameraCaptureManager(content: .shared(in: $0), world: $0) }
    }

    typealias Application = @Sendable (NSUserActivity) -> Void

    private struct State {
        var application: Application?
        var listeners: [UInt64: @Sendable () -> Void] = [:]
        var lastListener: UInt64 = 0
        var delays = 0
        var watch: FolderWatch?
        var observations: [SurroundingsObservation] = []
        /// The running sessions whose end is awaited.
        var awaited: Set<URL> = []
    }

    private let content: SessionContent
    private let world: CaptureWorld
    private let state = Mutex(State())

    init(content: SessionContent, world: CaptureWorld = .current) {
        self.content = content
        self.world = world
    }

    /// The folders of the sessions whose content waits for the app, the oldest first. Empty while the phone is locked.
    public var sessionContentURLs: [URL] {
        world.isLocked ? [] : content.ended()
    }

    /// A change of the folders that wait for the app. Source: Apple, LockedCameraCaptureManager.SessionContentUpdate.
    public enum SessionContentUpdate: Sendable, Hashable {
        /// The folders that wait when the sequence begins.
        case initial(urls: [URL])
        /// A session has ended, or the phone was unlocked after one.
        case added(url: URL)
        /// A session's folder was removed, or cannot be reached because the phone is locked.
        case removed(url: URL)
    }

    /// The folders that wait for the app, and then each change; the sequence ends with the task that iterates over it.
    public var sessionContentUpdates: AsyncStream<SessionContentUpdate> {
        AsyncStream { continuation in
            let initial = sessionContentURLs
            let known = Mutex(initial)
            continuation.yield(.initial(urls: initial))
            let compare: @Sendable () -> Void = { [weak self] in
                guard let self else { return }
                known.withLock { known in
                    let updates = Self.updates(from: &known, to: self.sessionContentURLs)
                    for update in updates { continuation.yield(update) }
                }
            }
            let listener = listen(compare)
            // Reports what changed before the listener was added.
            compare()
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[listener] = nil } }
        }
    }

    private static func updates(from old: inout [URL], to new: [URL]) -> [SessionContentUpdate] {
        defer { old = new }
        return old.filter { !new.contains($0) }.map { .removed(url: $0) }
            + new.filter { !old.contains($0) }.map { .added(url: $0) }
    }

    /// Whether a session still captures into this folder, or finishes what it captured. A Linux addition.
    package func isInUse(_ url: URL) -> Bool { content.isInUse(url) }

    /// Removes a session's folder, once the app has taken what it needs.
    ///
    /// - Throws: `CocoaError`: there is no such session, or its files could not be removed.
    public func invalidateSessionContent(at url: URL) async throws {
        try content.remove(url)
        sessionsChanged()
    }

    /// Asks the system to show the app only when it is ready; calls nest.
    ///
    /// Linux: counted, for a program that shows the app's window.
    public func beginDelayingAppearance() { state.withLock { $0.delays += 1 } }

    /// Ends one ``beginDelayingAppearance()``.
    public func endDelayingAppearance() { state.withLock { $0.delays = max(0, $0.delays - 1) } }

    /// Whether the app asked for its appearance to wait. A Linux addition.
    package var isAppearanceDelayed: Bool { state.withLock { $0.delays > 0 } }

    var application: Application? {
        get { state.withLock { $0.application } }
        set { state.withLock { $0.application = newValue } }
    }

    func sessionsChanged() {
        let listeners = state.withLock { Array($0.listeners.values) }
        if !listeners.isEmpty { awaitEnds() }
        for listener in listeners { listener() }
    }

    /// Waits for the end of each running session, in any process.
    private func awaitEnds() {
        let running = content.running()
        let new = state.withLock { state in running.filter { state.awaited.insert($0).inserted } }
        for url in new {
            content.waitForEnd(of: url) { [weak self] in
                self?.state.withLock { _ = $0.awaited.remove(url) }
                self?.sessionsChanged()
            }
        }
    }

    private func listen(_ listener: @escaping @Sendable () -> Void) -> UInt64 {
        beginToWatch()
        return state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
    }

    /// Watches the folders for sessions of other processes, and the phone for unlocking.
    private func beginToWatch() {
        guard state.withLock({ $0.observations.isEmpty }) else { return }
        let watch = content.watch { [weak self] in self?.sessionsChanged() }
        let observations = world.observe { [weak self] event, _ in
            if case .lockChanged = event { self?.sessionsChanged() }
        }
        state.withLock { state in
            state.watch = watch
            state.observations = observations
        }
        awaitEnds()
    }
}
