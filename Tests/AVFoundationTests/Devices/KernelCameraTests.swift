@_spi(Linux) import AVFoundation
import Foundation
import Locking
import Testing

/// The API on Linux' own UVC driver, with the camera of Tests/Machines/usb-camera behind it; run by
/// Tests/Machines/usb-camera-tests.
@Suite(.serialized, .enabled(if: KernelCamera.path != nil, "needs the emulated machine"))
struct KernelCameraTests {
    private let large = CMVideoDimensions(width: 1280, height: 960)

    @Test func aPhotoOfTheStreamIsTheCamerasOwnPicture() throws {
        let camera = try KernelCamera(format: "MJPG")
        let photo = try camera.photo(AVCapturePhotoSettings())
        #expect(try KernelCamera.scan(#require(photo.fileDataRepresentation())) == camera.scan(ofPicture: "640x480"))
        #expect(!camera.device.photoPause.isValid)
    }

    @Test func aLargerPhotoSwitchesTheFormatAndTheStreamComesBack() throws {
        let camera = try KernelCamera(format: "MJPG")
        #expect(camera.device.activeFormat.supportedMaxPhotoDimensions.last?.width == 1280)
        camera.output.maxPhotoDimensions = large
        let settings = AVCapturePhotoSettings()
        settings.maxPhotoDimensions = large
        let photo = try camera.photo(settings)
        #expect(photo.resolvedSettings.photoDimensions.width == 1280)
        #expect(try KernelCamera.scan(#require(photo.fileDataRepresentation())) == camera.scan(ofPicture: "1280x960"))
        #expect(camera.frameArrives(width: 640), "the preview goes on")
        #expect(try camera.streams().suffix(3) == ["MJPG 640x480", "MJPG 1280x960", "MJPG 640x480"])
        let pause = camera.pause()
        #expect(pause.isValid)
        print("usb-camera: the stream stood still for \(pause.seconds) s")
    }

    @Test func aRawPhotoIsTheCamerasMosaic() throws {
        let camera = try KernelCamera(format: "MJPG")
        let pixelFormat = try #require(camera.output.availableRawPhotoPixelFormatTypes.first)
        let photo = try camera.photo(AVCapturePhotoSettings(rawPixelFormatType: pixelFormat))
        let buffer = try #require(photo.pixelBuffer)
        #expect(CVPixelBufferGetWidth(buffer) == 1280 && CVPixelBufferGetHeight(buffer) == 960)
        let samples = buffer.withPlanes { planes in
            let row = planes[0].base.assumingMemoryBound(to: UInt8.self)
            return [row[0], row[1], row[planes[0].bytesPerRow], row[planes[0].bytesPerRow + 1]]
        }
        #expect(samples == [200, 100, 100, 50], "red, green, green, blue")
        #expect(camera.frameArrives(width: 640))
    }

    @Test func aDepthCamerasDistancesComeWithThePhoto() throws {
        let camera = try KernelCamera(format: "Z16")
        #expect(camera.output.isDepthDataDeliverySupported)
        camera.output.isDepthDataDeliveryEnabled = true
        let settings = AVCapturePhotoSettings()
        settings.isDepthDataDeliveryEnabled = true
        let depth = try #require(try camera.photo(settings).depthData)
            .converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
        let map = depth.depthDataMap
        let meters = map.withPlanes { planes in
            let row = planes[0].base.assumingMemoryBound(to: Float.self)
            return (row[0], row[100])
        }
        #expect(abs(meters.0 - 0.5) < 0.001 && abs(meters.1 - 1.5) < 0.001)
    }

    @Test func aDepthCamerasDistancesStream() throws {
        final class Delegate: NSObject, AVCaptureDepthDataOutputDelegate, Sendable {
            struct Map: Sendable {
                var depth: AVDepthData
                var time: CMTime
            }
            let maps = Monitor<[Map]>([])

            func depthDataOutput(
                _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
                connection: AVCaptureConnection
            ) {
                maps.withLock { $0.append(Map(depth: depthData, time: timestamp)) }
            }
        }
        let camera = try KernelCamera(format: "Z16")
        let output = AVCaptureDepthDataOutput()
        let delegate = Delegate()
        output.setDelegate(delegate, callbackQueue: DispatchQueue(label: "KernelCamera.depth"))
        try #require(camera.session.canAddOutput(output))
        camera.session.addOutput(output)
        defer { camera.session.removeOutput(output) }
        let maps = try #require(delegate.maps.wait(timeout: .seconds(60)) { $0.count >= 3 ? $0 : nil })
        #expect(zip(maps, maps.dropFirst()).allSatisfy { $0.time < $1.time })
        let meters = maps[2].depth.depthDataMap.withPlanes { planes in
            let row = planes[0].base.assumingMemoryBound(to: Float.self)
            return (row[0], row[100])
        }
        #expect(abs(meters.0 - 0.5) < 0.001 && abs(meters.1 - 1.5) < 0.001)
        #expect(maps[2].depth.cameraCalibrationData == nil)
    }

