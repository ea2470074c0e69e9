import AVCamLinux
import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

struct ManualControlTests {
    @Test(arguments: ManualControl.allCases) func aPositionAndItsValueBelongTogether(control: ManualControl) {
        let range = 0.001...2.0
        for position in [0, 0.25, 0.5, 1] {
            let value = control.value(at: position, in: range)
            #expect(abs(control.position(of: value, in: range) - position) < 1e-9)
        }
        #expect(control.value(at: 7, in: range) == range.upperBound)
        #expect(control.position(of: 0, in: range) == 0)
    }

    @Test func aStopIsAsFarEverywhere() {
        let range = 1.0 / 8000...1.0 / 30
        let way = ManualControl.shutter.position(of: 1.0 / 1000, in: range)
        let wayOn = ManualControl.shutter.position(of: 1.0 / 500, in: range) - way
        let end = ManualControl.shutter.position(of: 1.0 / 60, in: range)
        #expect(abs(ManualControl.shutter.position(of: 1.0 / 30, in: range) - end - wayOn) < 1e-9)
    }

    @Test func valuesAreWrittenAsPhotographersDo() {
        #expect(MediaText.value(1.0 / 250, of: .shutter) == "1/250 s")
        #expect(MediaText.value(0.5, of: .shutter) == "0.5 s")
        #expect(MediaText.value(399.7, of: .iso) == "400")
        #expect(MediaText.value(0.354, of: .focus) == "0.35")
        #expect(MediaText.value(5026, of: .whiteBalance) == "5050 K")
    }
}

/// Exposure, focus and white balance that a person sets, on the simulated phone.
extension SimulatedCameraTests {
    struct ManualTests {
        let service = CaptureService()

        private func start(_ id: String = "simulated:back") async throws -> AVCaptureDevice {
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            let camera = try DeviceLookup().camera(id)
            try await service.start(CaptureSetup(camera: camera, mode: .photo, features: features))
            return camera
        }

        @Test func theCameraSaysWhatItSetsByItself() async throws {
            _ = try await start()
            #expect(service.capabilities.value.automatic == Set(ManualControl.allCases))
            await service.stop()
        }

        @Test func aTimeKeepsTheSensitivityOfTheMoment() async throws {
            let camera = try await start()
            try await service.waitForPicture()
            let iso = Double(camera.iso)
            try await service.setManual(.shutter, to: 1.0 / 500)
            #expect(camera.exposureMode == .custom)
            #expect(service.manual.value == [.shutter: 1.0 / 500, .iso: iso])
            try await waitUntil { abs(camera.exposureDuration.seconds - 1.0 / 500) < 1e-5 }
            try await service.setAutomatic([.iso])
            #expect(camera.exposureMode == .continuousAutoExposure && service.manual.value.isEmpty)
            await service.stop()
        }

        @Test func valuesAreKeptWithinTheCamerasLimits() async throws {
            let camera = try await start()
            let ranges = service.capabilities.value.manual
            #expect(Set(ranges.keys) == Set(ManualControl.allCases))
            for control in ManualControl.allCases {
                let range = try #require(ranges[control])
                try await service.setManual(control, to: -1e9)
                #expect(service.manual.value[control] == range.lowerBound)
                try await service.setManual(control, to: 1e9)
                #expect(service.manual.value[control] == range.upperBound)
            }
            #expect(camera.focusMode == .locked && camera.whiteBalanceMode == .locked)
            await service.stop()
            #expect(camera.focusMode == .continuousAutoFocus && camera.exposureMode == .continuousAutoExposure)
            #expect(camera.whiteBalanceMode == .continuousAutoWhiteBalance)
        }

