import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Where the cameras that a user has chosen are remembered.
    @Suite struct ChosenCameraTests {
        private static let key = "AVCaptureDeviceUserPreferredCameras"

        @Test func aProgramRemembersThemInItsUserDefaults() async {
            await #expect(processExitsWith: .success) {
                setenv("AVCAM_DEVICES", "simulated", 1)
                let defaults = UserDefaults.standard
                defaults.removeObject(forKey: Self.key)
                defer { defaults.removeObject(forKey: Self.key) }
                for name in ["front", "back-telephoto", "back", "front"] {
                    let camera = try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
                    AVCaptureDevice.userPreferredCamera = camera
                }
                let expected = ["simulated:front", "simulated:back", "simulated:back-telephoto"]
                try #require(defaults.stringArray(forKey: Self.key) == expected)
                // As at the next start.
                defaults.set(["simulated:gone", "simulated:back"], forKey: Self.key)
                try #require(AVCaptureDevice.userPreferredCamera?.uniqueID == "simulated:back")
            }
        }

        @Test func aWorldKnowsNothingOfTheChoicesInAnother() throws {
            let front = try #require(AVCaptureDevice(uniqueID: "simulated:front"))
            AVCaptureDevice.userPreferredCamera = front
            #expect(AVCaptureDevice.userPreferredCamera === front)
            #expect(CaptureWorld.current.preferences.strings(for: Self.key) == ["simulated:front"])
            let other = CaptureWorld(backends: CaptureWorld.current.catalog.backends, host: SimulatedPhone.ofTest)
            defer { other.end() }
            CaptureWorld.$current.withValue(other) {
                #expect(AVCaptureDevice.userPreferredCamera?.uniqueID == "simulated:back")
            }
        }
    }
}
