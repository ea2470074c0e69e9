@_spi(Linux) import AVFoundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct DeviceLookupTests {
        @Test func thereIsOneObjectForADevice() throws {
            let one = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let two = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            #expect(one === two)
            #expect(one.uniqueID == "simulated:back")
        }

        @Test func aMissingDeviceIsNilWithAReason() {
            #expect(AVCaptureDevice(uniqueID: "simulated:side") == nil)
            #expect(AVCaptureDevice(uniqueID: "nonsense") == nil)
            #expect(
                AVCaptureDevice.problem(withUniqueID: "file:/no/such/clip.mov")?.contains("/no/such/clip.mov") == true)
            #expect(AVCaptureDevice.problem(withUniqueID: "file:") == "file: names no file")
            #expect(AVCaptureDevice.problem(withUniqueID: "simulated:back") == nil)
        }

        @Test func thePhonesCamerasHaveTheirPlaces() throws {
            let back = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            #expect(back.position == .back)
            #expect(back.deviceType == .builtInWideAngleCamera)
            #expect(back.hasMediaType(.video) && !back.hasMediaType(.audio))
            let front = try #require(AVCaptureDevice(uniqueID: "simulated:front"))
            #expect(front.position == .front)
        }

        @Test func discoveryFindsByTypePositionAndMedia() {
            let cameras = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera, .external], mediaType: .video, position: .unspecified
            ).devices
            #expect(cameras.map(\.uniqueID) == ["simulated:back", "simulated:front"])
            #expect(cameras.allSatisfy { $0.hasMediaType(.video) })
            let microphones = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone], mediaType: .audio, position: .unspecified
            ).devices
            #expect(microphones.map(\.uniqueID) == ["simulated:microphone"])
            #expect(microphones.allSatisfy { $0.hasMediaType(.audio) })
            #expect(AVCaptureDevice.default(for: .video) === cameras.first)
            #expect(AVCaptureDevice.default(for: .audio) === microphones.first)
        }

        @Test func discoveryListsInTheOrderOfTheTypes() throws {
            let types: [AVCaptureDevice.DeviceType] = [
                .builtInTelephotoCamera, .builtInTripleCamera, .builtInWideAngleCamera,
            ]
            let back = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .back).devices
            #expect(back.map(\.deviceType) == types && back.allSatisfy { $0.position == .back })
            let front = AVCaptureDevice.DiscoverySession(
                deviceTypes: types, mediaType: .video, position: .front
            ).devices
            #expect(front.map(\.uniqueID) == ["simulated:front"])
            let any = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone, .builtInWideAngleCamera], mediaType: nil, position: .unspecified
            ).devices
            #expect(any.first?.hasMediaType(.audio) == true && any.last?.hasMediaType(.video) == true)
            let none = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone], mediaType: .video, position: .unspecified
            ).devices
            #expect(none.isEmpty)
        }

        @Test func formatsStateSizeAndRates() throws {
            let back = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let format = try #require(back.formats.first { $0.formatDescription.dimensions.width == 1920 })
            let range = try #require(format.videoSupportedFrameRateRanges.first)
            #expect(range.maxFrameRate >= 30 && range.minFrameRate <= 30)
            #expect(range.minFrameDuration <= range.maxFrameDuration)
            #expect(format.mediaType == .video)
        }

        /// As in an app that learns of the device in another way, or polls.
        @Test func aDeviceCanBeUsedAsSoonAsItIsFoundAgain() throws {
            defer { SimulatedPhone.ofTest.unplug("external") }
            for _ in 0..<20 {
                SimulatedPhone.ofTest.plug("external")
                let device = try #require(AVCaptureDevice.default(.external, for: .video, position: .unspecified))
                _ = try AVCaptureDeviceInput(device: device)
                SimulatedPhone.ofTest.unplug("external")
                #expect(eventually(device, \.isConnected) { !$0 })
            }
        }

        @Test func unpluggingADeviceIsNotified() throws {
            SimulatedPhone.ofTest.plug("external")
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:external"))
            let states = Monitor<[Bool]>([])
            let observation = device.observe(\.isConnected, options: [.new]) { _, change in
                states.withLock { $0.append(change.newValue ?? false) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.unplug("external")
            #expect(states.wait(timeout: .seconds(20)) { $0.last == false ? true : nil } == true)
            #expect(throws: AVError.self) { try device.lockForConfiguration() }
            SimulatedPhone.ofTest.plug("external")
            #expect(states.wait(timeout: .seconds(20)) { $0.last == true ? true : nil } == true)
            SimulatedPhone.ofTest.unplug("external")
        }
    }
}
