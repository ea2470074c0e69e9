import CaptureEngine
import Foundation
import Locking

/// Keeps the single ``AVCaptureDevice`` object of each device, and notifies when devices come and go.
final class DeviceRegistry: Sendable {
    fileprivate struct State {
        var devices: [DeviceID: AVCaptureDevice] = [:]
        /// The external camera that stands in for the built-in one.
        var standIn: DeviceID?
        /// The devices of each kind that were there at the last look; `nil` before the first one.
        var present: [DeviceDescription.Kind: Set<DeviceID>] = [:]
        /// The schemes that every look so far has left out, because the person would have been asked. What they have is
        /// not known to be new: see ``DeviceRegistry/announceNewcomers()``.
        var unasked: [DeviceDescription.Kind: Set<String>] = [:]
        var searches: [WeakSearch] = []
        var changeCount = 0
        /// The sessions that have lost a device at least once. All of them are told when a device returns, because a
        /// device knows only the session that took it last. A session is removed when it is deallocated.
        var losers: [ObjectIdentifier: WeakSession] = [:]
    }

    fileprivate struct WeakSession {
        weak var session: AVCaptureSession?
    }

    fileprivate struct WeakSearch {
        weak var session: AVCaptureDevice.DiscoverySession?
    }

    private let world: CaptureWorld
    private let state = Mutex(State())
    /// Arrivals and removals are reported here one at a time, whichever backend noticed them. Code that waits for this
    /// queue, as tests do, has heard of everything that happened before.
    let changes = DispatchQueue(label: "AVCaptureDevice.changes")

    init(_ world: CaptureWorld) {
        self.world = world
        world.microphones.setActiveFormat { [weak self] id in
            self?.existing(id)?.activeFormat.formatDescription
        }
        world.offer.onChange { [weak self] in
            self?.devicesChanged()
        } lateWatch: { [weak self] in
            if let self { changes.async { self.lookBehind() } }
        }
    }

    private func devicesChanged() {
        state.withLock { $0.changeCount += 1 }
        changes.async { self.refresh() }
    }

    /// Looks for what came or went before a watch began, and treats it as if the watch had noticed it. Called on
    /// ``changes``.
    ///
    /// Only backends that have been asked before are asked again, because some of them need a connection to a server.
    /// The person is not asked for permission. If nothing has changed, no observer is notified, and a broken device
    /// does not count as repaired.
    func lookBehind() {
        let (present, known) = state.withLock { ($0.present, Array($0.devices.values)) }
        let hasListChanged = present.contains { kind, ids in
            Set(world.offer.devices(of: kind, mayAsk: false).lazy.filter { $0.kind == kind }.map(\.id)) != ids
        }
        let hasDeviceChanged = {
            known.contains { device in
                !device.engineDescription.traits.contains(.unlisted) && self.isPresent(device.id) != device.isConnected
            }
        }
        if hasListChanged || hasDeviceChanged() { devicesChanged() }
    }

    /// The devices that are offered now, best first.
    ///
    /// - Parameters:
    ///   - mediaType: `nil` for all. Devices of other kinds are not looked for, which would take its time.
    ///   - mayAsk: whether the person may be asked for permission: only because the program looks for devices.
    func offered(for mediaType: AVMediaType? = nil, mayAsk: Bool = true) -> [AVCaptureDevice] {
        let kinds: [DeviceDescription.Kind]
        switch mediaType {
        case .video: kinds = [.camera]
        case .audio: kinds = [.microphone]
        case nil: kinds = [.camera, .microphone]
        default: return []
        }
        // Before the look: what a permission that is given meanwhile adds to it is not new.
        let leftOut = mayAsk ? [] : world.offer.schemesThatMayAsk
        let descriptions = world.offer.devices(of: kinds.count == 1 ? kinds[0] : nil, mayAsk: mayAsk)
        if kinds.count == 1, state.withLock({ $0.present.isEmpty }) { lookAtTheRest() }
        return state.withLock { state in
            for kind in kinds { state.note(descriptions, of: kind, leftOut: leftOut) }
            chooseStandIn(among: descriptions, &state)
            return descriptions.map { device(for: $0, &state) }
        }
    }

    /// Lists soon the devices that nobody has looked for, so that one that comes later is known to be new. Not at once:
    /// a short command ends before.
    private func lookAtTheRest() {
        changes.asyncAfter(deadline: .now() + .seconds(2)) { [weak self] in
            _ = self?.offered(mayAsk: false)
        }
    }

