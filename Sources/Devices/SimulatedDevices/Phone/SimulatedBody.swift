import Locking

/// The body of the simulated phone: how it is held, what its buttons do, whether it is locked, and what else on it
/// wants the camera.
///
/// Handlers are called on the thread that makes the change, with no lock held.
package final class SimulatedBody: Sendable {
    /// How the phone is held. At first ``landscapeLeft``, in which the sensors' pictures are upright.
    package enum Orientation: Sendable, Hashable, CaseIterable {
        case portrait, portraitUpsideDown
        /// The top points to the left; the charging port is on the right.
        case landscapeLeft
        case landscapeRight
        case faceUp, faceDown
    }

    /// What takes devices away from an app for a while.
    package enum Interruption: Sendable, Hashable, CaseIterable {
        /// The app is in the background; a locked phone has every app there.
        case background
        /// A phone call has the microphone.
        case microphoneInUse
        /// Another app has the camera.
        case cameraInUse
        /// Another app shares the screen.
        case otherAppInForeground
        /// The phone is too hot.
        case pressure
    }

    package enum Button: Sendable, Hashable {
        case cameraControl, volumeUp, volumeDown, action
        /// The stem of an ear-phone.
        case headset
    }

    package enum ButtonPhase: Sendable, Hashable {
        case began, ended, cancelled
    }

    /// What a finger does on the Camera Control without pressing it fully.
    package enum Touch: Sendable, Hashable {
        case lightPress, doubleLightPress
        /// The finger slid by a part of the button's length; negative is to the left.
        case slide(Float)
        /// The person turned to something else.
        case leave
    }

    package enum Event: Sendable, Hashable {
        case turned(Orientation)
        /// By so many degrees, see ``SimulatedBody/tilt``.
        case tilted(Double)
        case interruptionsChanged
        case lockChanged(isLocked: Bool)
        case touched(Touch)
        case pressed(Button, ButtonPhase)
        /// An app played a sound of the camera's.
        case played(String)
    }

    /// Ends with the object.
    package final class Observation: Sendable {
        private let body: SimulatedBody
        private let number: UInt64

        fileprivate init(_ body: SimulatedBody, _ number: UInt64) {
            self.body = body
            self.number = number
        }

        deinit { body.state.withLock { $0.handlers[number] = nil } }
    }

    private struct State {
        var orientation = Orientation.landscapeLeft
        var tilt = 0.0
        var isLocked = false
        var interruptions: Set<Interruption> = []
        /// Whether an app's locked-camera extension is on the screen.
        var isCapturingLocked = false
        var acceptsOwner = true
        var handlers: [UInt64: @Sendable (Event) -> Void] = [:]
        var lastNumber: UInt64 = 0
    }
    private let state = Mutex(State())

    init() {}

    /// Calls `handler` for every event until the observation is gone.
    package func observe(_ handler: @escaping @Sendable (Event) -> Void) -> Observation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return Observation(self, number)
    }

    // MARK: How it is held

    package var orientation: Orientation { state.withLock { $0.orientation } }

    package func turn(to orientation: Orientation) {
        tell(.turned(orientation)) { $0.orientation = orientation }
    }

    /// By how many degrees it is turned clockwise from ``orientation``, seen by who looks at its screen; 0 at first.
    package var tilt: Double { state.withLock { $0.tilt } }

    package func tilt(by degrees: Double) {
        tell(.tilted(degrees)) { $0.tilt = degrees }
    }

    // MARK: What takes the devices away

    /// All that holds now; a locked phone has its apps in the background, but for one that captures on the lock screen.
    package var interruptions: Set<Interruption> {
        state.withLock { state in
            state.isLocked && !state.isCapturingLocked
                ? state.interruptions.union([.background]) : state.interruptions
        }
    }

    package func begin(_ interruption: Interruption) {
        tell(.interruptionsChanged) { $0.interruptions.insert(interruption) }
    }

    package func end(_ interruption: Interruption) {
        tell(.interruptionsChanged) { $0.interruptions.remove(interruption) }
    }

    package var isLocked: Bool { state.withLock { $0.isLocked } }

    package func setLocked(_ isLocked: Bool) {
        tell(.lockChanged(isLocked: isLocked)) { $0.isLocked = isLocked }
        tell(.interruptionsChanged) { _ in }
    }

    /// Whether the owner, when asked, shows that it is them; at first they do.
    package func setAuthentication(succeeds: Bool) {
        state.withLock { $0.acceptsOwner = succeeds }
    }

    /// Asks the owner to unlock the phone.
    ///
    /// - Returns: whether the phone is unlocked now.
    package func askToUnlock() -> Bool {
        let (isLocked, accepts) = state.withLock { ($0.isLocked, $0.acceptsOwner) }
        guard isLocked else { return true }
        if accepts { setLocked(false) }
        return accepts
    }

    /// Says whether an app's locked-camera extension is on the screen.
    package func setCapturingLocked(_ isCapturing: Bool) {
        tell(.interruptionsChanged) { $0.isCapturingLocked = isCapturing }
    }

    // MARK: Its buttons

    package func touch(_ touch: Touch) {
        tell(.touched(touch)) { _ in }
    }

    package func press(_ button: Button, _ phase: ButtonPhase) {
        tell(.pressed(button, phase)) { _ in }
    }

    /// Nothing is heard; the observers are told.
    package func play(_ sound: String) {
        tell(.played(sound)) { _ in }
    }

    private func tell<Result>(_ event: Event, _ change: (inout State) -> Result) {
        let handlers = state.withLock { state in
            _ = change(&state)
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler(event) }
    }
}
