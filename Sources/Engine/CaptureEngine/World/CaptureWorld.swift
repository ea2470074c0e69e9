import Locking

/// What a program captures in: which devices there are, what time it is, who has which camera, what its user prefers, and
/// what is around it.
///
/// A program has one, made when it is first asked for; a test can make one of its own. An object takes its world when
/// it is made and keeps it. Objects of different worlds know nothing of each other.
package final class CaptureWorld: Sendable {
    package let catalog: DeviceCatalog
    /// The time of the samples that the devices make.
    package let clock: any CaptureClock
    /// The current user of each camera.
    package let claims = CameraClaims()
    /// Which devices are shown to programs that name none.
    package let offer: DeviceOffer
    /// What is remembered of the user's choices.
    package let preferences: any Preferences
    /// Where this world's sound is played.
    package let soundOutput: any SoundOutput
    /// The machine that the program runs on.
    private let host: any Surroundings
    private let parts = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    /// - Parameters:
    ///   - backends: in the order in which their devices are preferred.
    ///   - host: the machine that the program runs on, around all devices that have no surroundings of their own.
    ///   - clock: of the devices.
    ///   - preferences: where the user's choices are remembered; by default, not beyond this world.
    ///   - soundOutput: where sound is heard; by default nowhere.
    ///   - wish: the kinds and devices to offer, see ``WantedDevices``; asked each time.
    package init(
        backends: [any DeviceBackend], host: any Surroundings, clock: any CaptureClock = MonotonicClock.shared,
        preferences: any Preferences = TransientPreferences(), soundOutput: any SoundOutput = SilentOutput(),
        wish: @escaping @Sendable () -> String? = { nil }
    ) {
        catalog = DeviceCatalog(backends: backends)
        offer = DeviceOffer(of: catalog, wish: wish)
        self.host = host
        self.clock = clock
        self.preferences = preferences
        self.soundOutput = soundOutput
    }

    // MARK: What modules above keep for each world

    /// The one object of its type that belongs to this world.
    ///
    /// - Parameter make: makes it at the first call. If two threads call at once, each makes one, and both get the same
    ///   one.
    package func part<Part: AnyObject & Sendable>(_ make: (CaptureWorld) -> Part) -> Part {
        let key = ObjectIdentifier(Part.self)
        if let known = parts.withLock({ $0[key] as? Part }) { return known }
        let made = make(self)
        return parts.withLock { parts in
            if let known = parts[key] as? Part { return known }
            parts[key] = made
            return made
        }
    }

    /// Releases the parts, which refer to their world. Nothing may use the world after this.
    package func end() {
        let parts = parts.withLock { parts in
            defer { parts = [:] }
            return parts
        }
        withExtendedLifetime(parts) {}
    }

    // MARK: What is around it

    /// What is around a device.
    package func surroundings(of device: DeviceID) -> any Surroundings { catalog.surroundings(of: device) ?? host }

    /// All surroundings; the machine that the program runs on comes last.
    package var surroundings: [any Surroundings] {
        let others = catalog.backends.compactMap(\.surroundings)
        return others.contains { $0 === host } ? others : others + [host]
    }
}
