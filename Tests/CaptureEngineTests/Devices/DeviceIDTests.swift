import CaptureEngine
import TestSupport
import Testing

@Suite struct DeviceIDTests {
    @Test(arguments: ["v4l2:/dev/video0", "simulated:back", "alsa:hw:0,0", "file:/tmp/a:b.mov"])
    func namesSurviveARoundTrip(text: String) throws {
        let id = try #require(DeviceID(text))
        #expect(id.description == text)
    }

    @Test func theSchemeEndsAtTheFirstColon() throws {
        let id = try #require(DeviceID("alsa:hw:0,0"))
        #expect(id.scheme == "alsa")
        #expect(id.name == "hw:0,0")
    }

    @Test(arguments: ["", "camera", ":back", "simulated:"])
    func anInvalidNameIsRefused(text: String) {
        #expect(DeviceID(text) == nil)
    }

    @Test func anUnknownSchemeIsNamedWithTheKnownOnes() {
        let catalog = DeviceCatalog(backends: [FakeBackend(["back"])])
        #expect {
            try catalog.device(DeviceID(scheme: "usb", name: "1"))
        } throws: { error in
            (error as? CaptureError)?.message == "usb:1 is not a device: a device's name begins with one of fake:"
        }
    }
}
