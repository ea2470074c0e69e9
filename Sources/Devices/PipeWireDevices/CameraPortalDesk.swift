import CameraPortal
import CaptureEngine
import Foundation
import Locking
import PipeWire

/// The desktop's camera portal: where a program in a sandbox gets its cameras, once the person has allowed it.
///
/// | what happens | what becomes of it |
/// | --- | --- |
/// | the person allowed it, now or another day | `granted`, without a question |
/// | the person refused, now or another day | `undecided` until the question is put, then `denied` without a dialog |
/// | nobody answers within the timeout | `undecided`; the question is withdrawn |
/// | cameras are turned off on this machine, or there is no portal | `restricted` |
/// | the permission is taken away | `denied`: at once outside of a sandbox, and inside when the camera is gone |
/// | the permission is given back | `granted` at the next question; at once outside of a sandbox |
final class CameraPortalDesk: PermissionDesk {
    /// The portal's functions.
    struct Portal: Sendable {
        var ask: @Sendable (Duration) -> CameraPortalAnswer = { CameraPortalClient.ask(timeout: $0) }
        var open: @Sendable () -> (answer: CameraPortalAnswer, descriptor: Int32?) = { CameraPortalClient.open() }
        var watch: @Sendable (@escaping @Sendable () -> Void) -> Void = { CameraPortalClient.watch($0) }
    }

    private struct State {
        /// `nil` until somebody has looked.
        var permission: DevicePermission?
        /// Whether cameras were turned off when the person was to be asked.
        var isForbidden = false
        /// How many questions have been answered: what somebody saw before an answer is out of date.
        var answers = 0
        var isAsking = false
        /// Whether the person was asked because a program wanted a list of cameras.
        var hasAskedForList = false
        var isWatched = false
        var handlers: [Int: @Sendable () -> Void] = [:]
        var lastHandler = 0
    }

    private let portal: Portal
    private let timeout: Duration
    private let state = Monitor(State())

    /// - Parameter timeout: how long the person may think.
    init(_ portal: Portal = Portal(), timeout: Duration = .seconds(120)) {
        self.portal = portal
        self.timeout = timeout
    }

    /// Whether cameras are to be had through the portal here: in a sandbox that hides the devices, or where the environment
    /// says so.
    static func isWanted(environment: String?, sandbox: String = "/.flatpak-info") -> Bool {
        if let environment { return environment != "0" && !environment.isEmpty }
        guard let text = try? String(contentsOfFile: sandbox, encoding: .utf8) else { return false }
        // `devices=dri;all;`, which stands in the section [Context] only.
        let line = text.split(separator: "\n").first { $0.hasPrefix("devices=") } ?? ""
        return !line.dropFirst("devices=".count).split(separator: ";").contains("all")
    }

    // MARK: The permission

    var permission: DevicePermission {
        let known = state.withLock { $0.permission }
        // Nothing tells a sandbox that a refusal was taken back.
        return known == .granted ? .granted : look()
    }

    /// Looks again, and asks nobody.
    @discardableResult
    func look() -> DevicePermission {
        let (permission, descriptor) = tryToOpen()
        if let descriptor { close(descriptor) }
        return permission
    }

    private func tryToOpen() -> (permission: DevicePermission, descriptor: Int32?) {
        let answers = state.withLock { $0.answers }
        let (answer, descriptor) = portal.open()
        return (note(answer, seenAfter: answers), descriptor)
    }

    func ask() -> DevicePermission {
        let isFirst = state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
        guard isFirst else {
            return state.wait { $0.isAsking ? nil : $0.permission } ?? .undecided
        }
        defer { state.withLock { $0.isAsking = false } }
        let known = look()
        // What was turned off for all programs may be on again.
        return known == .granted || known == .denied ? known : note(portal.ask(timeout), seenAfter: nil)
    }

    /// Whether cameras may be listed. A program that lists them without asking for permission makes the person be asked, once;
    /// this waits no longer than an answer of another day takes to come.
    func mayList() -> Bool {
        let permission = permission
        guard permission == .undecided else { return permission == .granted }
        let isFirst = state.withLock { state in
            defer { state.hasAskedForList = true }
            return !state.hasAskedForList
        }
        guard isFirst else { return false }
        let answer = Monitor<DevicePermission?>(nil)
        let asking = try? SourceThread("camera-portal") { [self] _ in
            let permission = ask()
            answer.withLock { $0 = permission }
        }
        guard asking != nil else { return false }
        return answer.wait(timeout: .milliseconds(500)) { $0 } == .granted
    }

    /// - Parameter answers: how many there were when the portal was looked at; `nil` for an answer of the person's.
    private func note(_ answer: CameraPortalAnswer, seenAfter answers: Int?) -> DevicePermission {
        let (permission, handlers) = state.withLock { state -> (DevicePermission, [@Sendable () -> Void]) in
            let before = state.permission
            if let answers, let before, answers != state.answers { return (before, []) }
            if answers == nil { state.answers += 1 }
            state.isForbidden = answer == .forbidden || (answers != nil && state.isForbidden && answer != .granted)
            let permission: DevicePermission =
                switch answer {
                case .granted: .granted
                case .refused where answers == nil || before == .granted || before == .denied: .denied
                // Without a question this can also mean that there was none.
                case .refused: state.isForbidden ? .restricted : .undecided
                case .unanswered: answers == nil ? .undecided : before ?? .undecided
                // A portal that has ended takes nothing away.
                case .missing: before == .granted ? .granted : .restricted
                case .forbidden: .restricted
                }
            state.permission = permission
            let isNews = before != nil && (before == .granted) != (permission == .granted)
            return (permission, isNews ? Array(state.handlers.values) : [])
        }
        if permission == .granted { watch() }
        for handler in handlers { handler() }
        return permission
    }

    // MARK: Changes

    /// Calls `handler` after the permission was given or taken away, on any thread.
    func observe(_ handler: @escaping @Sendable () -> Void) -> SurroundingsObservation {
        let number = state.withLock { state in
            state.lastHandler += 1
            state.handlers[state.lastHandler] = handler
            return state.lastHandler
        }
        return SurroundingsObservation { [weak self] in
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: number) }
        }
    }

    private func watch() {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        _ = try? SourceThread("portal-watch") { [self] _ in portal.watch { [weak self] in self?.look() } }
    }

    // MARK: The cameras

    /// A connection to PipeWire that shows the cameras.
    ///
    /// - Throws: ``PipeWireError``, `notAllowed` among others.
    func open() throws(PipeWireError) -> Int32 {
        let (permission, descriptor) = tryToOpen()
        guard let descriptor else {
            // A portal that does not answer takes nothing away.
            let kind: PipeWireError.Kind = permission == .granted ? .notRunning : .notAllowed
            throw PipeWireError(kind: kind, message: Self.reason(for: permission))
        }
        return descriptor
    }

    /// Why there are no cameras, as a sentence without its end.
    static func reason(for permission: DevicePermission) -> String {
        switch permission {
        case .granted: "the desktop's camera portal shows no camera"
        case .undecided: "this program has not been allowed to use cameras yet"
        case .denied: "this program may not use cameras; allow it in the desktop's settings"
        case .restricted: "the desktop gives no cameras to programs: it has turned them off, or has no camera portal"
        }
    }
}
