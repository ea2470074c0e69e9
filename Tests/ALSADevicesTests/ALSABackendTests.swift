import ALSADevices
import CaptureEngine
import Foundation
import TestSupport
import Testing

struct ALSABackendTests {
    let backend = ALSABackend()

    @Test func aNamedPCMIsDescribedAsAMicrophoneWithFourFormats() throws {
        let device = try backend.device(named: "null")
        #expect(device.id == DeviceID("alsa:null"))
        #expect(device.kind == .microphone && device.module == .microphone)
        let formats = device.formats.compactMap {
            CMAudioFormatDescriptionGetStreamBasicDescription($0.description)?.pointee
        }
        #expect(formats.map(\.mSampleRate) == [48_000, 48_000, 44_100, 44_100])
        #expect(formats.map(\.mChannelsPerFrame) == [2, 1, 2, 1])
        #expect(formats.allSatisfy { $0.mFormatID == kAudioFormatLinearPCM && $0.mBitsPerChannel == 16 })
        #expect(formats.allSatisfy { $0.mBytesPerFrame == 2 * $0.mChannelsPerFrame })
    }

    @Test(arguments: ["no-such-pcm", "hw:31,0", "plughw:31"])
    func aNameThatLeadsNowhereIsRefusedWithAMessage(name: String) {
        let error = #expect(throws: CaptureError.self) { _ = try backend.device(named: name) }
        #expect(error?.code == .deviceNotFound)
        #expect(error?.device == DeviceID(scheme: "alsa", name: name))
        #expect(error?.message.contains("\"\(name)\"") == true)
    }

    /// Run by Tests/Machines/usb-camera-tests, whose machine has the kernel's loopback card.
    @Test(.enabled(if: getenv("AVCAM_KERNEL_CAMERA") != nil, "needs the emulated machine"))
    func everyListedDeviceIsFoundByItsName() throws {
        let devices = backend.devices()
        #expect(devices.map(\.id.name) == ["hw:0,0", "hw:0,1"])
        for device in devices {
            let found = try backend.device(named: device.id.name)
            #expect(found.name == device.name && found.id == device.id && found.isPhysical == device.isPhysical)
        }
    }

    /// How a webcam's microphone is found.
    @Test func aSoundCardHasItsFirstDeviceAsItsMicrophone() {
        #expect(backend.microphone(onSoundCard: 3) == DeviceID("alsa:hw:3,0"))
    }

    @Test func cardAndDeviceAreReadFromAName() {
        #expect(ALSABackend.hardwareAddress("hw:1,2").map { [$0.0, $0.1] } == [1, 2])
        #expect(ALSABackend.hardwareAddress("plughw:3").map { [$0.0, $0.1] } == [3, 0])
        #expect(ALSABackend.hardwareAddress("hw:CARD=PCH,DEV=0") == nil)
        #expect(ALSABackend.hardwareAddress("default") == nil)
        #expect(ALSABackend.hardwareAddress("hw:") == nil)
    }

    @Test func aSoundServerIsThereIfItsSocketIs() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.appendingPathComponent("pipewire-0").path
        let environment = ["XDG_RUNTIME_DIR": folder.url.path]
        #expect(!SoundServer.isThere(type: "pipewire", environment))
        try listen(at: socket)
        #expect(SoundServer.isThere(type: "pipewire", environment))
        #expect(SoundServer.isThere(type: "pulse", ["PULSE_SERVER": "unix:\(socket)"]))
        #expect(!SoundServer.isThere(type: "pulse", environment))
        #expect(!SoundServer.isThere(type: "hw", environment))
    }

    private func listen(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }
}
