import GtkSupport
import Testing

struct WirelessConnectionTests {
    /// Source: NetworkManager, "D-Bus API Reference", NMDeviceStateReason.
    @Test(arguments: [
        (7, WirelessConnection.Failure.wrongPassword), (8, .brokenOff), (9, .brokenOff), (10, .brokenOff),
        (11, .brokenOff),
        (53, .outOfReach), (0, .other), (6, .other), (12, .other), (54, .other), (1000, .other),
    ])
    func aDevicesReasonIsNamed(reason: Int, failure: WirelessConnection.Failure) {
        #expect(WirelessConnection.Failure(reason: UInt32(reason)) == failure)
    }
}
