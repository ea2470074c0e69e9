import CaptureEngine
import TestSupport
import Testing

/// What one kind of device leaves to another, and what its backend alone decides.
struct DeviceCatalogTests {
    private final class Desk: PermissionDesk {
        let permission = DevicePermission.undecided

        func ask() -> DevicePermission { permission }
    }

    /// Sound cards, of which one has a microphone, and whose access somebody grants.
    private final class Cards: DeviceBackend {
        let scheme = "card"
        let permissionDesk: (any PermissionDesk)? = Desk()

        func devices() -> [DeviceDescription] { [] }

        func device(named name: String) throws(CaptureError) -> DeviceDescription {
            throw CaptureError(.deviceNotFound, "no \(name)")
        }

        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { FakeSource(device.id) }

        func onChange(_ handler: @escaping @Sendable () -> Void) {}

        func microphoneName(for name: String) -> String { name + "#sound" }

        func microphone(onSoundCard card: Int) -> DeviceID? {
            card == 7 ? DeviceID(scheme: scheme, name: "seven") : nil
        }
    }

    private let catalog = DeviceCatalog(backends: [FakeBackend(["camera"]), Cards()])

    @Test func theSoundCardInACameraIsFoundByTheBackendOfSoundCards() {
        var camera = FakeMedia.device("camera")
        #expect(catalog.companion(of: camera) == nil)
        camera.soundCard = 3
        #expect(catalog.companion(of: camera) == nil)
        camera.soundCard = 7
        #expect(catalog.companion(of: camera) == DeviceID("card:seven"))
        camera.companion = DeviceID("fake:mic")
        #expect(catalog.companion(of: camera) == DeviceID("fake:mic"))
    }

    @Test func theBackendSaysWhichMicrophoneANameStandsFor() throws {
        #expect(catalog.microphone(for: try #require(DeviceID("card:a"))) == DeviceID("card:a#sound"))
        #expect(catalog.microphone(for: try #require(DeviceID("fake:mic"))) == DeviceID("fake:mic"))
        #expect(catalog.microphone(for: try #require(DeviceID("unknown:mic"))) == DeviceID("unknown:mic"))
    }

    @Test func permissionIsNeededForTheDevicesOfABackendWithADesk() throws {
        #expect(catalog.needsPermission(for: try #require(DeviceID("card:a"))))
        #expect(!catalog.needsPermission(for: try #require(DeviceID("fake:camera"))))
    }
}
