import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import TestSupport
import Testing

@testable import AVFoundation

/// To list devices takes time that a short command does not have, so nobody is asked who has none of those that are wanted.
struct LookupCountTests {
    /// Counts how often it is asked.
    private final class Backend: DeviceBackend {
        let scheme: String
        let kinds: Set<DeviceDescription.Kind>
        let isSimulated: Bool
        let count = Monitor(0)
        private let descriptions: [DeviceDescription]
        private let handlers = Mutex<[@Sendable () -> Void]>([])
        private let isEmpty = Mutex(false)

        let changesCanWait: Bool
        let permissionDesk: (any PermissionDesk)?

        init(
            _ scheme: String, _ names: String..., isSimulated: Bool = false, changesCanWait: Bool = false,
            desk: (any PermissionDesk)? = nil
        ) {
            self.scheme = scheme
            permissionDesk = desk
            self.changesCanWait = changesCanWait
            self.isSimulated = isSimulated
            descriptions = names.map { name in
                var device = FakeMedia.device(name)
                device.id = DeviceID(scheme: scheme, name: name)
                device.isPhysical = !isSimulated
                return device
            }
            kinds = Set(descriptions.map(\.kind))
        }

        func devices() -> [DeviceDescription] {
            count.withLock { $0 += 1 }
            return isEmpty.withLock { $0 } ? [] : descriptions
        }

        func device(named name: String) throws(CaptureError) -> DeviceDescription {
            guard !isEmpty.withLock(\.self), let device = descriptions.first(where: { $0.id.name == name }) else {
                throw CaptureError(.deviceNotFound, "no \(name)")
            }
            return device
        }

        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { FakeSource(device.id) }

        func onChange(_ handler: @escaping @Sendable () -> Void) { handlers.withLock { $0.append(handler) } }

        func change(isEmpty now: Bool) {
            isEmpty.withLock { $0 = now }
            for handler in handlers.withLock({ $0 }) { handler() }
        }
    }

    /// A person who has not answered yet.
    private final class Desk: PermissionDesk {
        let answer = Mutex(DevicePermission.undecided)
        var permission: DevicePermission { answer.withLock { $0 } }
        func ask() -> DevicePermission { permission }
    }

    /// What becomes of the notifications of cameras behind a permission.
    private final class Portal {
        let desk = Desk()
        let backend: Backend
        let world: CaptureWorld
        private let news = Mutex<[String]>([])
        private var observer: (any NSObjectProtocol)?

        init(beside others: Backend...) {
            // One of its own, as notifications of all tests arrive at all of them.
            backend = Backend("portal-\(UUID().uuidString)", "front", changesCanWait: true, desk: desk)
            world = CaptureWorld(backends: [backend] + others, host: Nowhere())
            let scheme = backend.scheme
            observer = NotificationCenter.default.addObserver(
                forName: AVCaptureDevice.wasConnectedNotification, object: nil, queue: nil
            ) { [news] note in
                guard let name = (note.object as? AVCaptureDevice)?.uniqueID, name.hasPrefix(scheme) else { return }
                news.withLock { $0.append(String(name.dropFirst(scheme.count + 1))) }
            }
        }

        deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

        func permit() { desk.answer.withLock { $0 = .granted } }

        /// The cameras that were announced, after the registry has looked for what changed.
        func announced() -> [String] {
            world.devices.lookBehind()
            world.devices.changes.sync {}
            return news.withLock { $0 }
        }
    }

    private let cameras = Backend("cameras", "back")
    private let microphones = Backend("microphones", "mic")
    private let phone = Backend("phone", "front", "mic-of-phone", isSimulated: true)
    private let world: CaptureWorld

    init() { world = CaptureWorld(backends: [cameras, microphones, phone], host: Nowhere()) }

    private func counts(_ work: () throws -> Void) rethrows -> [Int] {
        try CaptureWorld.$current.withValue(world) {
            // After a first look for one kind, the rest is listed two seconds later.
            _ = AVCaptureDevice.DiscoverySession(deviceTypes: [], mediaType: nil, position: .unspecified)
            for backend in [cameras, microphones, phone] { backend.count.withLock { $0 = 0 } }
            try work()
        }
        return [cameras, microphones, phone].map { $0.count.withLock { $0 } }
    }

