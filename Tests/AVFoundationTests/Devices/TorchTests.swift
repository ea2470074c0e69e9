import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct TorchTests {
        private static let evening = SceneLight(brightness: 1.0 / 128)

        @Test func theTorchLightsTheScene() async throws {
            let camera = try MeasuredCamera(light: Self.evening)
            let device = camera.device
            let dark = try MeasuredFrame(
                camera.frame(
                    at: await device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 800)))
            try device.setTorchModeOn(level: 1.0 / 16)
            #expect(device.torchMode == .on)
            #expect(camera.wait(for: \.isTorchActive) { $0 })
            #expect(device.torchLevel == 1.0 / 16)
            let lit = try MeasuredFrame(camera.frame())
            // A sixteenth of the torch gives as much light as the evening scene has.
            #expect(abs(try lit.brightness(over: dark) - 2) < 0.2)
            device.torchMode = .off
            #expect(camera.wait(for: \.isTorchActive) { !$0 })
        }

        @Test func anAutomaticTorchLightsOnlyInTheDark() throws {
            let camera = try MeasuredCamera()
            camera.device.torchMode = .auto
            _ = try camera.frame()
            _ = try camera.frame()
            #expect(!camera.device.isTorchActive)
            SimulatedPhone.ofTest.setSceneBrightness(1.0 / 1024)
            #expect(camera.wait(for: \.isTorchActive) { $0 })
            #expect(camera.device.torchMode == .auto)
        }

        @available(*, deprecated) @Test func anAutomaticFlashIsActiveOnlyInTheDark() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            _ = try camera.frame()
            #expect(!device.isFlashActive)
            device.flashMode = .on
            #expect(device.isFlashActive)
            device.flashMode = .auto
            _ = try camera.frame()
            #expect(!device.isFlashActive)
            SimulatedPhone.ofTest.setSceneBrightness(1.0 / 1024)
            #expect(eventually { device.isFlashActive })
            device.flashMode = .off
            #expect(!device.isFlashActive)
        }

        @Test func anAutomaticTorchForgetsWhatWasDarkBefore() throws {
            let camera = try MeasuredCamera(light: Self.evening)
            let device = camera.device
            device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 1000), iso: 100)
            try device.setTorchModeOn(level: 1)
            #expect(camera.wait(for: \.isTorchActive) { $0 })
            #expect(camera.wait(for: \.exposureTargetOffset) { $0 < -1 })
            // The observer that is told of the end of the run does not return until the next run has begun.
            let hasBegun = Monitor(false)
            let observation = device.observe(\.isTorchActive) { _, _ in
                _ = hasBegun.wait(timeout: .seconds(30)) { $0 ? true : nil }
            }
            camera.stop()
            SimulatedPhone.ofTest.setSceneLight(SceneLight())
            device.exposureMode = .continuousAutoExposure
            device.torchMode = .auto
            camera.session.startRunning()
            hasBegun.withLock { $0 = true }
            for _ in 0..<3 { _ = try camera.frame() }
            #expect(!device.isTorchActive && device.torchMode == .auto)
            observation.invalidate()
        }

        @Test func anAutomaticTorchForgetsADarkFrameThatIsReportedLate() throws {
            let camera = try MeasuredCamera(light: Self.evening)
            let device = camera.device
            let progress = Monitor((isDark: false, hasBegun: false))
            let observation = device.observe(\.exposureTargetOffset) { device, _ in
                guard device.exposureTargetOffset < -1 else { return }
                progress.withLock { $0.isDark = true }
                _ = progress.wait(timeout: .seconds(30)) { $0.hasBegun ? true : nil }
            }
            device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 1000), iso: 100)
            #expect(progress.wait(timeout: .seconds(30)) { $0.isDark ? true : nil } != nil)
            camera.stop()
            SimulatedPhone.ofTest.setSceneLight(SceneLight())
            device.exposureMode = .continuousAutoExposure
            device.torchMode = .auto
            camera.session.startRunning()
            progress.withLock { $0.hasBegun = true }
            for _ in 0..<3 { _ = try camera.frame() }
            #expect(!device.isTorchActive && device.torchMode == .auto)
            observation.invalidate()
        }

        @Test func theTorchGoesOutWithTheCamera() throws {
            let camera = try MeasuredCamera(light: Self.evening)
            camera.device.torchMode = .on
            #expect(camera.wait(for: \.isTorchActive) { $0 })
            camera.stop()
            #expect(camera.wait(for: \.isTorchActive) { !$0 })
        }

        @Test func heatTakesTheLightAway() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            #expect(device.isTorchAvailable && device.isFlashAvailable)
            #expect(device.systemPressureState.level == .nominal)
            let levels = Monitor<[AVCaptureDevice.SystemPressureState.Level]>([])
            let observation = device.observe(\.systemPressureState, options: [.new]) { _, change in
                levels.withLock { $0.append(change.newValue?.level ?? .nominal) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.setPressure(DevicePressure(level: .critical, factors: [.cameraTemperature]))
            defer { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            #expect(levels.wait(timeout: .seconds(30)) { $0.last } == .critical)
            #expect(device.systemPressureState.factors == .cameraTemperature)
            #expect(!device.isTorchAvailable && !device.isFlashAvailable)
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            #expect(throws: AVError(.torchLevelUnavailable)) { try device.setTorchModeOn(level: 1) }
        }

        @Test func heatPutsTheTorchOutForGood() throws {
            let camera = try MeasuredCamera(light: Self.evening)
            let device = camera.device
            // The notification that another test's heat is over may still be pending.
            #expect(camera.wait(for: \.isTorchAvailable) { $0 })
            device.torchMode = .on
            #expect(camera.wait(for: \.isTorchActive) { $0 })
            let modes = Monitor<[AVCaptureDevice.TorchMode]>([])
            let observation = device.observe(\.torchMode) { device, _ in
                modes.withLock { $0.append(device.torchMode) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.setPressure(DevicePressure(level: .critical, factors: [.cameraTemperature]))
            defer { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            #expect(camera.wait(for: \.isTorchActive) { !$0 })
            #expect(device.torchMode == .off && !device.isTorchAvailable)
            #expect(modes.withLock { $0 } == [.off])
            for mode in [AVCaptureDevice.TorchMode.on, .auto] {
                device.torchMode = mode
                _ = try camera.frame()
                _ = try camera.frame()
                #expect(device.torchMode == .off && !device.isTorchActive)
            }
            SimulatedPhone.ofTest.setPressure(DevicePressure())
            #expect(camera.wait(for: \.isTorchAvailable) { $0 })
            #expect(device.torchMode == .off)
            device.torchMode = .on
            #expect(camera.wait(for: \.isTorchActive) { $0 })
        }

        @Test func camerasWithoutALightSaySo() throws {
            SimulatedPhone.ofTest.plug("external")
            defer { SimulatedPhone.ofTest.unplug("external") }
            let external = try #require(AVCaptureDevice(uniqueID: "simulated:external"))
            #expect(!external.hasTorch && !external.hasFlash && !external.isTorchAvailable)
            #expect(!external.isTorchModeSupported(.on) && external.torchMode == .off)
        }
    }
}
