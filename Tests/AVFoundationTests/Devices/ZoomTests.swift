@testable import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct ZoomTests {
        /// How much a frame's luma differs from that of another whose middle is enlarged.
        private func difference(_ zoomed: MeasuredFrame, from whole: MeasuredFrame, enlarged factor: Double) -> Double {
            // Only where both show charts, which stand still.
            let steps = stride(from: 0.1, through: 0.9, by: 0.02)
            let differences = steps.flatMap { x in
                stride(from: 0.25, through: 0.7, by: 0.02).map { y in
                    abs(zoomed.luma(x, y) - whole.luma(0.5 + (x - 0.5) / factor, 0.5 + (y - 0.5) / factor))
                }
            }
            return differences.reduce(0, +) / Double(differences.count)
        }

        @Test func aFactorOfTwoShowsEverythingTwiceAsLarge() throws {
            let camera = try MeasuredCamera()
            let whole = try MeasuredFrame(camera.frame())
            camera.device.videoZoomFactor = 2
            #expect(camera.device.videoZoomFactor == 2)
            _ = try camera.frame()
            let zoomed = try MeasuredFrame(camera.frame())
            let right = difference(zoomed, from: whole, enlarged: 2)
            #expect(right < difference(zoomed, from: whole, enlarged: 1.9) && right < 12)
            #expect(right < difference(zoomed, from: whole, enlarged: 2.1))
        }

        @Test func aRampIsEvenAndEndsAtItsTarget() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            let factors = Monitor<[CGFloat]>([])
            let observation = camera.device.observe(\.videoZoomFactor, options: [.new]) { _, change in
                factors.withLock { $0.append(change.newValue ?? 0) }
            }
            defer { observation.invalidate() }
            camera.device.ramp(toVideoZoomFactor: 4, withRate: 4)
            #expect(camera.device.isRampingVideoZoom)
            #expect(camera.wait(for: \.isRampingVideoZoom) { !$0 })
            let seen = factors.withLock { $0 }
            #expect(seen.last == 4 && camera.device.videoZoomFactor == 4)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(seen.count > 3)
        }

        @Test func anObserverOfARampsEndMayBeginTheNextRamp() throws {
            let camera = try MeasuredCamera()
            let hasTurned = Mutex(false)
            let observation = camera.device.observe(\.videoZoomFactor) { device, _ in
                guard device.videoZoomFactor == 2 else { return }
                // The next ramp begins where this one ended, and its start is reported too.
                let isFirst = hasTurned.withLock { hasTurned in
                    defer { hasTurned = true }
                    return !hasTurned
                }
                if isFirst { device.ramp(toVideoZoomFactor: 1, withRate: 16) }
            }
            defer { observation.invalidate() }
            camera.device.ramp(toVideoZoomFactor: 2, withRate: 16)
            #expect(camera.wait(for: \.videoZoomFactor) { $0 > 1 })
            #expect(camera.wait(for: \.videoZoomFactor) { $0 == 1 })
            #expect(camera.wait(for: \.isRampingVideoZoom) { !$0 })
        }

        @Test func theFramesOfARampAreEnlargedStepByStep() throws {
            let camera = try MeasuredCamera()
            let whole = try MeasuredFrame(camera.frame())
            camera.device.ramp(toVideoZoomFactor: 4, withRate: 1)
            #expect(camera.wait(for: \.videoZoomFactor) { $0 > 1.1 })
            var seen: [(time: CMTime, factor: Double)] = []
            while seen.count < 5, camera.device.isRampingVideoZoom {
                let sample = try camera.frame()
                let frame = try MeasuredFrame(sample)
                let factor = try #require(
                    stride(from: 1, through: 4, by: 0.02).min {
                        difference(frame, from: whole, enlarged: $0) < difference(frame, from: whole, enlarged: $1)
                    })
                seen.append((sample.presentationTimeStamp, factor))
            }
            try #require(seen.count >= 2)
            #expect(seen.allSatisfy { $0.factor > 1 && $0.factor <= 4 })
            // One doubling a second, as far as steps of 0.02 can show.
            for (one, next) in zip(seen, seen.dropFirst()) {
                let seconds = (next.time - one.time).seconds
                #expect(abs(log2(next.factor / one.factor) - seconds) < 0.06, "\(seen)")
            }
        }

        @Test(arguments: [(1.0, 4.0), (8, 2)])
        func theRateOfARampIsInDoublingsPerSecond(start: Double, target: Double) {
            var ramp = ZoomRamp(target: target, rate: 4)
            func time(_ milliseconds: Int64) -> CMTime { CMTime(value: milliseconds, timescale: 1000) }
            #expect(ramp.step(from: start, at: time(100)) == start, "the first frame is where it begins")
            let first = ramp.step(from: start, at: time(225))
            #expect(abs(first - (target > start ? start * 2.0.squareRoot() : start / 2.0.squareRoot())) < 1e-9)
            #expect(abs(ramp.step(from: first, at: time(350)) - (target > start ? start * 2 : start / 2)) < 1e-9)
            #expect(ramp.step(from: target * 1.01, at: time(1000)) == target)
        }

        @Test func aCancelledRampStays() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            camera.device.ramp(toVideoZoomFactor: 16, withRate: 1)
            #expect(camera.wait(for: \.videoZoomFactor) { $0 > 1 })
            camera.device.cancelVideoZoomRamp()
            #expect(!camera.device.isRampingVideoZoom)
            #expect(camera.device.videoZoomFactor < 16)
        }

        @Test func aRampOfAStoppedCameraEndsAtOnce() throws {
            let camera = try MeasuredCamera()
            camera.stop()
            camera.device.ramp(toVideoZoomFactor: 3, withRate: 0.1)
            #expect(camera.wait(for: \.isRampingVideoZoom) { !$0 })
            #expect(camera.device.videoZoomFactor == 3)
        }

        @Test func aVirtualCameraChangesItsLensAtTheSwitchOverFactors() throws {
            let camera = try MeasuredCamera("back-triple")
            let device = camera.device
            #expect(device.isVirtualDevice)
            #expect(
                device.constituentDevices.map(\.deviceType) == [
                    .builtInUltraWideCamera, .builtInWideAngleCamera, .builtInTelephotoCamera,
                ])
            #expect(device.virtualDeviceSwitchOverVideoZoomFactors == [2, 6])
            let expected: [(CGFloat, AVCaptureDevice.DeviceType)] = [
                (1, .builtInUltraWideCamera), (1.9, .builtInUltraWideCamera), (2, .builtInWideAngleCamera),
                (6, .builtInTelephotoCamera),
            ]
            for (factor, type) in expected {
                device.videoZoomFactor = factor
                #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == type })
                #expect(device.lensAperture == device.activePrimaryConstituent?.lensAperture)
            }
            #expect(device.constituentDevices.map(\.lensAperture) == [2.4, 1.8, 2.8])
            device.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
            #expect(device.minAvailableVideoZoomFactor == 6)
            #expect(device.activePrimaryConstituentDeviceSwitchingBehavior == .locked)
            device.videoZoomFactor = 8
            _ = try camera.frame()
            #expect(device.activePrimaryConstituent?.deviceType == .builtInTelephotoCamera)
            device.setPrimaryConstituentDeviceSwitchingBehavior(.auto, restrictedSwitchingBehaviorConditions: [])
        }

        @Test func aVirtualCameraThatDoesNotRunShowsTheLensThatItWillUse() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back-triple"))
            try device.lockForConfiguration()
            defer {
                device.videoZoomFactor = 1
                device.unlockForConfiguration()
            }
            for (factor, place) in [(6, 2), (2, 1), (1, 0)] as [(CGFloat, Int)] {
                device.videoZoomFactor = factor
                #expect(
                    eventually(device, \.activePrimaryConstituent) {
                        $0?.uniqueID == device.constituentDevices[place].uniqueID
                    })
            }
        }

        @Test func restrictedSwitchingWaitsForItsCondition() throws {
            let camera = try MeasuredCamera("back-triple")
            let device = camera.device
            _ = try camera.frame()
            device.setPrimaryConstituentDeviceSwitchingBehavior(
                .restricted, restrictedSwitchingBehaviorConditions: .focusModeChanged)
            device.videoZoomFactor = 3
            _ = try camera.frame()
            _ = try camera.frame()
            #expect(device.activePrimaryConstituent?.deviceType == .builtInUltraWideCamera)
            device.focusMode = .continuousAutoFocus
            #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == .builtInWideAngleCamera })
            #expect(device.minAvailableVideoZoomFactor == 2)
        }

        @Test func restrictedSwitchingByZoomLeavesAllZoomsOpen() throws {
            let camera = try MeasuredCamera("back-triple")
            let device = camera.device
            _ = try camera.frame()
            device.setPrimaryConstituentDeviceSwitchingBehavior(
                .restricted, restrictedSwitchingBehaviorConditions: .videoZoomChanged)
            device.videoZoomFactor = 3
            #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == .builtInWideAngleCamera })
            #expect(device.minAvailableVideoZoomFactor == 1)
            device.videoZoomFactor = 1
            #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == .builtInUltraWideCamera })
        }

        @Test func aVirtualCameraShowsTheSameSceneBeforeAndAfterItsSwitch() throws {
            let camera = try MeasuredCamera("back-triple")
            camera.device.videoZoomFactor = 1.999
            #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == .builtInUltraWideCamera })
            _ = try camera.frame()
            let before = try MeasuredFrame(camera.frame())
            camera.device.videoZoomFactor = 2
            #expect(camera.wait(for: \.activePrimaryConstituent) { $0?.deviceType == .builtInWideAngleCamera })
            let after = try MeasuredFrame(camera.frame())
            #expect(difference(after, from: before, enlarged: 1) < 4)
        }

        @Test func theDisplayedFactorIsThatOfTheWideAngleCamera() throws {
            let multipliers: [String: CGFloat] = [
                "back": 1, "back-ultra-wide": 0.5, "back-telephoto": 3, "back-triple": 0.5, "front": 1,
            ]
            for (name, multiplier) in multipliers {
                let device = try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
                #expect(device.displayVideoZoomFactorMultiplier == multiplier, "\(name)")
            }
        }
    }
}
