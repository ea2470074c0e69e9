import CaptureEngine
import Glibc
import Locking

/// A phone in software: back and front cameras, single ones and virtual ones that combine them, an external camera that
/// can be plugged in, and a microphone. All of them capture the same scene.
///
/// Its time begins when a device starts while no other runs. From there, frames and blocks of sound lie on a regular
/// grid, and at every whole second the scene flashes and beeps. With a ``ManualClock`` the samples are the same in
/// every run.
package final class SimulatedPhone: DeviceBackend {
    /// The phone on the real clock, with the faults of the environment variable `AVCAM_SIMULATED_FAULTS`. The scene is
    /// as bright as `AVCAM_SIMULATED_LIGHT` says: 1 is a bright day, 0.008 a room in the evening. The phone is where
    /// `AVCAM_SIMULATED_PLACE` says, in the words of the command `place`.
    ///
    /// If `AVCAM_SIMULATED_CONTROL` is set, other programs can drive it as soon as it is used, see ``PhoneListener``.
    package static let shared: SimulatedPhone = {
        let phone = SimulatedPhone(
            clock: MonotonicClock.shared, startOfDay: wallClockOffset(),
            faults: getenv("AVCAM_SIMULATED_FAULTS").map { String(cString: $0) } ?? "",
            light: getenv("AVCAM_SIMULATED_LIGHT").map { String(cString: $0) } ?? "1",
            place: getenv("AVCAM_SIMULATED_PLACE").map { String(cString: $0) } ?? "none")
        PhoneListener.startIfAllowed(for: phone)
        return phone
    }()

    static let cameraNames = SimulatedCamera.all.map(\.name)
    static let microphoneName = "microphone"
    static let names = cameraNames + [microphoneName]

    package let scheme = "simulated"
    package let isSimulated = true
    /// Its buttons, its orientation, its lock.
    package let body: SimulatedBody
    /// Called for changes of all that ``PhoneSnapshot`` holds, except the body's.
    let changes = PhoneChanges()
    let clock: any CaptureClock
    /// Added to the capture clock, this gives the time of day in the picture, in milliseconds.
    private let startOfDay: Int64

    private struct State {
        var present = Set(SimulatedPhone.names).subtracting(["external"])
        var running: [String: SimulatedSource] = [:]
        /// Where the phone's time begins on the capture clock, in nanoseconds.
        var epoch: Int64 = 0
        var faults: [String: SimulatedFaults] = [:]
        var light = SceneLight()
        var isNoisy = true
        var head = SceneHead.still
        var shake = HandShake(strength: 0)
        var place: BodyPlace?
        var volume: Double?
        var pressure = DevicePressure()
        /// Why the phone does not work at all: the environment variable is wrong.
        var problem: CaptureError?
        var changeHandlers: [@Sendable () -> Void] = []

        /// The faults of a device: its own, and those of the cameras that a virtual one combines.
        func faults(of name: String) -> SimulatedFaults {
            SimulatedCamera.constituents(of: name).reduce(faults[name] ?? SimulatedFaults()) { all, constituent in
                all.joined(with: faults[constituent] ?? SimulatedFaults())
            }
        }

        /// A virtual camera is present while all cameras that it combines are.
        func isPresent(_ name: String) -> Bool {
            ([name] + SimulatedCamera.constituents(of: name)).allSatisfy(present.contains)
                && !faults(of: name).isMissing
        }

        /// Removes a device, and the virtual cameras that combine it, from the running ones.
        mutating func removeRunning(with name: String) -> [SimulatedSource] {
            let names = running.keys.filter { $0 == name || SimulatedCamera.constituents(of: $0).contains(name) }
            return names.compactMap { running.removeValue(forKey: $0) }
        }
    }
    private let state: Mutex<State>

    /// A separate phone. With a clock that is not real time, it never drops a sample because it is late.
    package convenience init(clock: any CaptureClock) {
        self.init(clock: clock, startOfDay: 0, faults: "", light: "1", place: "none")
    }

    private init(clock: any CaptureClock, startOfDay: Int64, faults: String, light: String, place: String) {
        self.clock = clock
        body = SimulatedBody(clock: clock)
        self.startOfDay = startOfDay
        var state = State()
        do throws(CaptureError) {
            state.faults = try SimulatedFaults.parse(faults)
            guard let brightness = Double(light), brightness > 0, brightness.isFinite else {
                throw CaptureError(.deviceFailed, "AVCAM_SIMULATED_LIGHT: \"\(light)\" is not a brightness")
            }
            state.light.brightness = brightness
            if place != "none" {
                guard let known = BodyPlace(words: place) else {
                    throw CaptureError(.deviceFailed, "AVCAM_SIMULATED_PLACE: \"\(place)\" is not a place")
                }
                state.place = Self.timed(known)
            }
        } catch {
            state.problem = error
        }
        self.state = Mutex(state)
    }

    // MARK: DeviceBackend

    package func devices() -> [DeviceDescription] {
        let present = state.withLock { state in Self.names.filter { state.isPresent($0) } }
        return present.map { SimulatedModel.description(of: $0) }
    }

    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        guard state.withLock({ $0.isPresent(name) }) else { throw Self.notFound(name) }
        return SimulatedModel.description(of: name)
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        guard device.id.scheme == scheme, Self.names.contains(device.id.name) else {
            throw Self.notFound(device.id.name)
        }
        return SimulatedSource(device, phone: self)
    }

    package func onChange(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.changeHandlers.append(handler) }
    }

    package var surroundings: (any Surroundings)? { self }

    // MARK: What is around its cameras

    /// How hot the phone is, or how empty its battery.
    package var pressure: DevicePressure {
        if body.interruptions.contains(.pressure) {
            return DevicePressure(level: .shutdown, factors: [.systemTemperature])
        }
        return state.withLock { $0.pressure }
    }

    /// Where the phone is; at first it does not know.
    package var place: BodyPlace? { state.withLock { $0.place } }

    /// Whether an app uses one of the cameras now.
    package var isCameraRunning: Bool {
        state.withLock { state in state.running.keys.contains { $0 != Self.microphoneName } }
    }

    // MARK: What happens to the phone

    /// Plugs a device in, by default the external camera; does nothing if it is there already.
    package func plug(_ name: String = "external") {
        precondition(Self.names.contains(name), "the simulated phone has no \(name)")
        let handlers = state.withLock { state in
            state.present.insert(name).inserted ? state.changeHandlers : []
        }
        changes.tell()
        for handler in handlers { handler() }
    }

    /// Pulls a device out, and with it the virtual cameras that combine it; a source that runs on one of them fails with
    /// `deviceDisconnected`.
    package func unplug(_ name: String = "external") {
        let (sources, handlers) = state.withLock { state in
            let wasThere = state.present.remove(name) != nil
            return (state.removeRunning(with: name), wasThere ? state.changeHandlers : [])
        }
        for source in sources {
            source.lose(
                because: CaptureError(.deviceDisconnected, "\(source.id) was disconnected", device: source.id))
        }
        changes.tell()
        for handler in handlers { handler() }
    }

    /// Unplugs a device that has run as long as its fault allows. For a virtual camera, unplugs the cameras that have
    /// the fault.
    func unplugAsTheFaultSays(_ name: String) {
        let names = state.withLock { state in
            ([name] + SimulatedCamera.constituents(of: name)).filter {
                state.faults[$0]?.unplugAfterMilliseconds != nil
            }
        }
        for name in names.first == name || names.isEmpty ? [name] : names { unplug(name) }
    }

    /// Whether a camera's privacy switch covers it.
    func isCovered(_ camera: String) -> Bool { state.withLock { $0.faults(of: camera).isCovered } }

    /// Replaces the faults of a device. A missing one is gone at once, a covered one is covered at once; the others count
    /// from its next start on.
    package func setFaults(_ faults: SimulatedFaults, of name: String) {
        state.withLock { $0.faults[name] = faults }
        changes.tell()
    }

    /// Allows or refuses apps the phone's cameras, or its microphone. A source that runs on a device that is refused
    /// fails with `notAuthorized`. One that is allowed again has to be opened by the app.
    package func setAllowed(_ isAllowed: Bool, cameras: Bool) {
        let names = cameras ? Self.cameraNames : [Self.microphoneName]
        let sources = state.withLock { state in
            for name in names { state.faults[name, default: SimulatedFaults()].isDenied = !isAllowed }
            return isAllowed ? [] : names.compactMap { state.running.removeValue(forKey: $0) }
        }
        for source in sources { source.lose(because: Self.refused(source.id)) }
        changes.tell()
    }

    /// Whether opening the device is forbidden.
    package func refuses(_ device: DeviceID) -> Bool { state.withLock { $0.faults(of: device.name).isDenied } }

    /// Why a device of the phone cannot be opened by this user; `nil` if it can, or if it is not one of the phone's.
    package func refusal(of device: DeviceID) -> CaptureError? {
        device.scheme == scheme && refuses(device) ? Self.refused(device) : nil
    }

    private static func refused(_ device: DeviceID) -> CaptureError {
        CaptureError(.notAuthorized, "access to \(device) was refused", device: device)
    }

    /// Changes the light on the scene; running cameras adapt to it.
    package func setSceneLight(_ light: SceneLight) {
        state.withLock { $0.light = light }
        changes.tell()
    }

    /// Changes how bright the scene is: 1 is a bright day; at 1/128, automatic exposure chooses ISO 1600 and 1/30 s.
    package func setSceneBrightness(_ brightness: Double) {
        state.withLock { $0.light.brightness = brightness }
        changes.tell()
    }

    /// Turns the sensors' noise, which is on at first, on or off. A frame without noise is the same in all other
    /// respects.
    package func setNoise(_ isNoisy: Bool) {
        state.withLock { $0.isNoisy = isNoisy }
    }

    /// Moves the head in front of the front camera.
    package func setHead(_ head: SceneHead) {
        state.withLock { $0.head = head }
    }

    /// Makes a hand hold the phone, which stands on a tripod at first. Frames and processed stills shake; RAW stills and
    /// depth do not.
    package func setShake(_ shake: HandShake) {
        state.withLock { $0.shake = shake }
    }

    /// Moves the phone to a place, or makes its place unknown.
    ///
    /// - Parameter place: its time is replaced by the time of this call.
    package func setPlace(_ place: BodyPlace?) {
        state.withLock { $0.place = place.map(Self.timed) }
        changes.tell()
    }

    private static func timed(_ place: BodyPlace) -> BodyPlace {
        var (place, now) = (place, timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        place.time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        return place
    }

    /// How loud the phone is, from 0 to 1; at first it leaves that to the machine.
    package var volume: Double? { state.withLock { $0.volume } }

    package func setVolume(_ volume: Double) {
        state.withLock { $0.volume = volume }
        changes.tell()
    }

    /// Changes how hot the phone is, or how empty its battery.
    package func setPressure(_ pressure: DevicePressure) {
        let handlers = state.withLock { state in
            state.pressure = pressure
            return state.changeHandlers
        }
        changes.tell()
        for handler in handlers { handler() }
    }

    /// Whether a program has this camera or microphone open.
    package func isOpen(_ name: String) -> Bool { state.withLock { $0.running[name] != nil } }

    // MARK: For who watches it

    /// The state of its devices and its scene at one moment, as commands can change it. Each device counts by itself
    /// here: a virtual camera can be plugged in, although it is not offered while its constituents are missing.
    var facts: (present: [String], running: [String], denied: [String], brightness: Double) {
        state.withLock { state in
            (
                Self.names.filter { state.present.contains($0) && state.faults[$0]?.isMissing != true },
                Self.names.filter { state.running[$0] != nil },
                Self.names.filter { state.faults[$0]?.isDenied == true }, state.light.brightness
            )
        }
    }

    // MARK: For its sources

    /// The light on the scene now.
    var light: SceneLight { state.withLock { $0.light } }

    var head: SceneHead { state.withLock { $0.head } }

    var shake: HandShake { state.withLock { $0.shake } }

    /// How the hand that holds the phone turns it now, in radians per second, counterclockwise for a person who looks at
    /// the screen. The scene in the picture turns the other way.
    var twist: Double {
        let (shake, epoch) = state.withLock { ($0.shake, $0.epoch) }
        return shake.angularSpeed(at: clock.now.nanoseconds - epoch)
    }

    var isNoisy: Bool { state.withLock { $0.isNoisy } }

    /// Opens a device for one source alone.
    ///
    /// - Returns: when the phone's time began, the time now, both in nanoseconds of the clock, and what should go
    ///   wrong.
    func open(_ source: SimulatedSource) throws(CaptureError) -> (epoch: Int64, now: Int64, faults: SimulatedFaults) {
        let name = source.id.name
        let now = clock.now.nanoseconds
        let opened = try state.withLock { state throws(CaptureError) in
            if let problem = state.problem { throw problem }
            guard state.isPresent(name) else { throw Self.notFound(name) }
            let faults = state.faults(of: name)
            if faults.isDenied { throw Self.refused(source.id) }
            if faults.isBusy || state.running[name] != nil {
                throw CaptureError(.deviceInUse, "\(source.id) is already in use", device: source.id)
            }
            if state.running.isEmpty { state.epoch = now }
            state.running[name] = source
            return (state.epoch, now, faults)
        }
        changes.tell()
        return opened
    }

    /// Closes the device; does nothing if another source has it.
    func close(_ source: SimulatedSource) {
        state.withLock { state in
            if state.running[source.id.name] === source { state.running[source.id.name] = nil }
        }
        changes.tell()
    }

    /// The time of day that the scene's clock shows, in milliseconds since midnight.
    func timeOfDay(at nanoseconds: Int64) -> Int64 {
        (nanoseconds / 1_000_000 + startOfDay) % 86_400_000
    }

    private static func notFound(_ name: String) -> CaptureError {
        let id = DeviceID(scheme: "simulated", name: name)
        return CaptureError(.deviceNotFound, "there is no device \(id)", device: id)
    }

    /// Local time of day minus monotonic time, in milliseconds; never negative.
    private static func wallClockOffset() -> Int64 {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        let ofDay = (now + local.tm_gmtoff) % 86_400 * 1000
        let monotonic = MonotonicClock.shared.now.nanoseconds / 1_000_000
        return ((Int64(ofDay) - monotonic) % 86_400_000 + 86_400_000) % 86_400_000
    }
}

extension CMTime {
    /// Nanoseconds, rounded.
    var nanoseconds: Int64 { convertScale(1_000_000_000, method: .default).value }

    init(nanoseconds: Int64) {
        self.init(value: nanoseconds, timescale: 1_000_000_000)
    }
}
