@_spi(Linux) import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Photos whose colours are those of the flash's light, measured on the simulated scene's colour chart.
    @Suite struct ConstantColorTests {
        private static let pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        private static let daylight = SceneLight(brightness: 0.5)
        private static let lamp = SceneLight(brightness: 0.5, red: 1.5, blue: 0.45)
        private static let shade = SceneLight(brightness: 0.5, red: 0.8, blue: 1.5)
        /// What only the flash could light, were it not so far away.
        private static let sky = SceneRegion(x: 0.49, y: 0.2, width: 0.05, height: 0.12)

        private static func studio(
            _ camera: String = "back", light: SceneLight = daylight, pixelFormat: OSType? = nil
        ) throws -> PhotoStudio {
            try PhotoStudio(camera, light: light, pixelFormat: pixelFormat) { output in
                output.isConstantColorEnabled = true
                // A photo shall show the light of its moment.
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

        // MARK: Colours

        /// The chart's 24 patches, as the eye sees them.
        private static func chart(_ photo: AVCapturePhoto) throws -> [LabColour] {
            try (0..<24).map { index in
                let cell = (width: SceneLayout.colourChart.width / 6, height: SceneLayout.colourChart.height / 4)
                let patch = SceneRegion(
                    x: SceneLayout.colourChart.x + (Double(index % 6) + 0.3) * cell.width,
                    y: SceneLayout.colourChart.y + (Double(index / 6) + 0.3) * cell.height,
                    width: cell.width * 0.4, height: cell.height * 0.4)
                return LabColour(try photo.light(in: patch))
            }
        }

        /// How far the patches are from each other: all of them together, and the worst.
        private static func difference(_ one: [LabColour], _ two: [LabColour]) -> (mean: Double, largest: Double) {
            let distances = zip(one, two).map { $0.distance(to: $1) }
            return (distances.reduce(0, +) / Double(distances.count), distances.max() ?? .infinity)
        }

        @Test(arguments: [lamp, shade, SceneLight(brightness: 1.0 / 32, red: 2, blue: 0.3)])
        func theColoursOfAPhotoAreTheSameInAnyLight(light: SceneLight) throws {
            let studio = try Self.studio()
            let painted = try Self.chart(try studio.photo(.pixels(Self.pixelFormat)))
            let reference = try Self.chart(try studio.photo(Self.constant()))
            // Where red or blue is nearly black, a step of 8 bits is a distance of two or three.
            func areAlike(_ one: [LabColour], _ two: [LabColour]) -> Bool {
                let difference = Self.difference(one, two)
                return difference.mean < 2 && difference.largest < 5
            }
            #expect(areAlike(painted, reference), "\(Self.difference(painted, reference))")
            // An ordinary photo must show what the light does: its white balance is that of daylight.
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

        @Test func theMapSaysWhereTheFlashMadeTheColours() throws {
            let studio = try Self.studio(light: SceneLight(brightness: 1.0 / 8))
            let photo = try studio.photo(Self.constant())
            let map = try #require(photo.constantColorConfidenceMap)
            #expect(CVPixelBufferGetPixelFormatType(map) == kCVPixelFormatType_OneComponent8)
            #expect(CVPixelBufferGetWidth(map) * 480 == CVPixelBufferGetHeight(map) * 640)
            #expect(Self.mean(map, in: SceneLayout.greyStep(5)) > 240)
            // Too far away for the flash, and so close that it is dazzled.
            #expect(Self.mean(map, in: Self.sky) < 15)
            #expect(Self.mean(map, in: SceneLayout.nearBoard) < 15)
            // There the photo is an ordinary one.
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
            // It is bright: an automatic flash fires for the colours alone.
            #expect(record.resolved?.isFlashEnabled == true)
            #expect(record.photos.map(Self.flash) == [0x19, 0x18])
            for photo in record.photos {
                let picture = try ImageProbe.decodeHEIF(try #require(photo.fileDataRepresentation()))
                #expect(picture.width == 640 && picture.height == 480)
            }
        }

        @Test func whoWantsNoneGetsNone() throws {
            let studio = try Self.studio()
            let settings = Self.constant(AVCapturePhotoSettings())
            let copy = AVCapturePhotoSettings(from: settings)
            #expect(copy.isConstantColorEnabled && !copy.isConstantColorFallbackPhotoDeliveryEnabled)
            let record = try studio.take(copy)
            #expect(record.photos.count == 1 && record.resolved?.expectedPhotoCount == 1)
            #expect(try record.photos[0].fileMetadata()["ExifIFD:Flash"] as? Int == 9)
            // Without constant colour there is nothing to fall back from.
            let plain = try studio.take(
                AVCapturePhotoSettings().with { $0.isConstantColorFallbackPhotoDeliveryEnabled = true })
            #expect(plain.photos.count == 1 && plain.photos.allSatisfy { !$0.isConstantColorFallbackPhoto })
            #expect(plain.photos[0].constantColorConfidenceMap == nil)
        }

        @Test func whatIsChangedAfterThePressDoesNotCount() throws {
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
            #expect(Self.mean(map, in: SceneLayout.greyStep(5)) > 200)
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

        @Test func itIsNotPutOff() throws {
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

        @Test func itsProcessingTakesATimeOfItsOwn() throws {
            let studio = try Self.studio()
            _ = try studio.photo()
            _ = try studio.photo()
            let settings = { Self.constant(AVCapturePhotoSettings()) }
            #expect(try studio.photo(settings()).resolvedSettings.photoProcessingTimeRange == .zero)
            #expect(try studio.photo(settings()).resolvedSettings.photoProcessingTimeRange.duration > .zero)
        }

        // MARK: Cameras

        @Test func observersHearWhatAnotherCameraCan() throws {
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

/// A colour as the eye sees it: a distance of 2 is hardly noticed. Source: CIE 15, L*a*b* for D65; IEC 61966-2-1.
private struct LabColour {
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

    func distance(to other: LabColour) -> Double {
        let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
        return (l * l + a * a + b * b).squareRoot()
    }
}
