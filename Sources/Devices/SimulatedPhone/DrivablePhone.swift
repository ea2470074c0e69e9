/// A simulated phone that can be driven and watched: the one of this process (``Phone``) or that of another program
/// (``RemotePhone``).
///
/// Each call returns when the phone has changed and its observers have been called. An app may react later: wait for
/// that with ``wait(until:)`` or ``events()``.
public protocol DrivablePhone: Sendable {
    /// `Never` if calls cannot fail; they need no `try` then.
    associatedtype Failure: Error

    func perform(_ command: Phone.Command) throws(Failure)

    /// Performs a command given as text, such as `turn portrait`; `docs/simulated-phone.md` lists the commands.
    ///
    /// - Throws: ``PhoneError/Code/unknownCommand`` with a sentence that lists the commands that exist.
    func perform(_ words: String) throws(PhoneError)

    /// The phone's state now.
    func state() throws(Failure) -> Phone.State

    /// What happens to the phone from this call on: each change once, in order. The stream ends when the program does.
    func events() throws(Failure) -> AsyncStream<Phone.Event>
}

// MARK: Driving

extension DrivablePhone {
    /// Plugs a device in; does nothing if it is there already.
    public func plug(_ device: Phone.Device) throws(Failure) { try perform(.plug(device)) }

    /// Unplugs a device, even if it is in use.
    public func unplug(_ device: Phone.Device) throws(Failure) { try perform(.unplug(device)) }

    public func turn(to orientation: Phone.Orientation) throws(Failure) { try perform(.turn(orientation)) }

    /// Turns the phone by this many degrees clockwise from its orientation, as seen by a person who looks at its
    /// screen.
    public func tilt(degrees: Double) throws(Failure) { try perform(.tilt(degrees: degrees)) }

    public func lock() throws(Failure) { try perform(.lock) }

    public func unlock() throws(Failure) { try perform(.unlock) }

    /// Presses a button fully and releases it.
    public func press(_ button: Phone.Button) throws(Failure) { try perform(.press(button)) }

    /// Touches the Camera Control without pressing it fully.
    public func touchCameraControl(_ touch: Phone.Touch) throws(Failure) { try perform(.touch(touch)) }

    /// Slides a finger along the Camera Control.
    ///
    /// - Parameter part: of the button's length; negative is to the left.
    public func slide(by part: Double) throws(Failure) { try perform(.slide(part)) }

    /// Takes devices away from the app until ``resume(_:)``.
    public func interrupt(_ interruption: Phone.Interruption) throws(Failure) { try perform(.interrupt(interruption)) }

    public func resume(_ interruption: Phone.Interruption) throws(Failure) { try perform(.resume(interruption)) }

    /// Lets the app use the devices. The app has to ask again for what was refused.
    public func allow(_ permission: Phone.Permission) throws(Failure) { try perform(.allow(permission)) }

    /// Refuses the devices to the app. It loses those that it uses: their session reports that it may not use them.
    public func deny(_ permission: Phone.Permission) throws(Failure) { try perform(.deny(permission)) }

    /// Makes the phone hot, or its battery empty.
    public func setPressure(_ pressure: Phone.Pressure) throws(Failure) { try perform(.pressure(pressure)) }

    /// Replaces the faults of all devices, including those that ``deny(_:)`` made.
    public func setFaults(_ faults: [Phone.Device: [Phone.Fault]]) throws(Failure) { try perform(.faults(faults)) }

    /// Changes how bright the scene is: 1 is a bright day, 0.008 a room in the evening.
    public func setBrightness(_ brightness: Double) throws(Failure) { try perform(.brightness(brightness)) }

    /// Moves the head in front of the front camera.
    public func setHead(_ head: Phone.Head) throws(Failure) { try perform(.head(head)) }

    /// Makes a hand hold the phone, whose pictures shake then: 1 is a hand without support, 0 a tripod, as at first.
    public func setShake(_ strength: Double) throws(Failure) { try perform(.shake(strength)) }

    /// Moves the phone to a place, which `CLLocationManager` reports; `nil` makes its place unknown, as at first.
    public func setPlace(_ place: Phone.Place?) throws(Failure) { try perform(.place(place)) }

    /// Makes the phone louder or softer, from 0 to 1: `AVAudioSession` reports it. Before the first call, the machine's
    /// volume counts.
    public func setVolume(_ volume: Double) throws(Failure) { try perform(.volume(volume)) }
}

// MARK: Waiting

extension DrivablePhone {
    /// Waits until a condition is true of the phone, such as that the app has a camera open:
    ///
    /// ```swift
    /// try await phone.wait { $0.running.contains(.back) }
    /// ```
    ///
    /// There is no timeout; give the test a time limit.
    ///
    /// - Throws: ``PhoneError/Code/noProgram`` if the program ends first, `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func wait(until condition: (Phone.State) -> Bool) async throws {
        let events = try events()
        if condition(try state()) { return }
        for await _ in events where condition(try state()) { return }
        try Task.checkCancellation()
        throw PhoneError(.noProgram, "The program ended before what was waited for")
    }
}