    @Test func controlsReachTheCameraAndComeBack() async throws {
        let camera = try KernelCamera(format: "MJPG")
        let device = camera.device
        #expect(device.isExposureModeSupported(.custom) && device.isFocusModeSupported(.autoFocus))
        #expect(device.activeFormat.videoMaxZoomFactor == 5 && !device.hasTorch && !device.hasFlash)
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        await device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: 400)
        await device.setFocusModeLocked(lensPosition: 0.5)
        await device.setWhiteBalanceModeLocked(with: .init(redGain: 1, greenGain: 1, blueGain: 1.25))
        device.videoZoomFactor = 2
        await device.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition)
        #expect(device.exposureDuration == CMTime(value: 1, timescale: 100))
        #expect(abs(device.iso - 400) < 5 && device.lensPosition == 0.5)
        let values = try camera.controls()
        #expect(values["exposure-mode"] == 1 && values["exposure-time"] == 100)
        #expect(values["focus-auto"] == 0 && values["focus"] == 125)
        #expect(values["temperature-auto"] == 0 && values["temperature"] == 4000)
        #expect(values["zoom"] == 200)
        device.exposureMode = .autoExpose
        #expect(camera.wait(for: \.exposureMode) { $0 == .locked })
        #expect(camera.wait(for: \.isAdjustingExposure) { !$0 })
    }

    // MARK: Metered in software: the driver has no points of interest and no bias

    /// In the picture that the camera's own exposure makes gray as a whole, one half is bright and the other is dark.
    @Test func aTapOnTheDarkHalfMakesItMiddleGray() throws {
        let camera = try KernelCamera(format: "YUYV")
        let device = camera.device
        try #require(device.isExposurePointOfInterestSupported && device.isFocusPointOfInterestSupported)
        #expect(camera.levelComes(to: 0...0.05, x: 0.75), "the dark half is dark")
        let found = try camera.controls()
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        device.exposurePointOfInterest = CGPoint(x: 0.75, y: 0.5)
        device.exposureMode = .autoExpose
        #expect(camera.wait(for: \.isAdjustingExposure) { $0 })
        #expect(camera.wait(for: \.exposureMode) { $0 == .locked })
        #expect(camera.levelComes(to: 0.16...0.21, x: 0.75))
        #expect(!device.isAdjustingExposure && abs(device.exposureTargetOffset) < 0.2)
        #expect(try camera.controls()["exposure-mode"] == 1)

        device.exposurePointOfInterest = CGPoint(x: 0.5, y: 0.5)
        device.exposureMode = .continuousAutoExposure
        #expect(camera.levelComes(to: 0...0.05, x: 0.75), "the camera's own exposure is back")
        let values = try camera.controls()
        #expect(values["exposure-mode"] == 8 && values["gain"] == found["gain"] ?? 10)
    }

    @Test func aTapFocusesOnWhatIsThere() throws {
        let camera = try KernelCamera(format: "YUYV")
        let device = camera.device
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        for (x, lens) in [(0.75, 180.0), (0.25, 50.0)] {
            device.focusPointOfInterest = CGPoint(x: x, y: 0.5)
            device.focusMode = .autoFocus
            #expect(camera.wait(for: \.isAdjustingFocus) { $0 })
            #expect(camera.wait(for: \.focusMode) { $0 == .locked })
            #expect(abs(Double(device.lensPosition) - (1 - lens / 250)) <= 0.04)
        }
        device.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
        device.focusMode = .continuousAutoFocus
        #expect(camera.wait(for: \.lensPosition) { $0 == 1 }, "where it was found")
        #expect(try camera.controls()["focus-auto"] == 1)
    }

    @Test func aBiasMakesThePictureBrighter() async throws {
        let camera = try KernelCamera(format: "YUYV")
        let device = camera.device
        #expect(device.minExposureTargetBias == -2 && device.maxExposureTargetBias == 2)
        #expect(camera.levelComes(to: 0.3...0.36, x: 0.25))
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        await device.setExposureTargetBias(-1)
        #expect(camera.levelComes(to: 0.14...0.19, x: 0.25))
        await device.setExposureTargetBias(0)
        #expect(camera.levelComes(to: 0.3...0.36, x: 0.25))
        #expect(try camera.controls()["exposure-mode"] == 8)
    }

    @Test func aPrivacySwitchSuspendsTheCamera() throws {
        let camera = try KernelCamera(format: "MJPG")
        #expect(!camera.device.isSuspended)
        // The camera takes this file for its switch.
        try Data().write(to: URL(fileURLWithPath: "privacy"))
        #expect(camera.wait(for: \.isSuspended) { $0 })
        try FileManager.default.removeItem(atPath: "privacy")
        #expect(camera.wait(for: \.isSuspended) { !$0 })
    }
}

/// A session on the emulated USB camera.
private final class KernelCamera {
    static let path = ProcessInfo.processInfo.environment["AVCAM_KERNEL_CAMERA"]

