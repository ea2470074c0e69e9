import AVCamCore
import AVCamLinux
import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

/// Kinds of photos that the capture service takes on the simulated phone.
extension SimulatedCameraTests {
    struct PhotoFeatureTests {
        let service = CaptureService()
        let lookup = DeviceLookup()

        private func start(_ camera: String = "simulated:back", _ change: (inout PhotoFeatures) -> Void) async throws {
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            change(&features)
            let device = try lookup.camera(camera)
            var setup = CaptureSetup(camera: device, mode: .photo, features: features)
            setup.microphone = try lookup.microphone("simulated:microphone")
            try await service.start(setup)
        }

        @Test(arguments: [PhotoFormat.jpeg, PhotoFormat(.heic)])
        func aPhotoHasTheChosenFormat(format: PhotoFormat) async throws {
            try await start { $0.format = format }
            let photos = try await service.capturePhotos()
            await service.stop()
            #expect(photos.count == 1 && photos[0].format == format)
            #expect(photos[0].dimensions.width == 640 && photos[0].rawData == nil && !photos[0].isProxy)
        }

        @Test(
            arguments: [PhotoFormat.jpeg, PhotoFormat(.heic)],
            [(PhotoAspect.wide, 640, 360), (.square, 480, 480), (.full, 640, 480)])
        func aPhotoHasTheChosenAspectRatio(format: PhotoFormat, shape: (PhotoAspect, Int, Int)) async throws {
            try await start { features in
                features.format = format
                features.aspect = shape.0
            }
            let photo = try await service.capturePhoto()
            await service.stop()
            #expect(PictureSize(photo.dimensions) == PictureSize(width: shape.1, height: shape.2))
            let folder = try TemporaryFolder()
            let file = try folder.file("photo.\(photo.format.main.fileExtension)", contents: photo.data)
            let tags = try ImageProbe.metadata(of: file)
            if format == .jpeg { #expect(try ImageProbe.decode(file).height == shape.2) }
            #expect(tags["ExifIFD:ExifImageWidth"] as? Int == shape.1)
            #expect(tags["ExifIFD:ExifImageHeight"] as? Int == shape.2)
        }

        @Test func stillsAndBracketsAreCroppedButRawDataIsNot() async throws {
            try await start { features in
                features.format = PhotoFormat(.jpeg, raw: .dng)
                features.maxSize = nil
                features.aspect = .square
            }
            let photo = try await service.capturePhoto()
            #expect(PictureSize(photo.dimensions) == PictureSize(width: 3024, height: 3024))
            let folder = try TemporaryFolder()
            let raw = try folder.file("photo.dng", contents: #require(photo.rawData))
            let tags = try ImageProbe.metadata(of: raw)
            #expect(tags["SubIFD:ImageWidth"] as? Int == 4032)
            #expect(tags["SubIFD:DefaultUserCrop"] as? String == "0 0.125 1 0.875")
            var features = PhotoFeatures(quality: .speed)
            features.bracket = [-1, 1]
            features.aspect = .wide
            let sizes = try await service.capturePhotos(with: features).map { PictureSize($0.dimensions) }
            #expect(sizes == Array(repeating: PictureSize(width: 4032, height: 2268), count: 2))
            await service.stop()
        }

        /// Either the photo has the stream's size, or there is a separate stream to aim with.
        @Test(arguments: [
            (PictureSize(width: 1280, height: 720), PictureSize(width: 1280, height: 720)),
            (PictureSize(width: 4032, height: 2268), PictureSize(width: 1920, height: 1080)),
        ])
        func aLimitChoosesTheStreamToo(limit: PictureSize, stream: PictureSize) async throws {
            try await start { $0.maxSize = limit }
            let camera = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            #expect(PictureSize(camera.activeFormat.formatDescription.dimensions) == stream)
            #expect(PictureSize(try await service.capturePhoto().dimensions) == limit)
            await service.stop()
        }

        @Test func theCenterOfThePictureIsKept() async throws {
            try await start { $0.aspect = .square }
            SimulatedPhone.ofTest.setNoise(false)
            defer { SimulatedPhone.ofTest.setNoise(true) }
            let square = try ImageProbe.decode(try await service.capturePhoto().data)
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            let full = try ImageProbe.decode(try await service.capturePhoto(with: features).data)
            await service.stop()
            #expect(square.width == 480 && square.height == 480)
            // Nothing moves there, and each step is a different gray.
            for step in [3, 5, 7] {
                let region = SceneLayout.grayStep(step)
                let x = Int((region.x + region.width / 2) * 640), y = Int((region.y + region.height / 2) * 480)
                let (part, whole) = (square.luma.samples[y * 480 + x - 80], full.luma.samples[y * 640 + x])
                #expect(abs(Int(part) - Int(whole)) < 6)
            }
        }

        @Test func aRawPhotoComesWithItsPicture() async throws {
            try await start { features in
                features.format = PhotoFormat(.jpeg, raw: .dng)
                features.maxSize = nil
            }
            let photo = try await service.capturePhoto()
            await service.stop()
            #expect(photo.format == PhotoFormat(.jpeg, raw: .dng) && photo.rawData?.isEmpty == false)
        }

        @Test func aBracketIsOnePhotoForEachExposure() async throws {
            try await start { $0.bracket = [-1, 0, 1] }
            #expect(try await service.capturePhotos().count == 3)
            await service.stop()
        }

        @Test func aLivePhotoComesWithItsMovie() async throws {
            try await start { features in
                features.isLivePhotoEnabled = true
                features.maxSize = nil
            }
            try await service.waitForPicture()
            let activity = Task { [service] in
                for await case .photoCapture(let progress) in service.activity.values where progress.livePhotos == 1 {
                    return true
                }
                return false
            }
            let photo = try await service.capturePhoto()
            await service.stop()
            let movie = try #require(photo.livePhotoMovieURL)
            defer { unlink(movie.path) }
            #expect(photo.livePhotoProblem == nil)
            #expect(try MovieProbe(movie).video != nil)
            #expect(await activity.value)
            #expect(service.activity.value == .idle)
        }

        @Test func aDeferredPhotoComesAsAProxy() async throws {
            try await start { features in
                features.isDeferred = true
                features.quality = .quality
            }
            let photo = try await service.capturePhoto()
            await service.stop()
            #expect(photo.isProxy)
        }

        @Test(arguments: ["simulated:front", "simulated:back"])
        func theCapabilitiesAreTheCameras(camera: String) async throws {
            try await start(camera) { _ in }
            let capabilities = service.capabilities.value
            let device = try #require(await service.camera)
            #expect(capabilities.photoSizes.contains(PictureSize(width: 640, height: 480)))
            #expect(capabilities.flashModes.contains(.auto) == device.hasFlash)
            #expect(capabilities.isConstantColorSupported == device.hasFlash)
            #expect(capabilities.zoom.upperBound > 1 && capabilities.exposureBias.upperBound > 0)
            #expect(capabilities.maxBracketCount > 0 && !capabilities.isHDRVideoSupported)
            await service.stop()
        }

        /// The front camera's widest size has more pixels, and less of the face.
        @Test func theUsualSizeIsThatOfAPhoto() async throws {
            try await start("simulated:front") { $0.maxSize = nil }
            let usual = try #require(service.capabilities.value.usualPhotoSize)
            #expect(usual != service.capabilities.value.photoSizes.last)
            let photo = try await service.capturePhoto()
            await service.stop()
            #expect(PictureSize(photo.dimensions).area == usual.area)
        }

        @Test func aMissingFeatureIsReportedAndNothingChanges() async throws {
            try await start { _ in }
            await #expect(throws: CameraError.self) {
                try await service.setPhotoFeatures(with { $0.bracket = [99] })
            }
            await #expect(throws: CameraError.self) {
                try await service.setPhotoFeatures(with { $0.bracket = Array(repeating: 0, count: 50) })
            }
            await #expect(throws: CameraError.self) {
                try await service.setPhotoFeatures(with { $0.maxSize = PictureSize(width: 1, height: 1) })
            }
            #expect(try await service.capturePhoto().dimensions.width == 640)
            await service.stop()
        }

        private func with(_ change: (inout PhotoFeatures) -> Void) -> PhotoFeatures {
            var features = PhotoFeatures(quality: .speed)
            change(&features)
            return features
        }

        @Test func featuresAreLimitedToThoseOfTheCamera() {
            var features = with { features in
                features.format = PhotoFormat(.heic, raw: .dng)
                features.flashMode = .on
                features.hasConstantColor = true
                features.isLivePhotoEnabled = true
                features.bracket = [-1, 0, 1]
                features.maxSize = PictureSize(width: 1, height: 1)
            }
            features = features.limited(to: CaptureCapabilities())
            #expect(features.format == PhotoFormat(.heic) && features.flashMode == .off && !features.isLivePhotoEnabled)
            #expect(features.bracket.isEmpty && features.maxSize == nil && !features.hasConstantColor)
        }
    }
}
