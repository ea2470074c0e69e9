import CaptureEngine
import Foundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    /// Focus and exposure that follow the drawn head in front of the front camera.
    @Suite struct FaceDrivenTests {
        private let camera: MeasuredCamera
        private var device: AVCaptureDevice { camera.device }
        private let phone = SimulatedPhone.ofTest

        init() throws {
            camera = try MeasuredCamera("front")
            device.automaticallyAdjustsFaceDrivenAutoExposureEnabled = false
            device.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
        }

        /// Waits until the camera is told to use such a point; looks once for each frame.
        private func uses(
            _ point: KeyPath<CameraSettings, CameraSettings.Point>, _ isWanted: (CameraSettings.Point) -> Bool
        ) throws -> Bool {
            let end = ContinuousClock.now + .seconds(120)
            while !isWanted(device.state.withLock { $0.settings[keyPath: point] }) {
                guard ContinuousClock.now < end else { return false }
                _ = try camera.frame()
            }
            return true
        }

        private var light: Double { device.exposureDuration.seconds * Double(device.iso) }

        @Test func theExposureFollowsTheFace() throws {
            #expect(!device.isFaceDrivenAutoExposureEnabled)
            phone.setHead(.at(0.3))
            #expect(camera.wait(for: \.exposureTargetOffset) { abs($0) < 0.05 })
            let before = light
            device.isFaceDrivenAutoExposureEnabled = true
            #expect(try uses(\.exposurePoint) { abs($0.x - 0.3) < 0.06 && abs($0.y - 0.5) < 0.1 })
            let end = ContinuousClock.now + .seconds(60)
            while abs(log2(light / before)) < 0.1 {
                try #require(ContinuousClock.now < end, "The face is exposed like the whole picture.")
                _ = try camera.frame()
            }
            phone.setHead(.at(0.7))
            #expect(try uses(\.exposurePoint) { abs($0.x - 0.7) < 0.06 })
            phone.setHead(.away)
            #expect(try uses(\.exposurePoint) { $0 == .middle })
        }

        @Test func theFaceHasPriorityOverThePointOfInterest() throws {
            phone.setHead(.at(0.3))
            device.isFaceDrivenAutoExposureEnabled = true
            #expect(try uses(\.exposurePoint) { abs($0.x - 0.3) < 0.06 })
            device.exposurePointOfInterest = CGPoint(x: 0.9, y: 0.9)
            device.exposureMode = .continuousAutoExposure
            #expect(try uses(\.exposurePoint) { abs($0.x - 0.3) < 0.06 })
            device.isFaceDrivenAutoExposureEnabled = false
            #expect(device.state.withLock { $0.settings.exposurePoint } == .init(x: 0.9, y: 0.9))
        }

        /// The phone's cameras with autofocus see no head, so the faces are told.
        @Test func theFocusFollowsTheFace() throws {
            let back = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try back.lockForConfiguration()
            defer { back.unlockForConfiguration() }
            var settings: CameraSettings { back.state.withLock { $0.settings } }
            back.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
            back.follow(CGPoint(x: 0.3, y: 0.4), at: CMTime(value: 1, timescale: 1))
            #expect(settings.focusPoint == .middle)

            back.isFaceDrivenAutoFocusEnabled = true
            back.follow(CGPoint(x: 0.3, y: 0.4), at: CMTime(value: 2, timescale: 1))
            #expect(settings.focusPoint == .init(x: 0.3, y: 0.4))
            let start = settings.focusStart
            back.follow(CGPoint(x: 0.31, y: 0.41), at: CMTime(value: 3, timescale: 1))
            #expect(settings.focusStart == start, "A face that hardly moves needs no search.")
            back.follow(CGPoint(x: 0.6, y: 0.4), at: CMTime(value: 4, timescale: 1))
            #expect(settings.focusPoint == .init(x: 0.6, y: 0.4) && settings.focusStart > start)
            back.follow(nil, at: CMTime(value: 45, timescale: 10))
            #expect(settings.focusPoint == .init(x: 0.6, y: 0.4))
            back.follow(nil, at: CMTime(value: 6, timescale: 1))
            #expect(settings.focusPoint == .middle)
        }
    }
}
