import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct ExposureTests {
        @Test func aBiasOfOneStopDoublesTheLight() async throws {
            let camera = try MeasuredCamera()
            let before = try MeasuredFrame(camera.frame(at: await camera.device.setExposureTargetBias(-1)))
            let time = await camera.device.setExposureTargetBias(0)
            let after = try MeasuredFrame(camera.frame(at: time))
            // A step of 8-bit luma is 1 % to 2 % of the light of these grays.
            #expect(abs(try after.brightness(over: before) - 2) < 0.1)
            #expect(camera.device.exposureTargetBias == 0)
        }

        @Test func customExposureShowsInTheLightAndInTheProperties() async throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            let short = CMTime(value: 1, timescale: 480)
            let long = CMTime(value: 1, timescale: 240)
            let dark = try MeasuredFrame(
                camera.frame(at: await device.setExposureModeCustom(duration: short, iso: 50)))
            let bright = try MeasuredFrame(
                camera.frame(at: await device.setExposureModeCustom(duration: long, iso: 50)))
            #expect(abs(try bright.brightness(over: dark) - 2) < 0.1)
            let time = await device.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 100)
            #expect(abs(try MeasuredFrame(camera.frame(at: time)).brightness(over: bright) - 2) < 0.2)
            #expect(device.exposureMode == .custom)
            #expect(abs(device.exposureDuration.seconds - long.seconds) < 1e-6)
            #expect(device.iso == 100)
        }

        @Test func theHandlerGetsTheTimeOfAFrame() async throws {
            let camera = try MeasuredCamera()
            let time = await camera.device.setExposureModeCustom(
                duration: CMTime(value: 1, timescale: 500), iso: 80)
            let next = try camera.frame(at: time)
            // Frames lie on a grid of 1/30 s.
            let steps = (next.presentationTimeStamp - time).seconds * 30
            #expect(abs(steps - steps.rounded()) < 0.001)
        }

        @Test func theHandlersFrameIsTheFirstThatShowsTheChange() async throws {
            let camera = try MeasuredCamera()
            func expose(_ denominator: Int32) async -> CMTime {
                await camera.device.setExposureModeCustom(
                    duration: CMTime(value: 1, timescale: denominator), iso: 50)
            }
            let start = await expose(480)
            _ = try camera.frame(at: start + CMTime(value: 1, timescale: 10))
            let change = await expose(240)
            _ = try camera.frame(at: change + CMTime(value: 1, timescale: 10))
            let before = camera.looks.filter { $0.time >= start && $0.time < change }.map(\.light)
            let after = camera.looks.filter { $0.time >= change }.map(\.light)
            let dark = try #require(before.first)
            #expect(before.allSatisfy { abs($0 / dark - 1) < 0.1 })
            #expect(!after.isEmpty && after.allSatisfy { abs($0 / dark - 2) < 0.2 })
        }

        @Test func exposingOnceEndsLocked() throws {
            let camera = try MeasuredCamera()
            camera.device.exposureMode = .autoExpose
            #expect(camera.wait(for: \.exposureMode) { $0 == .locked })
        }

        /// Programs meter by waiting for it to begin and to end.
        @Test(arguments: [AVCaptureDevice.ExposureMode.autoExpose, .continuousAutoExposure])
        func exposingIsSeenAlsoWhenTheLightIsRight(_ mode: AVCaptureDevice.ExposureMode) throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            #expect(camera.wait(for: \.isAdjustingExposure) { !$0 })
            #expect(seen(\.isAdjustingExposure, of: camera.device) { camera.device.exposureMode = mode })
        }

        @Test func exposureFollowsTheLightAndSaysSo() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            let flags = Monitor<[Bool]>([])
            let observation = camera.device.observe(\.isAdjustingExposure, options: [.new]) { _, change in
                flags.withLock { $0.append(change.newValue ?? false) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.setSceneBrightness(0.25)
            #expect(flags.wait(timeout: .seconds(30)) { $0.count >= 2 ? $0 : nil }?.prefix(2) == [true, false])
            #expect(abs(camera.device.exposureTargetOffset) < 0.05)
        }

        @Test func aLockedExposureStaysWhenTheLightGoes() throws {
            let camera = try MeasuredCamera()
            let before = try MeasuredFrame(camera.frame())
            camera.device.exposureMode = .locked
            _ = try camera.frame()
            SimulatedPhone.ofTest.setSceneBrightness(0.5)
            #expect(camera.wait(for: \.exposureTargetOffset) { $0 < -0.9 })
            let after = try MeasuredFrame(camera.frame())
            #expect(abs(try after.brightness(over: before) - 0.5) < 0.05)
        }

        @Test func anExposurePointInTheDarkBrightensThePicture() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            var exposure: Double { device.exposureDuration.seconds * Double(device.iso) }
            let (whole, before) = (try MeasuredFrame(camera.frame()), exposure)
            // The frame around the flash is dark.
            device.exposurePointOfInterest = CGPoint(x: 0.9, y: 0.09)
            device.exposureMode = .autoExpose
            #expect(camera.wait(for: \.exposureMode) { $0 == .locked })
            let (spot, gain) = (try MeasuredFrame(camera.frame()), exposure / before)
            #expect(gain > 1.4)
            #expect(abs(try spot.brightness(over: whole) / gain - 1) < 0.1)
        }

        @Test func theLongestExposureLimitsTheAutomaticOne() throws {
            let camera = try MeasuredCamera(light: SceneLight(brightness: 0.125))
            let limit = CMTime(value: 1, timescale: 100)
            #expect(camera.wait(for: \.exposureDuration) { $0.seconds > limit.seconds })
            camera.device.activeMaxExposureDuration = limit
            #expect(camera.wait(for: \.exposureDuration) { $0.seconds < limit.seconds + 1e-6 })
            #expect(camera.device.activeMaxExposureDuration == limit)
            camera.device.activeMaxExposureDuration = .invalid
            #expect(camera.device.activeMaxExposureDuration.seconds > limit.seconds)
        }

        @Test func lowLightBoostBrightensWhatIsTooDark() throws {
            SimulatedPhone.ofTest.setNoise(false)
            defer { SimulatedPhone.ofTest.setNoise(true) }
            let camera = try MeasuredCamera(light: SceneLight(brightness: 1.0 / 1024))
            #expect(camera.wait(for: \.exposureTargetOffset) { $0 < -1 })
            #expect(!camera.device.isLowLightBoostEnabled)
            let (offset, dark) = (camera.device.exposureTargetOffset, try MeasuredFrame(camera.frame()))
            camera.device.automaticallyEnablesLowLightBoostWhenAvailable = true
            #expect(camera.wait(for: \.isLowLightBoostEnabled) { $0 })
            #expect(camera.wait(for: \.exposureTargetOffset) { $0 > -0.1 })
            let boosted = try MeasuredFrame(camera.frame())
            let gain = Double(exp2(camera.device.exposureTargetOffset - offset))
            #expect(abs(try boosted.brightness(over: dark) / gain - 1) < 0.1)
        }

        @Test func handlersOfACameraThatDoesNotRunAreCalledAtOnce() async throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let before = CMClockGetHostTimeClock().time
            let time = await device.setExposureTargetBias(1)
            #expect(time >= before && time <= CMClockGetHostTimeClock().time)
            #expect(device.exposureTargetBias == 1)
            await device.setExposureTargetBias(0)
        }

        @Test func stoppingCallsEachWaitingHandlerOnce() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            let calls = Monitor(0)
            for bias in stride(from: Float(-1), through: 1, by: 0.25) {
                camera.device.setExposureTargetBias(bias) { _ in calls.withLock { $0 += 1 } }
            }
            camera.stop()
            #expect(calls.wait(timeout: .seconds(30)) { $0 >= 9 ? $0 : nil } == 9)
        }
    }
}
