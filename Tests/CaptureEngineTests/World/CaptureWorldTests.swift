import CaptureEngine
import Locking
import TestSupport
import Testing

struct CaptureWorldTests {
    /// Surroundings that a test controls.
    private final class Place: Surroundings {
        let acceleration: SIMD3<Double>?
        let rotationRate: SIMD3<Double>?
        let isLocked: Bool
        let isOwnerThere: Bool
        let pressure: DevicePressure
        let areNodesClosed: Bool
        let refused: DeviceID?
        var hasAccelerometer: Bool { acceleration != nil }
        var hasGyroscope: Bool { rotationRate != nil }

        init(
            acceleration: SIMD3<Double>? = nil, rotationRate: SIMD3<Double>? = nil, isLocked: Bool = false,
            isOwnerThere: Bool = true, pressure: DevicePressure.Level = .nominal, areNodesClosed: Bool = false,
            refused: DeviceID? = nil
        ) {
            self.acceleration = acceleration
            self.rotationRate = rotationRate
            self.isLocked = isLocked
            self.isOwnerThere = isOwnerThere
            self.pressure = DevicePressure(level: pressure)
            self.areNodesClosed = areNodesClosed
            self.refused = refused
        }

        func askToUnlock() -> Bool { !isLocked || isOwnerThere }

        func areNodesClosed(for kind: DeviceDescription.Kind) -> Bool { areNodesClosed }

        func refusal(of device: DeviceID) -> CaptureError? {
            device == refused ? CaptureError(.notAuthorized, "no", device: device) : nil
        }
    }

    private final class Desk: PermissionDesk {
        let permission: DevicePermission

        init(_ permission: DevicePermission) { self.permission = permission }

        func ask() -> DevicePermission { permission }
    }

    /// A camera with surroundings of its own.
    private final class Backend: DeviceBackend {
        let scheme: String
        let surroundings: (any Surroundings)?
        let nodeKinds: Set<DeviceDescription.Kind>
        let id: DeviceID
        private let isPhysical: Bool
        private let traits: DeviceTraits
        let changesCanWait: Bool
        let permissionDesk: (any PermissionDesk)?

        init(
            _ scheme: String, isPhysical: Bool = false, in place: Place? = nil, asNodes: Bool = false,
            traits: DeviceTraits = [], changesCanWait: Bool = false, permission: DevicePermission? = nil
        ) {
            permissionDesk = permission.map(Desk.init)
            self.scheme = scheme
            self.traits = traits
            self.isPhysical = isPhysical
            surroundings = place
            nodeKinds = asNodes ? [.camera] : []
            self.changesCanWait = changesCanWait
            id = DeviceID(scheme: scheme, name: "camera")
        }

        func devices() -> [DeviceDescription] {
            var device = FakeMedia.device("camera")
            device.id = id
            device.isPhysical = isPhysical
            device.traits = traits
            return [device]
        }

        func device(named name: String) throws(CaptureError) -> DeviceDescription { devices()[0] }

        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { FakeSource(device.id) }

        func onChange(_ handler: @escaping @Sendable () -> Void) { watchers.withLock { $0 += 1 } }

        let watchers = Mutex(0)
    }

    @Test func aDeviceIsInItsOwnSurroundingsOrInThoseOfTheMachine() {
        let (phone, machine) = (Place(), Place())
        let (simulated, plugged) = (Backend("a", in: phone), Backend("b"))
        let world = CaptureWorld(backends: [simulated, plugged], host: machine)
        #expect(world.surroundings(of: simulated.id) === phone)
        #expect(world.surroundings(of: plugged.id) === machine)
        #expect(world.surroundings.count == 2 && world.surroundings[1] === machine)
    }

    @Test func aQuestionWithoutADeviceGoesToAllSurroundings() {
        let phone = Place(isLocked: true, isOwnerThere: false, pressure: .fair)
        let machine = Place(acceleration: [0, -1, 0], rotationRate: [0, 0, 2], pressure: .serious)
        let world = CaptureWorld(backends: [Backend("a", in: phone)], host: machine)
        #expect(world.isLocked && !world.askToUnlock() && world.pressureLevel == .serious)
        #expect(world.hasAccelerometer && world.acceleration == [0, -1, 0])
        #expect(world.hasGyroscope && world.rotationRate == [0, 0, 2])
    }

    @Test func realDevicesAreOfferedBeforeSimulatedOnes() {
        let (real, simulated) = (Backend("real", isPhysical: true), Backend("simulated"))
        let both = CaptureWorld(backends: [simulated, real], host: Place())
        #expect(both.offer.devices().map(\.id) == [real.id])
        let one = CaptureWorld(backends: [simulated], host: Place())
        #expect(one.offer.devices().map(\.id) == [simulated.id])
        let wished = CaptureWorld(backends: [simulated, real], host: Place(), wish: { "simulated" })
        #expect(wished.offer.devices().map(\.id) == [simulated.id])
    }

    /// The default camera is the first one.
    @Test func aCameraWithoutColorComesAfterTheOthers() {
        let gray = Backend("gray", isPhysical: true, traits: .lacksColor)
        let (colored, simulated) = (Backend("colored", isPhysical: true), Backend("simulated"))
        let world = CaptureWorld(backends: [gray, colored, simulated], host: Place())
        #expect(world.offer.devices().map(\.id) == [colored.id, gray.id])
        #expect(CaptureWorld(backends: [gray, simulated], host: Place()).offer.devices().map(\.id) == [gray.id])
    }

