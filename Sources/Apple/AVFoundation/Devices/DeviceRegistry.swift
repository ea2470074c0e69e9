import CaptureEngine
import Foundation
import Locking

/// Keeps the one ``AVCaptureDevice`` of each device, and tells when devices come and go.
final class DeviceRegistry: Sendable {
    private struct State {
        var devices: [DeviceID: AVCaptureDevice] = [:]
        /// The external camera that stands in for the built-in one.
        var standIn: DeviceID?
        /// What was there when somebody looked last; `nil` before the first look.
        var present: Set<DeviceID>?
        var searches: [WeakSearch] = []
        /// How often something has come or gone.
        var changeCount = 0
        /// ``changeCount`` when a lost device was looked for last.
        var looks: [DeviceID: Int] = [:]
    }

    private struct WeakSearch {
        weak var session: AVCaptureDevice.DiscoverySession?
    }

    private let world: CaptureWorld
    private let state = Mutex(State())
    /// Comings and goings are told one after the other, whichever backend noticed them. Who waits for it has heard of all
    /// that happened before, as tests do.
    let changes = DispatchQueue(label: "AVCaptureDevice.changes")

    init(_ world: CaptureWorld) {
        self.world = world
        world.catalog.onChange { [weak self] in
            guard let self else { return }
            state.withLock { $0.changeCount += 1 }
            changes.async { self.refresh() }
        }
    }

    /// The devices that are offered now, best first.
    func offered() -> [AVCaptureDevice] {
        let descriptions = world.offer.devices()
        return state.withLock { state in
            if state.present == nil { state.present = Set(descriptions.map(\.id)) }
            chooseStandIn(among: descriptions, &state)
            return descriptions.map { device(for: $0, &state) }
        }
    }

    /// The offered device that serves best for the media.
    func best(for mediaType: AVMediaType) -> AVCaptureDevice? {
        offered().first { $0.hasMediaType(mediaType) }
    }

    /// The device of that name, offered or not.
    func device(_ id: DeviceID) throws(CaptureError) -> AVCaptureDevice {
        let description = try world.catalog.device(id)
        let device = state.withLock { self.device(for: description, &$0) }
        // It was found, so it is there; the news of it may still be on its way.
        setConnected(true, device)
        return device
    }

    /// Looks for a device that was gone: the news that it is back may still be on its way. If it is, observers are told now,
    /// on this thread.
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

    /// Looks for a device that a session has lost: it can be back before anybody saw that it was gone.
    ///
    /// At once when something has come or gone since the last look, else a second later: a broken device that can always
    /// be opened fails each time.
    func lookAgain(for id: DeviceID, of session: AVCaptureSession) {
        changes.async { [weak session] in
            self.refresh()
            let isNew = self.state.withLock { state in
                state.looks.updateValue(state.changeCount, forKey: id) != state.changeCount
            }
            self.changes.asyncAfter(deadline: .now() + (isNew ? 0 : 1)) { [weak session] in
                if self.existing(id)?.isConnected == true { session?.deviceReturned() }
            }
        }
    }

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

    /// Compares what is there with what was, and posts Apple's notifications.
    private func refresh() {
        let listed = Set(world.catalog.devices().map(\.id))
        for device in state.withLock({ Array($0.devices.values) })
        where !device.engineDescription.traits.contains(.unlisted) {
            let isThere = listed.contains(device.id) || isReachable(device.id)
            let isNews = setConnected(isThere, device)
            if isThere, !isNews, let session = device.state.withLock({ $0.session }), session.isAwaiting(device.id) {
                session.deviceReturned()
            }
            device.refreshPressure()
        }
        announceNewcomers()
        for search in state.withLock({ $0.searches.compactMap(\.session) }) { search.update() }
        world.preferredCameras.update()
    }

    /// - Returns: whether it was otherwise before.
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
        NotificationCenter.default.post(
            name: isThere ? AVCaptureDevice.wasConnectedNotification : AVCaptureDevice.wasDisconnectedNotification,
            object: device)
        if isThere { device.state.withLock({ $0.session })?.deviceReturned() }
        return true
    }

    /// A device that no list shows (an ALSA plug, a lasting link to a node) is there while its backend finds it, and
    /// one that is there but closed to this user is not gone.
    private func isReachable(_ id: DeviceID) -> Bool {
        do throws(CaptureError) {
            _ = try world.catalog.device(id)
            return true
        } catch {
            return error.code != .deviceNotFound && error.code != .deviceDisconnected
        }
    }

    private func announceNewcomers() {
        let before = state.withLock { $0.present }
        let devices = offered()
        let now = Set(devices.map(\.id))
        let known = state.withLock { state in
            defer { state.present = now }
            return before ?? now
        }
        for device in devices where !known.contains(device.id) {
            NotificationCenter.default.post(name: AVCaptureDevice.wasConnectedNotification, object: device)
        }
    }
}

extension AVCaptureDevice {
    /// Whether a description is of this device, and not of another one that has taken its place.
    fileprivate func isSame(as description: DeviceDescription) -> Bool {
        localizedName == description.name && modelID == description.modelID
            && formats.elementsEqual(AVCaptureDevice.inOrder(description)) { $0.source.isSame(as: $1) }
    }
}

extension SourceFormat {
    fileprivate func isSame(as other: SourceFormat) -> Bool {
        let (size, otherSize) = (description.dimensions, other.description.dimensions)
        return native == other.native && size.width == otherSize.width && size.height == otherSize.height
            && frameDurations == other.frameDurations
    }
}
