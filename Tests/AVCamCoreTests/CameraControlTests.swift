import AVCamCore
import AVCamLinux
import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

/// Focus, zoom, rotation, interruptions and the Camera Control in the capture service.
extension SimulatedCameraTests {
    struct CameraControlTests {
        let service = CaptureService()
        let body = SimulatedPhone.ofTest.body

        private func start(_ mode: CaptureMode = .photo) async throws -> AVCaptureDevice {
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            let camera = try DeviceLookup().camera("simulated:back")
            try await service.start(CaptureSetup(camera: camera, mode: mode, features: features))
            return camera
        }

        @Test func zoomAndExposureAreKeptWithinTheCamerasLimits() async throws {
            let camera = try await start()
            try await service.setZoom(1000)
            try await service.setExposureBias(1000)
            #expect(camera.videoZoomFactor == camera.maxAvailableVideoZoomFactor)
            #expect(camera.exposureTargetBias == camera.maxExposureTargetBias)
            let settings = service.cameraSettings.value
            #expect(settings.zoom == camera.videoZoomFactor && settings.exposureBias == camera.exposureTargetBias)
            try await service.setZoom(0)
            try await service.setExposureBias(0)
            #expect(camera.videoZoomFactor == camera.minAvailableVideoZoomFactor)
            await service.stop()
        }

