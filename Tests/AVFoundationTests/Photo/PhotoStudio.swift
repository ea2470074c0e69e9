import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// A camera of the simulated phone that takes photos of a scene with chosen light.
///
/// ```swift
/// let studio = try PhotoStudio(light: SceneLight(brightness: 1.0 / 128))
/// let photo = try studio.photo(AVCapturePhotoSettings())
/// ```
final class PhotoStudio {
    let output = AVCapturePhotoOutput()
    let capture: SimulatedCapture

    var camera: AVCaptureDevice { capture.camera }

    /// - Parameters:
    ///   - light: the scene's.
    ///   - pixelFormat: the stream's, in the first format that has it; `nil` leaves the format to the preset.
    ///   - outputs: the session's outputs besides the photo output.
    ///   - prepare: sets the photo output up before the session runs.
    init(
        _ camera: String = "back", preset: AVCaptureSession.Preset = .vga640x480, light: SceneLight = SceneLight(),
        pixelFormat: OSType? = nil, outputs: [AVCaptureOutput] = [], prepare: (AVCapturePhotoOutput) -> Void = { _ in }
    ) throws {
        capture = try SimulatedCapture(camera, preset: preset, outputs: [output] + outputs)
        capture.phone.setSceneLight(light)
        if let pixelFormat {
            let format = try #require(
                capture.camera.formats.first { $0.formatDescription.mediaSubType.rawValue == pixelFormat })
            try capture.camera.lockForConfiguration()
            capture.camera.activeFormat = format
            capture.camera.unlockForConfiguration()
        }
        prepare(output)
        capture.session.startRunning()
    }

    deinit { capture.session.stopRunning() }

    /// Lets the camera run until the ring of recent frames is full.
    func fillRing() throws {
        let settings = { AVCapturePhotoSettings.pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) }
        let start = try photo(settings().with { $0.photoQualityPrioritization = .speed }).timestamp
        let isFull = try eventually {
            try (photo(settings().with { $0.photoQualityPrioritization = .speed }).timestamp - start).seconds >= 0.4
        }
        try #require(isFull)
    }

    private var name: String { String(camera.uniqueID.dropFirst("simulated:".count)) }

    /// Unplugs the camera, and waits until the session has noticed.
    func unplug() throws {
        let count = capture.errors.all.count
        capture.phone.unplug(name)
        #expect(capture.errors.wait(for: count + 1))
    }

    /// Plugs the camera in if necessary, and waits until the session has noticed.
    func plug() {
        capture.phone.plug(name)
        capture.hearOfDevices()
        #expect(camera.isConnected)
    }

    func press(_ settings: AVCapturePhotoSettings) -> PhotoCollector {
        let delegate = PhotoCollector()
        output.capturePhoto(with: settings, delegate: delegate)
        return delegate
    }

    func take(_ settings: AVCapturePhotoSettings) throws -> PhotoCollector.Record {
        let record = try #require(press(settings).finished())
        #expect(record.finishCount == 1)
        return record
    }

    /// A photo that must succeed.
    func photo(_ settings: AVCapturePhotoSettings = AVCapturePhotoSettings()) throws -> AVCapturePhoto {
        let record = try take(settings)
        #expect(record.error == nil)
        return try #require(record.photos.first)
    }
}

/// Collects all calls for a request, including those that must not come anymore.
final class PhotoCollector: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    struct Record: Sendable {
        var calls: [String] = []
        var resolved: AVCaptureResolvedPhotoSettings?
        var photos: [AVCapturePhoto] = []
        /// The photos that came with an error instead of a picture.
        var failures: [(photo: AVCapturePhoto, error: any Error)] = []
        var proxy: AVCaptureDeferredPhotoProxy?
        var error: AVError?
        var finishCount = 0
    }

    let record = Monitor(Record())
    private let onCall: @Sendable (String) -> Void

    /// - Parameter onCall: called after each call was recorded.
    init(onCall: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onCall = onCall
    }

    func finished(within timeout: Duration = .seconds(60)) -> Record? {
        record.wait(timeout: timeout) { $0.finishCount > 0 ? $0 : nil }
    }

    private func note(_ call: String, _ change: (inout Record) -> Void = { _ in }) {
        record.withLock { record in
            record.calls.append(call)
            change(&record)
        }
        onCall(call)
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor settings: AVCaptureResolvedPhotoSettings) {
        note("willBegin") { $0.resolved = settings }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("willCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("didCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        note("photo") { record in
            if let error { record.failures.append((photo, error)) } else { record.photos.append(photo) }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: AVCaptureDeferredPhotoProxy?,
        error: Error?
    ) {
        note("proxy") { $0.proxy = proxy }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor settings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        note("didFinish") { record in
            record.error = error as? AVError
            record.finishCount += 1
        }
    }
}

extension AVCapturePhotoSettings {
    static var heic: AVCapturePhotoSettings {
        AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    }

    static func pixels(_ format: OSType) -> AVCapturePhotoSettings {
        AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
    }

    /// The same settings, after `change`.
    func with(_ change: (AVCapturePhotoSettings) -> Void) -> Self {
        change(self)
        return self
    }
}

extension AVCapturePhoto {
    /// What the blocks in the file's picture say.
    func reading() throws -> SceneReader.Reading {
        let image = try #require(cgImageRepresentation())
        let data = try #require(image.dataProvider?.data)
        let reading = data.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap {
                SceneReader.read(
                    luma: $0 + 1, bytesPerRow: image.bytesPerRow, width: image.width, height: image.height,
                    bytesPerPixel: 4)
            }
        }
        return try #require(reading)
    }

    /// The file, in a folder of its own that must live as long as the file is used.
    func file(_ name: String = "photo") throws -> (URL, TemporaryFolder) {
        let folder = try TemporaryFolder()
        return (try folder.file(name, contents: try #require(fileDataRepresentation())), folder)
    }

    /// What exiftool says about the file.
    func fileMetadata() throws -> [String: Any] {
        let (file, folder) = try file()
        return try withExtendedLifetime(folder) { try ImageProbe.metadata(of: file) }
    }

    /// The mean light of a part of the uncompressed photo; 1 is white.
    func light(in region: SceneRegion) throws -> (red: Double, green: Double, blue: Double) {
        SceneProbe.light(try #require(pixelBuffer), in: region)
    }
}