    /// The best of the offered devices for the media: for sound, the microphone that the program prefers, if it is there.
    func best(for mediaType: AVMediaType) -> AVCaptureDevice? {
        let devices = offered(for: mediaType)
        return mediaType == .audio ? world.microphones.best(of: devices) { $0.id } : devices.first
    }

    /// The device of that name, offered or not.
    func device(_ id: DeviceID) throws(CaptureError) -> AVCaptureDevice {
        let description = try world.catalog.device(id)
        let device = state.withLock { self.device(for: description, &$0) }
        // It was found, so it is connected, even if the backend's notification is still pending.
        setConnected(true, device)
        return device
    }

    /// Looks for a device that was gone, as the backend's notification of its return may still be pending. If it is
    /// back, observers are notified now, on this thread.
    func findsAgain(_ device: AVCaptureDevice) -> Bool { (try? self.device(device.id)) === device }

    func existing(_ id: DeviceID) -> AVCaptureDevice? {
        state.withLock { $0.devices[id] }
    }

    /// Keeps the devices of a discovery session up to date as long as it lives.
    func follow(_ session: AVCaptureDevice.DiscoverySession) {
        state.withLock { state in
            state.searches.removeAll { $0.session == nil }
            state.searches.append(WeakSearch(session: session))
        }
    }

    /// The wide-angle camera on the same side of the same machine.
    func builtInWideAngle(beside device: AVCaptureDevice) -> AVCaptureDevice? {
        let (id, position) = (device.id, device.engineDescription.position)
        guard position != .unspecified else { return nil }
        let wide = world.catalog.devices(beside: id).first {
            $0.module == .wideAngle && $0.position == position
        }
        return wide.flatMap { try? self.device($0.id) }
    }

    /// How many times devices have come or gone.
    var changeCount: Int { state.withLock { $0.changeCount } }

