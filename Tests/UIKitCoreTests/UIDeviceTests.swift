import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing
import UIKitCore

@Suite(.ownPhoneOnManualClock, .timeLimit(.minutes(3))) @MainActor struct UIDeviceTests {
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

    @Test func aBatteryIsReadWhileItIsMonitored() async throws {
        let machine = Powered()
        let world = CaptureWorld(backends: [], host: machine, clock: ManualClock())
        defer { world.end() }
        let device = UIDevice(world: world, batteryInterval: 0.01)
        #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
        device.isBatteryMonitoringEnabled = true
        #expect(device.batteryLevel == 0.5 && device.batteryState == .unplugged)

        let center = NotificationCenter.default
        let levels = center.notifications(named: UIDevice.batteryLevelDidChangeNotification, object: device)
        machine.set(BatteryReading(level: 0.75, supply: .unplugged))
        for await _ in levels { break }
        #expect(device.batteryLevel == 0.75 && device.batteryState == .unplugged)
        let states = center.notifications(named: UIDevice.batteryStateDidChangeNotification, object: device)
        machine.set(BatteryReading(level: 0.75, supply: .charging))
        for await _ in states { break }
        #expect(device.batteryState == .charging)
        device.isBatteryMonitoringEnabled = false
        #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    }

    @Test func interfaceAndDeviceTurnAgainstEachOther() {
        #expect(UIInterfaceOrientation.landscapeLeft.rawValue == UIDeviceOrientation.landscapeRight.rawValue)
        #expect(UIInterfaceOrientationMask.landscape.contains(.landscapeLeft))
        #expect(!UIInterfaceOrientationMask.allButUpsideDown.contains(.portraitUpsideDown))
        #expect(UIDeviceOrientation.faceUp.isFlat && !UIDeviceOrientation.faceUp.isValidInterfaceOrientation)
    }
}

/// A machine with a battery.
private final class Powered: Surroundings {
    private let reading = Mutex<BatteryReading?>(BatteryReading(level: 0.5, supply: .unplugged))

    var battery: BatteryReading? { reading.withLock { $0 } }

    func set(_ new: BatteryReading) { reading.withLock { $0 = new } }
}
