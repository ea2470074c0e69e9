@_spi(Linux) @testable import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct PreferredCameraTests {
        @Test func anExternalCameraThatWasChosenIsPreferredWheneverItIsThere() throws {
            let back = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            AVCaptureDevice.userPreferredCamera = back
            let told = Monitor<[String]>([])
            let observation = AVCaptureDevice.observe(\.systemPreferredCamera) { camera in
                told.withLock { $0.append(camera?.uniqueID ?? "none") }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.plug("external")
            defer { SimulatedPhone.ofTest.unplug("external") }
            let external = try #require(AVCaptureDevice(uniqueID: "simulated:external"))
            #expect(AVCaptureDevice.systemPreferredCamera === back)

            AVCaptureDevice.userPreferredCamera = external
            #expect(AVCaptureDevice.systemPreferredCamera === external)
            SimulatedPhone.ofTest.unplug("external")
            #expect(
                told.wait(timeout: .seconds(30)) { $0.count >= 2 ? $0 : nil } == [
                    external.uniqueID, back.uniqueID,
                ])
            #expect(AVCaptureDevice.userPreferredCamera === back)
            SimulatedPhone.ofTest.plug("external")
            #expect(told.wait(timeout: .seconds(30)) { $0.count >= 3 ? $0.last : nil } == external.uniqueID)
            AVCaptureDevice.userPreferredCamera = nil
            #expect(AVCaptureDevice.userPreferredCamera === external)
        }

        @Test func aDiscoverySessionReportsWhatComesAndGoes() throws {
            let session = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.external], mediaType: .video, position: .unspecified)
            #expect(session.devices.isEmpty)
            let counts = Monitor<[Int]>([])
            let observation = session.observe(\.devices, options: [.new]) { _, change in
                counts.withLock { $0.append(change.newValue?.count ?? -1) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.plug("external")
            #expect(counts.wait(timeout: .seconds(30)) { $0.last == 1 ? true : nil } == true)
            #expect(session.devices.map(\.uniqueID) == ["simulated:external"])
            SimulatedPhone.ofTest.unplug("external")
            #expect(counts.wait(timeout: .seconds(30)) { $0.last == 0 ? true : nil } == true)
        }

        /// A camera may be gone before it is told that it has come. Whoever has seen it in another list hears of it.
        @Test func aCameraThatOnlyAnotherListHasShownIsNewsWhenItIsGone() throws {
            let list = {
                AVCaptureDevice.DiscoverySession(deviceTypes: [.external], mediaType: .video, position: .unspecified)
            }
            let session = list()
            let count = Monitor(0)
            let observation = session.observe(\.devices) { _, _ in count.withLock { $0 += 1 } }
            defer { observation.invalidate() }
            let changes = CaptureWorld.current.devices.changes
            changes.suspend()
            SimulatedPhone.ofTest.plug("external")
            #expect(list().devices.count == 1)
            SimulatedPhone.ofTest.unplug("external")
            changes.resume()
            changes.sync {}
            #expect(count.withLock { $0 } == 1)
            #expect(session.devices.isEmpty)
        }

        @Test func allDeviceTypesOfThePhoneAreFound() {
            let types: [AVCaptureDevice.DeviceType] = [
                .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
                .builtInDualWideCamera, .builtInTripleCamera, .builtInTrueDepthCamera, .builtInLiDARDepthCamera,
            ]
            for type in types {
                let found = AVCaptureDevice.DiscoverySession(
                    deviceTypes: [type], mediaType: .video, position: .unspecified
                ).devices
                #expect(!found.isEmpty && found.allSatisfy { $0.deviceType == type }, "\(type.rawValue)")
            }
            let sets = AVCaptureDevice.DiscoverySession(
                deviceTypes: types, mediaType: .video, position: .unspecified
            ).supportedMultiCamDeviceSets
            #expect(sets.contains { set in Set(set.map(\.position)) == [.back, .front] })
            #expect(sets.allSatisfy { set in set.count >= 2 && set.allSatisfy { !$0.isVirtualDevice } })
        }
    }
}