    @Test func whoLooksForCamerasAsksNobodyForMicrophones() {
        #expect(counts { _ = AVCaptureDevice.default(for: .video) } == [1, 0, 0])
        #expect(counts { _ = AVCaptureDevice.authorizationStatus(for: .video) } == [1, 0, 0])
        let search = { (types: [AVCaptureDevice.DeviceType], media: AVMediaType) in
            _ = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: media, position: .unspecified)
        }
        #expect(counts { search([.external], .video) } == [1, 0, 0])
        #expect(counts { search([.microphone], .audio) } == [0, 1, 0])
        #expect(counts { _ = AVCaptureDevice.default(for: .audio) } == [0, 1, 0])
        #expect(counts { _ = AVCaptureDevice.systemPreferredCamera } == [1, 0, 0])
    }

    @Test func thePhoneIsAskedOnlyForWhatIsNotThere() {
        let alone = CaptureWorld(backends: [cameras, phone], host: Nowhere())
        #expect(alone.offer.devices(of: .camera).map(\.id.name) == ["back"])
        #expect(phone.count.withLock { $0 } == 0)
        #expect(alone.offer.devices(of: .microphone).map(\.id.name) == ["mic-of-phone"])
        #expect(alone.offer.devices().map(\.id.name) == ["back", "mic-of-phone"])
        #expect(phone.count.withLock { $0 } == 2)
    }

    @Test func mediaThatNoDeviceHasAskNobody() {
        #expect(counts { _ = AVCaptureDevice.default(for: .metadata) } == [0, 0, 0])
    }

    @Test func aCameraThatComesBeforeItsWatchBeginsIsAnnounced() {
        let patient = Backend("patient", "back", changesCanWait: true)
        patient.change(isEmpty: true)
        let isAnnounced = Monitor(false)
        let observer = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.wasConnectedNotification, object: nil, queue: nil
        ) { note in
            if (note.object as? AVCaptureDevice)?.uniqueID == "patient:back" { isAnnounced.withLock { $0 = true } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        CaptureWorld.$current.withValue(CaptureWorld(backends: [patient], host: Nowhere())) {
            #expect(AVCaptureDevice.default(for: .video) == nil)
            patient.change(isEmpty: false)
            #expect(isAnnounced.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        }
    }

    @Test func aCameraThatGoesBeforeItsWatchBeginsIsDisconnected() throws {
        let patient = Backend("patient", "back", changesCanWait: true)
        let isAnnounced = Mutex(false)
        let observer = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.wasDisconnectedNotification, object: nil, queue: nil
        ) { note in
            if (note.object as? AVCaptureDevice)?.uniqueID == "patient:back" { isAnnounced.withLock { $0 = true } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try CaptureWorld.$current.withValue(CaptureWorld(backends: [patient], host: Nowhere())) {
            // By its name, so that no list has it.
            let camera = try #require(AVCaptureDevice(uniqueID: "patient:back"))
            patient.change(isEmpty: true)
            camera.world.devices.lookBehind()
            camera.world.devices.changes.sync {}
            #expect(!camera.isConnected && isAnnounced.withLock(\.self))
            #expect(camera.world.devices.changeCount > 0)
        }
    }

    /// Other backends might have to ask the person. Being asked does not repair a broken device.
    @Test func onlyThoseWhoHaveBeenAskedAreAskedWhenAWatchBegins() throws {
        try CaptureWorld.$current.withValue(world) {
            let camera = try #require(AVCaptureDevice(uniqueID: "cameras:back"))
            world.devices.lookBehind()
            world.devices.changes.sync {}
            #expect(camera.isConnected && world.devices.changeCount == 0)
        }
        #expect([microphones, phone].map { $0.count.withLock { $0 } } == [0, 0])
        #expect(cameras.count.withLock { $0 } == 1)
    }

    /// To list the devices of a portal makes the person be asked, so that is left to those who want some.
    @Test func whoWantsOnlyAMicrophoneAsksNobodyForCameras() throws {
        let portal = Backend("portal", "front", changesCanWait: true, desk: Desk())
        let world = CaptureWorld(backends: [portal, cameras, microphones], host: Nowhere())
        try CaptureWorld.$current.withValue(world) {
            _ = try #require(AVCaptureDevice.default(for: .audio))
            // The rest is listed two seconds later.
            #expect(cameras.count.wait(timeout: .seconds(60)) { $0 > 0 ? true : nil } == true)
            world.devices.changes.sync {}
            world.devices.lookBehind()
            // Everything is looked at when a microphone goes.
            microphones.change(isEmpty: true)
            world.devices.changes.sync {}
            #expect(portal.count.withLock { $0 } == 0)
            _ = AVCaptureDevice.default(for: .video)
            #expect(portal.count.withLock { $0 } == 1)
        }
    }

    /// It was plugged in all the time, and no list that the program has seen lacked it.
    @Test func aCameraThatIsPermittedBeforeTheFirstLookAtCamerasIsNoNewcomer() throws {
        let portal = Portal(beside: microphones)
        try CaptureWorld.$current.withValue(portal.world) {
            _ = try #require(AVCaptureDevice.default(for: .audio))
            // The look at the rest, which asks nobody.
            _ = portal.world.devices.offered(mayAsk: false)
            portal.permit()
            #expect(portal.announced() == [])
            // Now it is known, so one that leaves and returns is announced.
            portal.backend.change(isEmpty: true)
            #expect(portal.announced() == [])
            portal.backend.change(isEmpty: false)
            #expect(portal.announced() == ["front"])
        }
    }

    @Test func aCameraThatAListOfTheProgramShowedIsNoNewcomer() {
        let portal = Portal()
        CaptureWorld.$current.withValue(portal.world) {
            _ = portal.world.devices.offered(mayAsk: false)
            // Allowed on another day: the portal says so when it is asked.
            #expect(AVCaptureDevice.default(for: .video) != nil)
            portal.permit()
            #expect(portal.announced() == [])
        }
    }

    @Test func aCameraThatAListOfTheProgramLackedIsAnnouncedWhenItIsPermitted() {
        let portal = Portal()
        CaptureWorld.$current.withValue(portal.world) {
            _ = portal.world.devices.offered(mayAsk: false)
            portal.backend.change(isEmpty: true)
            #expect(AVCaptureDevice.default(for: .video) == nil)
            portal.permit()
            portal.backend.change(isEmpty: false)
            #expect(portal.announced() == ["front"])
        }
    }

    /// What was there when nobody had looked for it yet is no newcomer.
    @Test func aMicrophoneThatComesIsAnnouncedToThoseWhoHaveLookedForMicrophones() throws {
        let news = Mutex<[String]>([])
        try CaptureWorld.$current.withValue(world) {
            let camera = try #require(AVCaptureDevice.default(for: .video))
            let observer = NotificationCenter.default.addObserver(
                forName: AVCaptureDevice.wasConnectedNotification, object: nil, queue: nil
            ) { note in
                guard let device = note.object as? AVCaptureDevice, device.uniqueID == "microphones:mic" else { return }
                news.withLock { $0.append(device.uniqueID) }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            let reasons = Mutex<[UInt]>([])
            let routes = NotificationCenter.default.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: AVAudioSession.sharedInstance(), queue: nil
            ) { note in
                let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
                reasons.withLock { $0.append(reason ?? 0) }
            }
            defer { NotificationCenter.default.removeObserver(routes) }
            microphones.change(isEmpty: false)
            camera.world.devices.changes.sync {}
            #expect(news.withLock { $0 }.isEmpty)
            microphones.change(isEmpty: true)
            camera.world.devices.changes.sync {}
            microphones.change(isEmpty: false)
            camera.world.devices.changes.sync {}
            #expect(news.withLock { $0 } == ["microphones:mic"])
            let change = AVAudioSession.RouteChangeReason.newDeviceAvailable
            #expect(reasons.withLock { $0.contains(change.rawValue) })
        }
    }
}
