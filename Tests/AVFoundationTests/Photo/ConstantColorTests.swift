@_spi(Linux) import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Photos whose colors are those of the flash's light, measured on the simulated scene's color chart.
    @Suite struct ConstantColorTests {
        private static let pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        private static let daylight = SceneLight(brightness: 0.5)
        private static let lamp = SceneLight(brightness: 0.5, red: 1.5, blue: 0.45)
        private static let shade = SceneLight(brightness: 0.5, red: 0.8, blue: 1.5)
        /// A part that is too far away for the flash.
        private static let sky = SceneRegion(x: 0.49, y: 0.2, width: 0.05, height: 0.12)

        private static func studio(
            _ camera: String = "back", light: SceneLight = daylight, pixelFormat: OSType? = nil
        ) throws -> PhotoStudio {
            try PhotoStudio(camera, light: light, pixelFormat: pixelFormat) { output in
                output.isConstantColorEnabled = true
                // A photo must show the light at its own time.
                output.isZeroShutterLagEnabled = false
            }
        }

        private static func constant(_ settings: AVCapturePhotoSettings = .pixels(pixelFormat))
            -> AVCapturePhotoSettings
        {
            settings.with {
                $0.flashMode = .on
                $0.isConstantColorEnabled = true
            }
        }

        private static func flash(_ photo: AVCapturePhoto) -> Int? {
            (photo.metadata["{Exif}"] as? [String: Any])?["Flash"] as? Int
        }

        // MARK: Colors

        /// The chart's 24 patches, as the eye sees them.
        private static func chart(_ photo: AVCapturePhoto) throws -> [LabColor] {
            try (0..<24).map { index in
                let cell = (width: SceneLayout.colorChart.width / 6, height: SceneLayout.colorChart.height / 4)
                let patch = SceneRegion(
                    x: SceneLayout.colorChart.x + (Double(index % 6) + 0.3) * cell.width,
                    y: SceneLayout.colorChart.y + (Double(index / 6) + 0.3) * cell.height,
                    width: cell.width * 0.4, height: cell.height * 0.4)
                return LabColor(try photo.light(in: patch))
            }
        }

        /// How far the patches differ: their mean, and the worst.
        private static func difference(_ one: [LabColor], _ two: [LabColor]) -> (mean: Double, largest: Double) {
            let distances = zip(one, two).map { $0.distance(to: $1) }
            return (distances.reduce(0, +) / Double(distances.count), distances.max() ?? .infinity)
        }

        @Test(arguments: [lamp, shade, SceneLight(brightness: 1.0 / 32, red: 2, blue: 0.3)])
        func theColorsOfAPhotoAreTheSameInAnyLight(light: SceneLight) throws {
            let studio = try Self.studio()
            let painted = try Self.chart(try studio.photo(.pixels(Self.pixelFormat)))
            let reference = try Self.chart(try studio.photo(Self.constant()))
            // If red or blue is almost black, one 8-bit step is a distance of two or three.
            func areAlike(_ one: [LabColor], _ two: [LabColor]) -> Bool {
                let difference = Self.difference(one, two)
                return difference.mean < 2 && difference.largest < 5
            }
            #expect(areAlike(painted, reference), "\(Self.difference(painted, reference))")
            // An ordinary photo must show the color of the light, so its white balance is for daylight.
            try studio.camera.lockForConfiguration()
            studio.camera.whiteBalanceMode = .locked
            studio.camera.unlockForConfiguration()
            SimulatedPhone.ofTest.setSceneLight(light)
            let ordinary = try Self.chart(try studio.photo(.pixels(Self.pixelFormat)))
            let constant = try Self.chart(try studio.photo(Self.constant()))
            #expect(Self.difference(ordinary, painted).mean > 8, "\(Self.difference(ordinary, painted))")
            #expect(areAlike(constant, reference), "\(Self.difference(constant, reference))")
        }

        @Test func theLevelIsLowWhereOtherLightIsStronger() throws {
            let levels = try [1.0 / 32, 1, 16].map { brightness in
                let studio = try Self.studio(light: SceneLight(brightness: brightness))
                let photo = try studio.photo(Self.constant())
                return photo.constantColorCenterWeightedMeanConfidenceLevel
            }
            #expect(levels[0] > 0.5 && levels[0] > levels[1] && levels[1] > levels[2] && levels[2] < 0.1, "\(levels)")
        }

        @Test func theMapSaysWhereTheFlashMadeTheColors() throws {
            let studio = try Self.studio(light: SceneLight(brightness: 1.0 / 8))
            let photo = try studio.photo(Self.constant())
            let map = try #require(photo.constantColorConfidenceMap)
            #expect(CVPixelBufferGetPixelFormatType(map) == kCVPixelFormatType_OneComponent8)
            #expect(CVPixelBufferGetWidth(map) * 480 == CVPixelBufferGetHeight(map) * 640)
            #expect(Self.mean(map, in: SceneLayout.grayStep(5)) > 240)
            // One region is too far away for the flash, and one is so close that it is overexposed.
            #expect(Self.mean(map, in: Self.sky) < 15)
            #expect(Self.mean(map, in: SceneLayout.nearBoard) < 15)
            // In that part, the photo is an ordinary one.
            #expect(try photo.light(in: Self.sky).green > 0.003)
        }

        @Test func theMapHasThePhotosShape() throws {
            let studio = try Self.studio()
            let photo = try studio.photo(Self.constant().with { $0.croppedAspectRatio = 1 })
            let map = try #require(photo.constantColorConfidenceMap)
            let pixels = try #require(photo.pixelBuffer)
            #expect(CVPixelBufferGetWidth(pixels) == CVPixelBufferGetHeight(pixels))
            #expect(CVPixelBufferGetWidth(map) == CVPixelBufferGetHeight(map))
        }

        private static func mean(_ map: CVPixelBuffer, in region: SceneRegion) -> Double {
            let area = region.pixels(inWidth: CVPixelBufferGetWidth(map), height: CVPixelBufferGetHeight(map))
            return map.withPlanes { planes in
                var sum = 0
                for y in area.y..<area.y + area.height {
                    for x in area.x..<area.x + area.width {
                        sum += Int(planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self))
                    }
                }
                return Double(sum) / Double(max(area.width * area.height, 1))
            }
        }

        // MARK: Photos

        @Test func anOrdinaryPhotoComesAlongWhenItIsWanted() throws {
            let studio = try Self.studio(light: SceneLight())
            let record = try studio.take(
                Self.constant(.heic).with {
                    $0.flashMode = .auto
                    $0.isConstantColorFallbackPhotoDeliveryEnabled = true
                })
            #expect(record.error == nil && record.resolved?.expectedPhotoCount == 2)
            #expect(record.calls == ["willBegin", "willCapture", "didCapture", "photo", "photo", "didFinish"])
            #expect(record.photos.map(\.isConstantColorFallbackPhoto) == [false, true])
            #expect(record.photos.map(\.photoCount) == [1, 2] && record.photos.map(\.sequenceCount) == [0, 0])
            #expect(record.photos.map { $0.constantColorConfidenceMap != nil } == [true, false])
            let levels = record.photos.map(\.constantColorCenterWeightedMeanConfidenceLevel)
            #expect(levels[0] > 0 && levels[1] == 0)
            // The scene is bright: an automatic flash fires only for the colors.
            #expect(record.resolved?.isFlashEnabled == true)
            #expect(record.photos.map(Self.flash) == [0x19, 0x18])
            for photo in record.photos {
                let picture = try ImageProbe.decodeHEIF(try #require(photo.fileDataRepresentation()))
                #expect(picture.width == 640 && picture.height == 480)
            }
        }

        @Test func withoutARequestThereIsNoOrdinaryPhoto() throws {
            let studio = try Self.studio()
            let settings = Self.constant(AVCapturePhotoSettings())
            let copy = AVCapturePhotoSettings(from: settings)
            #expect(copy.isConstantColorEnabled && !copy.isConstantColorFallbackPhotoDeliveryEnabled)
            let record = try studio.take(copy)
            #expect(record.photos.count == 1 && record.resolved?.expectedPhotoCount == 1)
            #expect(try record.photos[0].fileMetadata()["ExifIFD:Flash"] as? Int == 9)
            // Without constant color, there is no fallback photo.
            let plain = try studio.take(
                AVCapturePhotoSettings().with { $0.isConstantColorFallbackPhotoDeliveryEnabled = true })
            #expect(plain.photos.count == 1 && plain.photos.allSatisfy { !$0.isConstantColorFallbackPhoto })
            #expect(plain.photos[0].constantColorConfidenceMap == nil)
        }

        @Test func changesAfterThePressHaveNoEffect() throws {
            let studio = try Self.studio()
            let settings = AVCapturePhotoSettings().with { $0.flashMode = .on }
            let delegate = studio.press(settings)
            settings.isConstantColorEnabled = true
            settings.isConstantColorFallbackPhotoDeliveryEnabled = true
            let record = try #require(delegate.finished())
            #expect(record.error == nil && record.photos.count == 1)
            #expect(record.photos.first?.constantColorConfidenceMap == nil)
        }

        @Test func theWholeSensorAndTenBitsCanHaveIt() throws {
            let studio = try Self.studio(pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
            let largest = try #require(studio.camera.activeFormat.supportedMaxPhotoDimensions.last)
            studio.output.maxPhotoDimensions = largest
            let photo = try studio.photo(Self.constant(.heic).with { $0.maxPhotoDimensions = largest })
            #expect(photo.resolvedSettings.photoDimensions.width == largest.width)
            let map = try #require(photo.constantColorConfidenceMap)
            #expect(CVPixelBufferGetWidth(map) == Int(largest.width) / 4)
            #expect(Self.mean(map, in: SceneLayout.grayStep(5)) > 200)
            let picture = try ImageProbe.decodeHEIF(try #require(photo.fileDataRepresentation()))
            #expect(picture.width == Int(largest.width) && picture.height == Int(largest.height))
        }

        @Test func depthComesAlong() throws {
            let studio = try PhotoStudio("back-lidar", light: Self.daylight) { output in
                output.isDepthDataDeliveryEnabled = true
                output.isConstantColorEnabled = true
            }
            let photo = try studio.photo(Self.constant(.heic).with { $0.isDepthDataDeliveryEnabled = true })
            #expect(photo.depthData != nil && photo.constantColorConfidenceMap != nil)
        }

        @Test func itIsNotDeferred() throws {
            let studio = try PhotoStudio(light: Self.daylight) { output in
                output.isAutoDeferredPhotoDeliveryEnabled = true
                output.isConstantColorEnabled = true
            }
            let record = try studio.take(Self.constant(AVCapturePhotoSettings()))
            #expect(record.proxy == nil && record.photos.count == 1)
            #expect(record.photos.first?.constantColorConfidenceMap != nil)
        }

        @Test func whenTheFlashIsTooHotNothingIsCertain() throws {
            let studio = try Self.studio(light: SceneLight(brightness: 1.0 / 8))
            let ordinary = try Self.chart(try studio.photo(.pixels(Self.pixelFormat)))
            SimulatedPhone.ofTest.setPressure(DevicePressure(level: .critical, factors: [.cameraTemperature]))
            defer { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            #expect(eventually(studio.camera, \.isFlashAvailable) { !$0 })
            let photo = try studio.photo(Self.constant())
            #expect(!photo.resolvedSettings.isFlashEnabled)
            #expect(photo.constantColorCenterWeightedMeanConfidenceLevel == 0)
            #expect(photo.constantColorConfidenceMap != nil)
            #expect(Self.difference(try Self.chart(photo), ordinary).mean < 2)
        }

        @Test func itsProcessingTimeIsMeasuredSeparately() throws {
            let studio = try Self.studio()
            _ = try studio.photo()
            _ = try studio.photo()
            let settings = { Self.constant(AVCapturePhotoSettings()) }
            #expect(try studio.photo(settings()).resolvedSettings.photoProcessingTimeRange == .zero)
            #expect(try studio.photo(settings()).resolvedSettings.photoProcessingTimeRange.duration > .zero)
        }

        // MARK: Cameras

        @Test func observersAreToldWhatAnotherCameraSupports() throws {
            let studio = try PhotoStudio()
            let (output, session) = (studio.output, studio.capture.session)
            #expect(output.isConstantColorSupported && !output.isConstantColorEnabled)
            output.isConstantColorEnabled = true
            SimulatedPhone.ofTest.plug("external")
            defer { SimulatedPhone.ofTest.unplug("external") }
            let news = Mutex<[Bool]>([])
            let observation = output.observe(\.isConstantColorSupported, options: [.new]) { _, change in
                news.withLock { $0.append(change.newValue ?? false) }
            }
            defer { observation.invalidate() }
            func use(_ camera: AVCaptureDevice) throws {
                session.beginConfiguration()
                session.sessionPreset = .high
                session.removeInput(session.inputs[0])
                session.addInput(try AVCaptureDeviceInput(device: camera))
                session.commitConfiguration()
            }
            try use(try #require(AVCaptureDevice(uniqueID: "simulated:external")))
            #expect(!output.isConstantColorSupported && !output.isConstantColorEnabled)
            try use(studio.camera)
            #expect(output.isConstantColorSupported && !output.isConstantColorEnabled)
            #expect(news.withLock { $0 } == [false, true])
        }
    }
}

/// A color as the eye sees it: a distance of 2 is hardly noticed. Source: CIE 15, L*a*b* for D65; IEC 61966-2-1.
private struct LabColor {
    var lightness: Double
    var a: Double
    var b: Double

    init(_ light: (red: Double, green: Double, blue: Double)) {
        func root(_ part: Double) -> Double {
            part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
        }
        let x = root((0.4124 * light.red + 0.3576 * light.green + 0.1805 * light.blue) / 0.9505)
        let y = root(0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue)
        let z = root((0.0193 * light.red + 0.1192 * light.green + 0.9505 * light.blue) / 1.0888)
        (lightness, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    func distance(to other: LabColor) -> Double {
        let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
        return (l * l + a * a + b * b).squareRoot()
    }
}
