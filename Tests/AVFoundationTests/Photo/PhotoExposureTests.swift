import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Flash and brackets, measured in the pixels.
    @Suite struct PhotoExposureTests {
        private static let night = SceneLight(brightness: 1.0 / 4096)
        private static let gray = SceneLayout.grayStep(3)
        private static let pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange

        private static func flash(_ photo: AVCapturePhoto) -> Int? {
            (photo.metadata["{Exif}"] as? [String: Any])?["Flash"] as? Int
        }

        // MARK: Flash

        @Test func theFlashLightsTheNight() throws {
            let studio = try PhotoStudio(light: Self.night)
            #expect(studio.output.supportedFlashModes == [.off, .on, .auto])
            let dark = try studio.photo(.pixels(Self.pixelFormat))
            #expect(!dark.resolvedSettings.isFlashEnabled)
            let lit = try studio.photo(.pixels(Self.pixelFormat).with { $0.flashMode = .on })
            #expect(lit.resolvedSettings.isFlashEnabled)
            #expect(try lit.light(in: Self.gray).green > 8 * dark.light(in: Self.gray).green)
        }

        @Test func theFileSaysWhatTheFlashDid() throws {
            let studio = try PhotoStudio()
            #expect(Self.flash(try studio.photo()) == 0x10)
            let fired = try studio.photo(
                AVCapturePhotoSettings().with {
                    $0.flashMode = .on
                    $0.isAutoRedEyeReductionEnabled = studio.output.isAutoRedEyeReductionSupported
                })
            // EXIF: fired, compulsory, red-eye reduction.
            #expect(fired.resolvedSettings.isRedEyeReductionEnabled)
            #expect(try fired.fileMetadata()["ExifIFD:Flash"] as? Int == 0x49)
        }

        @Test func anAutomaticFlashFiresOnlyInTheDark() throws {
            let studio = try PhotoStudio()
            let monitoring = AVCapturePhotoSettings().with { $0.flashMode = .auto }
            studio.output.photoSettingsForSceneMonitoring = monitoring
            #expect(!studio.output.isFlashScene)
            let day = try studio.photo(AVCapturePhotoSettings().with { $0.flashMode = .auto })
            #expect(!day.resolvedSettings.isFlashEnabled && Self.flash(day) == 0x18)
            let scene = Monitor<[Bool]>([])
            let observation = studio.output.observe(\.isFlashScene, options: [.new]) { _, change in
                scene.withLock { $0.append(change.newValue ?? false) }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.setSceneLight(Self.night)
            #expect(scene.wait(timeout: .seconds(30)) { $0.last } == true)
            #expect(studio.output.isFlashScene)
            let night = try studio.photo(AVCapturePhotoSettings().with { $0.flashMode = .auto })
            #expect(night.resolvedSettings.isFlashEnabled && Self.flash(night) == 0x19)
            // Settings that monitor the scene can still be used for a photo.
            studio.output.photoSettingsForSceneMonitoring = nil
            #expect(!studio.output.isFlashScene)
            #expect(try studio.take(monitoring).error == nil)
        }

        @Test func aFlashThatIsTooHotDoesNotFire() throws {
            let studio = try PhotoStudio()
            SimulatedPhone.ofTest.setPressure(DevicePressure(level: .critical, factors: [.cameraTemperature]))
            defer { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            #expect(eventually(studio.camera, \.isFlashAvailable) { !$0 })
            let photo = try studio.photo(AVCapturePhotoSettings().with { $0.flashMode = .on })
            // EXIF: compulsory, not fired.
            #expect(!photo.resolvedSettings.isFlashEnabled && Self.flash(photo) == 0x08)
        }

        @Test func aCameraWithoutAFlashSaysSo() throws {
            SimulatedPhone.ofTest.plug("external")
            defer { SimulatedPhone.ofTest.unplug("external") }
            let without = try PhotoStudio("external", preset: .high)
            #expect(!without.camera.hasFlash && without.output.supportedFlashModes == [.off])
            #expect(!without.output.isAutoRedEyeReductionSupported)
            without.capture.session.stopRunning()
            let with = try PhotoStudio("front")
            #expect(with.camera.hasFlash && Set(with.output.supportedFlashModes) == [.off, .on, .auto])
            #expect(with.output.isAutoRedEyeReductionSupported)
        }

        @Test func theTorchIsInThePhoto() throws {
            let studio = try PhotoStudio(light: Self.night)
            let dark = try studio.photo(.pixels(Self.pixelFormat))
            try studio.camera.lockForConfiguration()
            defer { studio.camera.unlockForConfiguration() }
            try studio.camera.setTorchModeOn(level: 0.5)
            defer { studio.camera.torchMode = .off }
            #expect(eventually(studio.camera, \.isTorchActive) { $0 })
            let lit = try studio.photo(.pixels(Self.pixelFormat))
            #expect(try lit.light(in: Self.gray).green > 4 * dark.light(in: Self.gray).green)
        }

        // MARK: Brackets

        @Test func aCopyOfABracketsSettingsIsTheSameBracket() throws {
            let studio = try PhotoStudio()
            let exposures = [-1, 0, 1].map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
            }
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: exposures)
            let copy = AVCapturePhotoSettings(from: settings)
            #expect(copy.uniqueID != settings.uniqueID)
            let record = try studio.take(copy)
            #expect(record.photos.compactMap(\.bracketSettings) == exposures)
        }

        @Test func eachStopOfABracketDoublesTheLight() throws {
            let studio = try PhotoStudio()
            #expect(studio.output.maxBracketedCapturePhotoCount >= 3)
            let bracket = [-1, 0, 1].map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
            }
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0,
                processedFormat: [kCVPixelBufferPixelFormatTypeKey as String: Self.pixelFormat],
                bracketedSettings: bracket)
            let record = try studio.take(settings)
            #expect(record.error == nil && record.resolved?.expectedPhotoCount == 3)
            #expect(
                record.calls == ["willBegin", "willCapture", "didCapture"] + Array(repeating: "photo", count: 3) + [
                    "didFinish"
                ])
            #expect(record.photos.map(\.sequenceCount) == [1, 2, 3])
            #expect(record.photos.map(\.photoCount) == [1, 2, 3])
            #expect(record.photos.map { $0.bracketSettings === bracket[$0.sequenceCount - 1] } == [true, true, true])
            let light = try record.photos.map { try $0.light(in: Self.gray).green }
            #expect(abs(light[0] / light[1] - 0.5) < 0.03 && abs(light[2] / light[1] - 2) < 0.1)
            let biases = record.photos.map {
                ($0.metadata["{Exif}"] as? [String: Any])?["ExposureBiasValue"] as? Double
            }
            #expect(biases == [-1, 0, 1])
        }

        @Test func aManualBracketHasItsTimesAndSensitivities() throws {
            let studio = try PhotoStudio()
            let exposures: [(Int32, Float)] = [(240, 50), (120, 50), (120, 100)]
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0, processedFormat: nil,
                bracketedSettings: exposures.map { denominator, iso in
                    .manual(CMTime(value: 1, timescale: denominator), iso)
                })
            let record = try studio.take(settings)
            #expect(record.error == nil && record.photos.count == 3)
            for (photo, (denominator, iso)) in zip(record.photos, exposures) {
                let metadata = try photo.fileMetadata()
                #expect(abs((metadata["ExifIFD:ExposureTime"] as? Double ?? 0) * Double(denominator) - 1) < 0.01)
                #expect(metadata["ExifIFD:ISO"] as? Int == Int(iso))
            }
            // Afterwards the camera is as it was.
            #expect(try studio.photo().fileMetadata()["ExifIFD:ISO"] as? Int == 50)
        }

        /// Program: 1 manual, 2 normal. Mode: 0 automatic, 1 manual, 2 bracket. White balance: 0 automatic, 1 manual.
        @Test func aPhotoSaysWhoChoseItsExposureAndItsColors() throws {
            let studio = try PhotoStudio()
            func choices(_ photo: AVCapturePhoto) throws -> [Int] {
                let metadata = try photo.fileMetadata()
                return ["ExposureProgram", "ExposureMode", "WhiteBalance"].compactMap {
                    metadata["ExifIFD:" + $0] as? Int
                }
            }
            func bracket(_ exposure: AVCaptureBracketedStillImageSettings) throws -> AVCapturePhoto {
                let settings = AVCapturePhotoBracketSettings(
                    rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [exposure])
                return try #require(try studio.take(settings).photos.first)
            }
            let automatic = AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 1)
            #expect(try choices(studio.photo()) == [2, 0, 0])
            #expect(try choices(bracket(automatic)) == [2, 2, 0])
            #expect(try choices(bracket(.manual(CMTime(value: 1, timescale: 500), 100))) == [1, 2, 0])
            let camera = studio.camera
            try camera.lockForConfiguration()
            defer { camera.unlockForConfiguration() }
            // The exposure last: a frame that shows it shows all.
            camera.setWhiteBalanceModeLocked(
                with: AVCaptureDevice.WhiteBalanceGains(redGain: 1.5, greenGain: 1, blueGain: 2))
            camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 500), iso: 100)
            #expect(eventually(camera, \.iso) { $0 == 100 })
            #expect(try choices(studio.photo()) == [1, 1, 1])
            #expect(try choices(studio.photo(AVCapturePhotoSettings().with { $0.flashMode = .on })) == [1, 1, 1])
            // Locked, it is still what a person has set.
            camera.exposureMode = .locked
            #expect(try choices(studio.photo()) == [1, 1, 1])
            camera.whiteBalanceMode = .continuousAutoWhiteBalance
            camera.exposureMode = .continuousAutoExposure
            #expect(eventually(camera, \.iso) { $0 == 50 })
            #expect(try choices(studio.photo()) == [2, 0, 0])
            camera.exposureMode = .locked
            camera.whiteBalanceMode = .locked
            #expect(try choices(studio.photo()) == [2, 0, 0])
        }

        @Test func whatABracketLeavesOpenStaysAsItIs() throws {
            let studio = try PhotoStudio()
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0, processedFormat: nil,
                bracketedSettings: [
                    .manual(AVCaptureDevice.currentExposureDuration, 100),
                    .manual(CMTime(value: 1, timescale: 60), AVCaptureDevice.currentISO),
                ])
            let files = try studio.take(settings).photos.map { try $0.fileMetadata() }
            #expect(files.map { $0["ExifIFD:ISO"] as? Int } == [100, 50])
            #expect(abs((files[0]["ExifIFD:ExposureTime"] as? Double ?? 0) - 1.0 / 120) < 1e-4)
        }

        @Test func aBracketOfRawPhotosDeliversTwoForEachExposure() throws {
            let studio = try PhotoStudio()
            let raw = try #require(studio.output.availableRawPhotoPixelFormatTypes.first)
            let record = try studio.take(
                AVCapturePhotoBracketSettings(
                    rawPixelFormatType: raw, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
                    bracketedSettings: [-1, 1].map {
                        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
                    }))
            #expect(record.error == nil && record.resolved?.expectedPhotoCount == 4)
            #expect(record.photos.map(\.isRawPhoto) == [true, false, true, false])
            #expect(record.photos.map(\.sequenceCount) == [1, 1, 2, 2])
            #expect(record.photos.map(\.photoCount) == [1, 2, 3, 4])
        }
    }
}

extension AVCaptureBracketedStillImageSettings {
    fileprivate static func manual(_ duration: CMTime, _ iso: Float) -> AVCaptureBracketedStillImageSettings {
        AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: duration, iso: iso)
    }
}
