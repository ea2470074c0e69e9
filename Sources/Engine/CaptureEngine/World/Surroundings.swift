/// What is around a camera while it captures: how it is held, which buttons are pressed, which other programs want it,
/// how hot it is.
///
/// The simulated phone is one; the machine that the program runs on is another. Each implements what it has; the
/// defaults below stand for what it lacks. All members may be called from any thread.
package protocol Surroundings: AnyObject, Sendable {
    // MARK: How it is held

    /// `nil` if nothing measures it.
    var orientation: BodyOrientation? { get }

    /// Whether there is an ``acceleration`` now.
    var hasAccelerometer: Bool { get }

    /// In g, toward the ground, in the axes of the screen: x to the right, y up, z toward the person. `nil` while nothing
    /// measures it.
    var acceleration: SIMD3<Double>? { get }

    /// Whether there is a ``rotationRate`` now.
    var hasGyroscope: Bool { get }

    /// In radians per second around the axes of the screen, counterclockwise for a person who looks against an axis: a turn
    /// to the left, as that person sees it, is a positive z. `nil` while nothing measures it.
    var rotationRate: SIMD3<Double>? { get }

    /// Where the body is, if it knows that by itself; a service finds the place of a machine. This must return quickly.
    var place: BodyPlace? { get }

    // MARK: What takes the devices away

    /// Those in effect now.
    var interruptions: Set<CaptureInterruption> { get }

    /// Lets the machine sleep only once the observation is gone, as far as it can be made to wait.
    func delaySleep() -> SurroundingsObservation

    var isLocked: Bool { get }

    /// Asks the owner to unlock it.
    ///
    /// - Returns: whether it is unlocked now.
    func askToUnlock() -> Bool

    /// Says whether an app's locked-camera extension is on the screen: then the lock interrupts nothing.
    func setCapturingLocked(_ isCapturing: Bool)

    /// Heat and lack of power. It must be quick.
    var pressure: DevicePressure { get }

    /// Why this program may not use a device, as far as that is known before it is opened; `nil` if it may.
    func refusal(of device: DeviceID) -> CaptureError?

    /// Whether there are device nodes of that kind, none of which this user may open.
    func areNodesClosed(for kind: DeviceDescription.Kind) -> Bool

    // MARK: Its power and its screen

    /// `nil` if it has no battery, or none that can be read.
    var battery: BatteryReading? { get }

    /// How bright the screen is, from 0 to 1; `nil` if it has no light that can be read.
    var screenBrightness: Double? { get }

    /// Sets it, as far as this user may.
    func setScreenBrightness(_ brightness: Double)

    // MARK: Its buttons and its sound

    /// The buttons that it has.
    var buttons: Set<BodyButton> { get }

    /// Reports presses of the buttons to the observers until the observation is gone. Where buttons cost nothing, they
    /// are always reported.
    func readButtons() -> SurroundingsObservation

    /// The volume that the person who holds it sets; `nil` if that is the sound output's.
    var volumeControl: (any VolumeControl)? { get }

    /// Plays a sound of the camera's to the person who holds it.
    func play(_ sound: String)

    /// Calls `handler` for every event, on the thread that makes it and with no lock held, until the observation is gone.
    func observe(_ handler: @escaping @Sendable (SurroundingsEvent) -> Void) -> SurroundingsObservation
}

extension Surroundings {
    package var orientation: BodyOrientation? { nil }
    package var hasAccelerometer: Bool { false }
    package var acceleration: SIMD3<Double>? { nil }
    package var hasGyroscope: Bool { false }
    package var rotationRate: SIMD3<Double>? { nil }
    package var place: BodyPlace? { nil }
    package var interruptions: Set<CaptureInterruption> { [] }
    package func delaySleep() -> SurroundingsObservation { SurroundingsObservation {} }
    package var isLocked: Bool { false }
    package func askToUnlock() -> Bool { true }
    package func setCapturingLocked(_ isCapturing: Bool) {}
    package var pressure: DevicePressure { DevicePressure() }
    package func refusal(of device: DeviceID) -> CaptureError? { nil }
    package func areNodesClosed(for kind: DeviceDescription.Kind) -> Bool { false }
    package var battery: BatteryReading? { nil }
    package var screenBrightness: Double? { nil }
    package func setScreenBrightness(_ brightness: Double) {}
    package var buttons: Set<BodyButton> { [] }
    package func readButtons() -> SurroundingsObservation { SurroundingsObservation {} }
    package var volumeControl: (any VolumeControl)? { nil }
    package func play(_ sound: String) {}
    package func observe(_ handler: @escaping @Sendable (SurroundingsEvent) -> Void) -> SurroundingsObservation {
        SurroundingsObservation {}
    }
}

/// How full a battery is, and whether it gets power.
package struct BatteryReading: Sendable, Equatable {
    package enum Supply: Sendable {
        case unplugged, charging, full
        /// The battery does not say.
        case unknown
    }

    /// From 0 to 1.
    package var level: Double
    package var supply: Supply

    package init(level: Double, supply: Supply) {
        (self.level, self.supply) = (level, supply)
    }
}