    private final class Frames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
        let newest = Monitor<CMSampleBuffer?>(nil)

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
        ) { newest.withLock { $0 = sample } }
    }

    let device: AVCaptureDevice
    let output = AVCapturePhotoOutput()
    let session = AVCaptureSession()
    private let frames = Frames()

    /// - Parameter format: V4L2's code of the format to stream in.
    init(format: String) throws {
        let path = try #require(Self.path)
        device = try #require(AVCaptureDevice(uniqueID: "v4l2:\(path)"))
        let wanted = try #require(device.formats.filter { $0.nativeEncoding == format }.min { $0.width < $1.width })
        session.beginConfiguration()
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
        let video = AVCaptureVideoDataOutput()
        video.setSampleBufferDelegate(frames, queue: DispatchQueue(label: "KernelCamera"))
        session.addOutput(video)
        try device.lockForConfiguration()
        device.activeFormat = wanted
        device.unlockForConfiguration()
        session.commitConfiguration()
        session.startRunning()
        try #require(frames.newest.wait(timeout: .seconds(60)) { $0 } != nil)
    }

    deinit { session.stopRunning() }

    func photo(_ settings: AVCapturePhotoSettings) throws -> AVCapturePhoto {
        settings.photoQualityPrioritization = .speed
        let delegate = PhotoDelegate()
        output.capturePhoto(with: settings, delegate: delegate)
        let record = try #require(delegate.finished(within: .seconds(120)))
        #expect(record.error == nil)
        return try #require(record.photo)
    }

    /// Whether a frame of that width is taken after this call.
    func frameArrives(width: Int) -> Bool {
        let now = CMClockGetHostTimeClock().time
        return frames.newest.wait(timeout: .seconds(60)) { newest in
            guard let newest, newest.presentationTimeStamp >= now, let buffer = newest.imageBuffer else { return nil }
            return CVPixelBufferGetWidth(buffer) == width ? true : nil
        } ?? false
    }

    /// Whether a frame comes in which the mean light of the part round a column is in that range; 1 is white.
    func levelComes(to range: ClosedRange<Double>, x: Double) -> Bool {
        frames.newest.wait(timeout: .seconds(60)) { newest in
            guard let picture = newest?.imageBuffer else { return nil }
            return range.contains(Self.level(of: picture, x: x)) ? true : nil
        } ?? false
    }

    /// Of the eighth of the picture's width round a column, in video range. Source: IEC 61966-2-1.
    private static func level(of picture: CVPixelBuffer, x: Double) -> Double {
        picture.withPlanes { planes in
            let start = planes[0].base + planes[0].height / 2 * planes[0].bytesPerRow
            let row = start.assumingMemoryBound(to: UInt8.self)
            let (middle, reach) = (Int(x * Double(planes[0].width)), planes[0].width / 16)
            let light = (middle - reach..<middle + reach).map { column in
                let value = (Double(row[column]) - 16) / 219
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return light.reduce(0, +) / Double(light.count)
        }
    }

    func wait<Value>(
        for property: KeyPath<AVCaptureDevice, Value>, _ isWanted: @escaping @Sendable (Value) -> Bool
    ) -> Bool {
        nonisolated(unsafe) let property = property
        let seen = Monitor(false)
        let observation = device.observe(property, options: [.initial]) { device, _ in
            if isWanted(device[keyPath: property]) { seen.withLock { $0 = true } }
        }
        defer { observation.invalidate() }
        return seen.wait(timeout: .seconds(60)) { $0 ? true : nil } ?? false
    }

    func pause() -> CMTime {
        _ = wait(for: \.photoPause) { $0.isValid }
        return device.photoPause
    }

    // MARK: What the camera says

    private func log() throws -> [[String: Any]] {
        try String(contentsOfFile: "usb-camera.log", encoding: .utf8).split(separator: "\n").compactMap { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    func streams() throws -> [String] {
        try log().compactMap { entry in
            guard let name = entry["stream"] as? String, let size = entry["size"] as? [Int] else { return nil }
            return "\(name) \(size[0])x\(size[1])"
        }
    }

    /// The last value of each control that was set.
    func controls() throws -> [String: Int] {
        var values: [String: Int] = [:]
        for entry in try log() {
            if let name = entry["set"] as? String, let value = entry["value"] as? Int { values[name] = value }
        }
        return values
    }

    func scan(ofPicture name: String) throws -> Data? {
        Self.scan(try Data(contentsOf: URL(fileURLWithPath: "\(name).jpg")))
    }

    /// The compressed data of a JPEG picture: what follows its last start of scan.
    static func scan(_ jpeg: Data) -> Data? {
        guard let start = jpeg.range(of: Data([0xFF, 0xDA]), options: .backwards),
            let end = jpeg.range(of: Data([0xFF, 0xD9]), options: .backwards)
        else { return nil }
        return jpeg[start.lowerBound..<end.upperBound]
    }
}

extension AVCaptureDevice.Format {
    fileprivate var width: Int32 { formatDescription.dimensions.width }
}
