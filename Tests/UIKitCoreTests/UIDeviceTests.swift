import CaptureEngine
import DeviceKinds
import Foundation
import SimulatedDevices
import TestSupport
import Testing
import UIKitCore

@Suite(.ownPhoneOnManualClock) @MainActor struct UIDeviceTests {
    private let phone = SimulatedPhone.ofTest

    @Test func theOrientationIsUnknownUntilNotificationsAreGenerated() async throws {
        let device = UIDevice(world: .current)
        phone.body.turn(to: .portrait)
        #expect(device.orientation == .unknown)
        device.beginGeneratingDeviceOrientationNotifications()
        #expect(device.orientation == .portrait && device.isGeneratingDeviceOrientationNotifications)

        let turns = NotificationCenter.default.notifications(
            named: UIDevice.orientationDidChangeNotification, object: device)
        phone.body.turn(to: .landscapeLeft)
        for await _ in turns { break }
        #expect(device.orientation == .landscapeLeft && device.orientation.isLandscape)

        device.endGeneratingDeviceOrientationNotifications()
        #expect(device.orientation == .unknown)
    }

    @Test func whatIsNotMeasuredIsUnknown() {
        let device = UIDevice(world: .current)
        #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
        #expect(device.systemName == "Linux" && !device.systemVersion.isEmpty && !device.name.isEmpty)
        #expect(device.userInterfaceIdiom == .phone)
    }

    @Test func interfaceAndDeviceTurnAgainstEachOther() {
        #expect(UIInterfaceOrientation.landscapeLeft.rawValue == UIDeviceOrientation.landscapeRight.rawValue)
        #expect(UIInterfaceOrientationMask.landscape.contains(.landscapeLeft))
        #expect(!UIInterfaceOrientationMask.allButUpsideDown.contains(.portraitUpsideDown))
        #expect(UIDeviceOrientation.faceUp.isFlat && !UIDeviceOrientation.faceUp.isValidInterfaceOrientation)
    }
}