    /// Looks for a device that a session has lost, and calls `found` on ``changes`` if it is connected after the pause.
    func lookAgain(
        for id: DeviceID, of session: AVCaptureSession, after seconds: Int, found: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.losers[ObjectIdentifier(session)] = WeakSession(session: session) }
        changes.async {
            // For the sessions that wait, nothing has changed.
            self.refresh(tryingAgain: false)
            self.changes.asyncAfter(deadline: .now() + .seconds(seconds)) {
                if self.existing(id)?.isConnected == true { found() }
            }
        }
    }

    /// A session that is being deallocated waits for nothing anymore.
    func forget(_ session: AVCaptureSession) {
        state.withLock { _ = $0.losers.removeValue(forKey: ObjectIdentifier(session)) }
    }

    /// How many sessions have lost a device and may wait for it.
    var loserCount: Int { state.withLock { $0.losers.count } }

    private func chooseStandIn(among descriptions: [DeviceDescription], _ state: inout State) {
        let cameras = descriptions.filter { $0.kind == .camera && $0.isPhysical }
        if state.standIn == nil, !cameras.contains(where: { $0.module == .wideAngle }) {
            state.standIn = cameras.first { $0.module == .external }?.id
        }
    }

    private func device(for description: DeviceDescription, _ state: inout State) -> AVCaptureDevice {
        if let known = state.devices[description.id], known.isSame(as: description) { return known }
        let isStandIn = description.id == state.standIn
        let position = AVCaptureDevice.Position(description.position)
        let device = AVCaptureDevice(
            description, deviceType: isStandIn ? .builtInWideAngleCamera : .init(description.module),
            position: isStandIn && position == .unspecified ? .back : position, in: world)
        state.devices[description.id] = device
        return device
    }

    /// Compares the devices with those of the last look, and posts Apple's notifications.
    ///
    /// - Parameter tryingAgain: whether sessions try what they wait for, although it was there before.
    private func refresh(tryingAgain: Bool = true) {
        let listed = Set(world.catalog.devices(mayAsk: false).map(\.id))
        var changed: [AVCaptureDevice] = []
        for device in state.withLock({ Array($0.devices.values) })
        where !device.engineDescription.traits.contains(.unlisted) {
            let isThere = listed.contains(device.id) || isReachable(device.id)
            let isNews = setConnected(isThere, device)
            if isNews { changed.append(device) }
            if isThere, !isNews, tryingAgain {
                for session in sessions(awaiting: device) { session.deviceReturned() }
            }
            device.refreshPressure()
        }
        announceNewcomers()
        for search in state.withLock({ $0.searches.compactMap(\.session) }) { search.update(changed) }
        world.preferredCameras.update(mayAsk: false)
    }

    /// - Returns: whether that is a change.
    @discardableResult
    private func setConnected(_ isThere: Bool, _ device: AVCaptureDevice) -> Bool {
        guard device.isConnected != isThere else { return false }
        let note = { device.changing(\.isConnected) { device.state.withLock { $0.isConnected = isThere } } }
        if let session = device.state.withLock({ $0.session }) {
            session.changingActivity(where: { $0.device === device }, note)
        } else {
            note()
        }
        if !isThere { device.framesEnded() }
        // It is announced here, so it does not count as new in the next list.
        if isThere { state.withLock { _ = $0.present[device.engineDescription.kind]?.insert(device.id) } }
        post(device, isThere: isThere)
        if isThere {
            let session = device.state.withLock { $0.session }
            session?.deviceReturned()
            for other in sessions(awaiting: device) where other !== session { other.deviceReturned() }
        }
        return true
    }

    /// A device knows the session that took it last; others may have lost it as well.
    private func sessions(awaiting device: AVCaptureDevice) -> [AVCaptureSession] {
        // With the lock free, as the last reference to a session may be one of these.
        state.withLock { Array($0.losers.values) }.compactMap(\.session).filter { $0.isAwaiting(device.id) }
    }

    /// Whether a device is there at this moment. The notification of its removal may still be pending.
    func isPresent(_ id: DeviceID) -> Bool {
        world.catalog.devices(beside: id).contains { $0.id == id } || isReachable(id)
    }

    /// A device that no list shows (an ALSA plug, a persistent link to a node) is connected as long as its backend
    /// finds it. A device that this user is not allowed to open is not gone either.
    private func isReachable(_ id: DeviceID) -> Bool {
        do throws(CaptureError) {
            _ = try world.catalog.device(id)
            return true
        } catch {
            return error.code != .deviceNotFound && error.code != .deviceDisconnected
        }
    }

    /// Posts ``AVCaptureDevice/wasConnectedNotification`` for the devices that were not there at the last look.
    ///
    /// A program expects it for a device that is plugged in, and for one that is missing in a list that it was given.
    /// So a camera behind a permission is announced if the program looked for cameras before it was given, as the list
    /// lacked the camera. It is not announced if the program only asked for the permission: it was there all the time.
    private func announceNewcomers() {
        let devices = offered(mayAsk: false)
        // After this look, which notes as present what no look had asked for.
        let before = state.withLock { $0.present }
        state.withLock { state in
            for kind in [DeviceDescription.Kind.camera, .microphone] {
                state.present[kind] = Set(devices.lazy.filter { $0.engineDescription.kind == kind }.map(\.id))
            }
        }
        for device in devices where before[device.engineDescription.kind]?.contains(device.id) == false {
            post(device, isThere: true)
        }
    }

    private func post(_ device: AVCaptureDevice, isThere: Bool) {
        NotificationCenter.default.post(
            name: isThere ? AVCaptureDevice.wasConnectedNotification : AVCaptureDevice.wasDisconnectedNotification,
            object: device)
        if device.engineDescription.kind == .microphone { world.microphones.changed(isThere: isThere) }
    }
}

extension DeviceRegistry.State {
    /// Notes the first look at a kind, and what is first seen of schemes that all looks had left out.
    fileprivate mutating func note(
        _ found: [DeviceDescription], of kind: DeviceDescription.Kind, leftOut: Set<String>
    ) {
        let found = Set(found.lazy.filter { $0.kind == kind }.map(\.id))
        guard present[kind] != nil else {
            present[kind] = found
            unasked[kind] = leftOut
            return
        }
        guard let missed = unasked[kind], !missed.isEmpty else { return }
        present[kind]?.formUnion(found.filter { missed.contains($0.scheme) && !leftOut.contains($0.scheme) })
        unasked[kind] = missed.intersection(leftOut)
    }
}

extension AVCaptureDevice {
    /// Whether a description is of this device, not of another one that has taken its place.
    fileprivate func isSame(as description: DeviceDescription) -> Bool {
        guard localizedName == description.name, modelID == description.modelID else { return false }
        return engineDescription.formatList === description.formatList
            || formats.elementsEqual(AVCaptureDevice.inOrder(description)) { $0.source.isSame(as: $1) }
    }
}

extension SourceFormat {
    fileprivate func isSame(as other: SourceFormat) -> Bool {
        let (size, otherSize) = (description.dimensions, other.description.dimensions)
        return native == other.native && size.width == otherSize.width && size.height == otherSize.height
            && frameDurations == other.frameDurations
    }
}