    @Test func kindsThatNobodyAsksForAreNotWatched() {
        let (asked, other) = (Backend("asked"), Backend("other"))
        CaptureWorld(backends: [asked, other], host: Place(), wish: { "asked:x" }).offer.onChange {}
        #expect(asked.watchers.withLock { $0 } == 1 && other.watchers.withLock { $0 } == 0)
        CaptureWorld(backends: [asked, other], host: Place()).offer.onChange {}
        #expect(asked.watchers.withLock { $0 } == 2 && other.watchers.withLock { $0 } == 1)
    }

    /// A process that lists devices and ends does not pay for watches; one that stays learns what came before they
    /// began.
    @Test func aBackendWhoseChangesCanWaitIsWatchedLater() {
        let (patient, other) = (Backend("patient", changesCanWait: true), Backend("other"))
        let world = CaptureWorld(backends: [patient, other], host: Place())
        let watchersThen = Monitor<Int?>(nil)
        world.offer.onChange {
        } lateWatch: {
            watchersThen.withLock { $0 = patient.watchers.withLock { $0 } }
        }
        #expect(other.watchers.withLock { $0 } == 1 && patient.watchers.withLock { $0 } == 0)
        #expect(watchersThen.wait(timeout: .seconds(60)) { $0 } == 1)
        #expect(other.watchers.withLock { $0 } == 1)
    }

    /// The simulated phone does not stand in meanwhile.
    @Test(arguments: [nil, "portal,other", "portal:camera,other"])
    func whoMayNotAskFindsNothingThatWouldMakeThePersonBeAsked(wish: String?) {
        func names(_ permission: DevicePermission, mayAsk: Bool) -> [String] {
            let portal = Backend("portal", isPhysical: true, permission: permission)
            let world = CaptureWorld(backends: [portal, Backend("other")], host: Place(), wish: { wish })
            return world.offer.devices(of: .camera, mayAsk: mayAsk).map { $0.id.scheme }
        }
        let others = wish == nil ? [] : ["other"]
        #expect(names(.undecided, mayAsk: false) == others)
        #expect(names(.undecided, mayAsk: true) == ["portal"] + others)
        #expect(names(.granted, mayAsk: false) == ["portal"] + others)
    }

    @Test func aSimulatedMicrophoneStandsInBehindTheRealCamera() {
        let (real, simulated) = (Backend("real", isPhysical: true), FakeBackend(["back", "mic"]))
        let world = CaptureWorld(backends: [simulated, real], host: Place())
        #expect(world.offer.devices().map(\.id) == [real.id, DeviceID(scheme: "fake", name: "mic")])
    }

    @Test func aCameraThatOnlyItsNameBringsPlaysThePhonesAtTheBack() {
        let files = FakeBackend(["mic", "clip", "other"], traits: .unlisted)
        let world = CaptureWorld(backends: [files], host: Place(), wish: { "fake:mic, fake:clip, fake:other" })
        let devices = world.offer.devices()
        #expect(devices.map(\.id.name) == ["mic", "clip", "other"])
        #expect(devices.map(\.module) == [.microphone, .wideAngle, .external])
        #expect(devices.map(\.position) == [.unspecified, .back, .unspecified])
        let listed = CaptureWorld(backends: [FakeBackend(["clip"])], host: Place(), wish: { "fake" })
        #expect(listed.offer.devices().map(\.module) == [.external])
    }

    @Test func whatAPlaceDoesNotSayItDoesNotHave() {
        let place = Nowhere()
        #expect(place.orientation == nil && !place.hasAccelerometer && place.acceleration == nil)
        #expect(!place.hasGyroscope && place.rotationRate == nil)
        #expect(place.interruptions.isEmpty && !place.isLocked && place.askToUnlock())
        #expect(place.pressure == DevicePressure() && place.buttons.isEmpty)
        #expect(place.refusal(of: DeviceID(scheme: "a", name: "camera")) == nil && !place.areNodesClosed(for: .camera))
    }

    @Test func camerasAreClosedWhenAllThatAreOfferedAreRefused() {
        let id = DeviceID(scheme: "a", name: "camera")
        let phone = Place(refused: id)
        #expect(CaptureWorld(backends: [Backend("a", in: phone)], host: Place()).areClosed(.camera))
        #expect(!CaptureWorld(backends: [Backend("a", in: Place())], host: Place()).areClosed(.camera))
        let real = Backend("b", isPhysical: true)
        #expect(!CaptureWorld(backends: [Backend("a", in: phone), real], host: Place()).areClosed(.camera))
        #expect(!CaptureWorld(backends: [Backend("a", in: phone)], host: Place()).areClosed(.microphone))
    }

    @Test func closedNodesCountOnlyWhereTheyWouldBeOffered() {
        let machine = Place(areNodesClosed: true)
        let backends = [Backend("nodes", asNodes: true), Backend("other")]
        #expect(CaptureWorld(backends: backends, host: machine).areClosed(.camera))
        #expect(!CaptureWorld(backends: backends, host: machine, wish: { "other" }).areClosed(.camera))
        #expect(!CaptureWorld(backends: backends, host: machine).areClosed(.microphone))
        #expect(!CaptureWorld(backends: [backends[1]], host: machine).areClosed(.camera))
    }

    private final class Part: Sendable {
        let world: CaptureWorld
        init(_ world: CaptureWorld) { self.world = world }
    }

    @Test func eachWorldHasPartsOfItsOwnUntilItEnds() {
        let (one, other) = (CaptureWorld(backends: [], host: Place()), CaptureWorld(backends: [], host: Place()))
        let part = one.part { Part($0) }
        #expect(one.part { Part($0) } === part && part.world === one)
        #expect(other.part { Part($0) } !== part)
        one.end()
        #expect(one.part { Part($0) } !== part)
    }
}