        @Test func aPointIsFocusedAndExposedUntilTheSceneChanges() async throws {
            let camera = try await start()
            try await service.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75))
            #expect(camera.focusPointOfInterest == CGPoint(x: 0.25, y: 0.75))
            #expect(camera.exposurePointOfInterest == CGPoint(x: 0.25, y: 0.75))
            #expect(camera.isSubjectAreaChangeMonitoringEnabled)
            NotificationCenter.default.post(name: AVCaptureDevice.subjectAreaDidChangeNotification, object: camera)
            try await waitUntil { !camera.isSubjectAreaChangeMonitoringEnabled }
            #expect(camera.focusMode == .continuousAutoFocus && camera.focusPointOfInterest == CGPoint(x: 0.5, y: 0.5))
            await service.stop()
        }

        @Test func aBiasEndsWithTheSceneAndWithTheMode() async throws {
            let camera = try await start()
            try await service.setExposureBias(1)
            try await waitUntil { camera.isSubjectAreaChangeMonitoringEnabled }
            NotificationCenter.default.post(name: AVCaptureDevice.subjectAreaDidChangeNotification, object: camera)
            try await waitUntil { camera.exposureTargetBias == 0 && !camera.isSubjectAreaChangeMonitoringEnabled }
            try await service.setExposureBias(-1)
            try await service.setCaptureMode(.video)
            #expect(camera.exposureTargetBias == 0)
            await service.stop()
        }

        @Test func picturesGetLighterEvenAfterAPointWasExposed() async throws {
            let camera = try await start()
            try await service.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75))
            try await waitUntil { camera.exposureMode == .locked }
            let before = camera.exposureDuration.seconds * Double(camera.iso)
            try await service.setExposureBias(-1)
            try await waitUntil {
                camera.exposureMode == .locked && camera.exposureDuration.seconds * Double(camera.iso) < before * 0.6
            }
            try await service.setExposureBias(0)
            await service.stop()
        }

        @Test func aBiasOfTheCameraControlEndsWithTheScene() async throws {
            let camera = try await start()
            body.touch(.lightPress)
            for await isShown in service.isShowingControls.values where isShown { break }
            body.touch(.doubleLightPress)
            body.touch(.slide(0.3))
            body.touch(.lightPress)
            body.touch(.slide(0.2))
            try await waitUntil { camera.exposureTargetBias > 0 && camera.isSubjectAreaChangeMonitoringEnabled }
            NotificationCenter.default.post(name: AVCaptureDevice.subjectAreaDidChangeNotification, object: camera)
            try await waitUntil { camera.exposureTargetBias == 0 && !camera.isSubjectAreaChangeMonitoringEnabled }
            await service.stop()
        }

        @Test func aBiasMovesALockedExposureAndMetersNothing() async throws {
            let camera = try await start()
            try await service.lockFocusAndExposure(at: CGPoint(x: 0.25, y: 0.75))
            #expect(service.lock.value == [.focus, .exposure])
            try await waitUntil { camera.exposureMode == .locked }
            let before = camera.exposureDuration.seconds * Double(camera.iso)
            // Metering would now make up for three stops.
            SimulatedPhone.ofTest.setSceneBrightness(0.125)
            for bias in [Float(-1), 1, 0] {
                try await service.setExposureBias(bias)
                let wanted = before * pow(2, Double(bias))
                try await waitUntil {
                    abs(camera.exposureDuration.seconds * Double(camera.iso) - wanted) < wanted * 0.02
                }
                #expect(camera.exposureMode == .locked && service.lock.value == [.focus, .exposure])
            }
            #expect(!camera.isSubjectAreaChangeMonitoringEnabled)
            await service.stop()
        }

        @Test func onlyWhatTheCameraCanKeepIsLocked() async throws {
            _ = try await start()
            try await service.select(DeviceLookup().camera("simulated:front"))
            try await service.lockFocusAndExposure(at: CGPoint(x: 0.25, y: 0.75))
            #expect(service.lock.value == .exposure)
            try await service.resetFocusAndExposure()
            #expect(service.lock.value == [])
            await service.stop()
        }

        @Test func aLockAndABiasEndWithTheRun() async throws {
            let camera = try await start()
            try await service.lockFocusAndExposure(at: CGPoint(x: 0.25, y: 0.75))
            try await service.setExposureBias(1)
            SimulatedPhone.ofTest.unplug("back")
            for await event in service.events { if case .failed = event { break } }
            SimulatedPhone.ofTest.plug("back")
            _ = try await start()
            #expect(service.lock.value == [] && camera.exposureTargetBias == 0)
            await service.stop()
        }

        @Test func theTorchIsOnWhenItIsSwitchedOn() async throws {
            let camera = try await start(.video)
            try await service.setTorch(on: true)
            #expect(camera.torchMode == .on)
            try await service.setTorch(on: false)
            #expect(camera.torchMode == .off)
            await service.stop()
        }

        private func orientation(of photo: Photo) throws -> Int? {
            let folder = try TemporaryFolder()
            let file = try folder.file("photo.jpg", contents: photo.data)
            return try ImageProbe.metadata(of: file)["IFD0:Orientation"] as? Int
        }

        @Test func photosAreRotatedWithThePhone() async throws {
            _ = try await start()
            let preview = await WatchedPreview(service)
            #expect(try await orientation(of: service.capturePhoto()) == 1)
            body.turn(to: .portrait)
            try await waitUntil { preview.photoConnection?.videoRotationAngle == 90 }
            #expect(try await orientation(of: service.capturePhoto()) == 6)
            await service.stop()
        }

        @Test func aPreviewThatIsAddedLaterIsRotatedToo() async throws {
            body.turn(to: .portrait)
            _ = try await start()
            let preview = await WatchedPreview(service)
            try await waitUntil { preview.layer.connection?.videoRotationAngle == 90 }
            body.turn(to: .landscapeRight)
            try await waitUntil { preview.layer.connection?.videoRotationAngle == 180 }
            await service.stop()
        }

        @Test func theFirstPhotoOfAnotherCameraIsRotatedToo() async throws {
            body.turn(to: .portrait)
            _ = try await start()
            let lookup = DeviceLookup()
            for name in ["front", "back", "front", "back"] {
                try await service.select(lookup.camera("simulated:\(name)"))
                #expect(try await orientation(of: service.capturePhoto()) == 6)
            }
            for mode in [CaptureMode.video, .photo, .video] {
                try await service.setCaptureMode(mode)
                #expect(try await orientation(of: service.capturePhoto()) == 6)
            }
            await service.stop()
        }

        @Test func anInterruptionIsReportedWithItsReason() async throws {
            _ = try await start()
            body.begin(.cameraInUse)
            for await event in service.events {
                guard case .interrupted(let reason) = event else { continue }
                #expect(reason == .videoDeviceInUseByAnotherClient)
                #expect(reason?.sentence.isEmpty == false)
                break
            }
            #expect(await !service.isRunning)
            await service.stop()
        }

        @Test func theCameraControlOffersZoomExposureAndFocus() async throws {
            let camera = try await start()
            #expect(service.capabilities.value.hasCameraControl)
            body.touch(.lightPress)
            for await isShown in service.isShowingControls.values where isShown { break }
            let before = camera.videoZoomFactor
            body.touch(.slide(0.3))
            for await settings in service.cameraSettings.values where settings.zoom != before { break }
            #expect(camera.videoZoomFactor > before)
            body.touch(.leave)
            for await isShown in service.isShowingControls.values where !isShown { break }
            await service.stop()
        }

        @Test func moviesOfTenBitsAreRecordedWhenHDRIsOn() async throws {
            let folder = try TemporaryFolder()
            let camera = try await start(.video)
            #expect(service.capabilities.value.isHDRVideoSupported)
            try await service.setHDRVideo(enabled: true)
            #expect(
                camera.activeFormat.formatDescription.mediaSubType.rawValue
                    == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
            try await service.startRecording(to: folder.file("hdr.mov"), maxDuration: .milliseconds(300))
            _ = try await service.recordedMovie()
            try await service.setHDRVideo(enabled: false)
            #expect(
                camera.activeFormat.formatDescription.mediaSubType.rawValue
                    != kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
            await service.stop()
            #expect(try MovieProbe(folder.file("hdr.mov")).video?.pix_fmt == "yuv420p10le")
        }
    }
}

/// Shows a service's session, and observes its connections.
@MainActor private final class WatchedPreview: PreviewTarget {
    let layer = AVCaptureVideoPreviewLayer()

    init(_ service: CaptureService) { service.previewSource.connect(to: self) }

    func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void) {
        layer.session = session
        onConnected()
    }

    var photoConnection: AVCaptureConnection? {
        layer.session?.connections.first { $0.output is AVCapturePhotoOutput }
    }
}
