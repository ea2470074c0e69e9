import CaptureEngine
import Glibc
import Locking

/// The body of the simulated phone: how it is held, what its buttons do, whether it is locked, and what else on it
/// wants the camera.
///
/// Handlers are called on the thread that makes the change, with no lock held.
package final class SimulatedBody: Sendable {
    package typealias Orientation = BodyOrientation
    package typealias Interruption = CaptureInterruption
    package typealias Button = BodyButton
    package typealias Touch = ButtonTouch
    package typealias Event = SurroundingsEvent

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
        /// The last one.
        var turn: BodyTurn?

        var gravity: SIMD3<Double> {
            switch orientation {
            case .portrait: Self.gravity(turned: tilt)
            case .landscapeRight: Self.gravity(turned: 90 + tilt)
            case .portraitUpsideDown: Self.gravity(turned: 180 + tilt)
            case .landscapeLeft: Self.gravity(turned: 270 + tilt)
            case .faceUp: [0, 0, -1]
            case .faceDown: [0, 0, 1]
            }
        }

        /// - Parameter degrees: clockwise from upright.
        private static func gravity(turned degrees: Double) -> SIMD3<Double> {
            let angle = degrees * .pi / 180
            return [sin(angle), -cos(angle), 0]
        }

        /// Changes how it is held.
        mutating func move(at now: CMTime, _ change: (inout State) -> Void) {
            let old = gravity
            change(&self)
            turn = BodyTurn(from: old, to: gravity, start: now)
        }
    }
    private let state = Mutex(State())
    private let clock: any CaptureClock

    /// - Parameter clock: the phone's.
    init(clock: any CaptureClock) { self.clock = clock }

    /// Calls `handler` for every event until the observation is gone.
    package func observe(_ handler: @escaping @Sendable (Event) -> Void) -> SurroundingsObservation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return SurroundingsObservation { [self] in state.withLock { $0.handlers[number] = nil } }
    }

    // MARK: How it is held

    /// At first ``BodyOrientation/landscapeLeft``.
    package var orientation: Orientation { state.withLock { $0.orientation } }

    package func turn(to orientation: Orientation) {
        let now = clock.now
        tell(.turned(orientation)) { $0.move(at: now) { $0.orientation = orientation } }
    }

    /// How many degrees it is turned clockwise from ``orientation``, as seen by a person who looks at its screen; 0 at
    /// first.
    package var tilt: Double { state.withLock { $0.tilt } }

    package func tilt(by degrees: Double) {
        let now = clock.now
        tell(.tilted(degrees)) { $0.move(at: now) { $0.tilt = degrees } }
    }

    /// The direction to the ground in the axes of the screen, of length 1.
    package var gravity: SIMD3<Double> { state.withLock { $0.gravity } }

    /// How it turns, in radians per second around the axes of the screen. A turn lasts a quarter of a second of the
    /// phone's clock.
    package var rotationRate: SIMD3<Double> {
        let now = clock.now
        return state.withLock { $0.turn?.rate(at: now) } ?? .zero
    }

    // MARK: What takes the devices away

    /// Those in effect now. A locked phone has its apps in the background, except one that captures on the lock screen.
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

    /// Sets whether authentication of the owner succeeds, as it does at first.
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