        @Test func aTapAndAnotherSceneLeaveItAsItIs() async throws {
            let camera = try await start()
            try await service.setManual(.focus, to: 0.3)
            try await service.setManual(.shutter, to: 1.0 / 250)
            try await service.setManual(.iso, to: 200)
            try await service.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75))
            try await service.resetFocusAndExposure()
            try await service.setExposureBias(1)
            #expect(camera.focusMode == .locked && camera.exposureMode == .custom && camera.exposureTargetBias == 0)
            try await waitUntil { camera.lensPosition == 0.3 && camera.iso == 200 }
            await service.stop()
        }

        @Test func itEndsWithItsModeAndWithItsCamera() async throws {
            let camera = try await start()
            try await service.setManual(.whiteBalance, to: 3200)
            try await service.setCaptureMode(.video)
            #expect(camera.whiteBalanceMode == .continuousAutoWhiteBalance && service.manual.value.isEmpty)
            try await service.setManual(.focus, to: 0.3)
            try await service.select(try DeviceLookup().camera("simulated:front"))
            #expect(camera.focusMode == .continuousAutoFocus && service.manual.value.isEmpty)
            await service.stop()
        }

        @Test func aQuickTakeLeavesItAsItIs() async throws {
            let camera = try await start()
            try await service.setManual(.whiteBalance, to: 3200)
            try await service.setManual(.focus, to: 0.3)
            let longest = try #require(service.capabilities.value.manual[.shutter]).upperBound
            try await service.setManual(.shutter, to: longest)
            let before = service.manual.value
            try await service.setCaptureMode(.video, isQuickTake: true)
            #expect(camera.whiteBalanceMode == .locked && camera.focusMode == .locked && camera.exposureMode == .custom)
            try await service.setVideoFormat(VideoFormat(width: 1280, height: 720, frameRate: 60))
            #expect(try #require(service.manual.value[.shutter]) < longest)
            try await service.setCaptureMode(.photo, isQuickTake: true)
            #expect(service.manual.value == before && camera.exposureMode == .custom)
            await service.stop()
            #expect(camera.focusMode == .continuousAutoFocus)
        }

        @Test func aQuickTakeLeavesTheLockAndTheBias() async throws {
            let camera = try await start()
            try await service.lockFocusAndExposure(at: CGPoint(x: 0.25, y: 0.75))
            try await service.setExposureBias(1)
            let lock = service.lock.value
            #expect(!lock.isEmpty)
            try await service.setCaptureMode(.video, isQuickTake: true)
            try await service.setCaptureMode(.photo, isQuickTake: true)
            #expect(service.lock.value == lock && camera.exposureTargetBias == 1)
            await service.stop()
        }

        @Test func aManualExposureEndsTheBias() async throws {
            let camera = try await start()
            try await service.setExposureBias(1)
            #expect(camera.exposureTargetBias == 1)
            try await service.setManual(.shutter, to: 1.0 / 250)
            #expect(camera.exposureTargetBias == 0)
            try await service.setAutomatic([.shutter])
            #expect(camera.exposureTargetBias == 0)
            await service.stop()
        }

        @Test func aBracketIsAroundTheManualExposure() async throws {
            _ = try await start()
            try await service.waitForPicture()
            try await service.setManual(.shutter, to: 1.0 / 1000)
            try await service.setManual(.iso, to: 400)
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            features.bracket = [-1, 0, 2]
            let photos = try await service.capturePhotos(with: features)
            features.bracket = []
            let plain = try await service.capturePhoto(with: features)
            await service.stop()
            let tags = try (photos + [plain]).map { try metadata(of: $0) }
            let times = tags.compactMap { $0["ExifIFD:ExposureTime"] as? Double }
            #expect(times.count == 4)
            for (time, wanted) in zip(times, [0.0005, 0.001, 0.004, 0.001]) { #expect(abs(time / wanted - 1) < 0.01) }
            #expect(tags.map { $0["ExifIFD:ISO"] as? Int } == [400, 400, 400, 400])
        }

        @Test func theFlashKeepsTheManualExposure() async throws {
            _ = try await start()
            try await service.waitForPicture()
            try await service.setManual(.shutter, to: 1.0 / 1000)
            try await service.setManual(.iso, to: 400)
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            features.flashMode = .on
            let tags = try metadata(of: try await service.capturePhoto(with: features))
            await service.stop()
            #expect((tags["ExifIFD:Flash"] as? Int ?? 0) & 1 == 1)
            #expect(abs((tags["ExifIFD:ExposureTime"] as? Double ?? 0) - 0.001) < 1e-5)
            #expect(tags["ExifIFD:ISO"] as? Int == 400)
        }

        private func metadata(of photo: Photo) throws -> [String: Any] {
            let folder = try TemporaryFolder()
            return try withExtendedLifetime(folder) {
                try ImageProbe.metadata(of: folder.file("photo.jpg", contents: photo.data))
            }
        }

        @Test func anotherFrameRateShortensATooLongTime() async throws {
            let camera = try await start()
            try await service.setCaptureMode(.video)
            try await service.setVideoFormat(VideoFormat(width: 1280, height: 720, frameRate: 30))
            try await service.setManual(.shutter, to: 1.0 / 30)
            try await service.setVideoFormat(VideoFormat(width: 1280, height: 720, frameRate: 60))
            #expect(camera.exposureMode == .custom)
            #expect(try #require(service.manual.value[.shutter]) < 1.0 / 59)
            await service.stop()
        }
    }
}
