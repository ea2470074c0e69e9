import AVFoundation
import Foundation
import Locking
import PhotoCoding
import SimulatedDevices
import TurboJPEG
import YUV

/// From the press to the file, with the simulated phone's 12 megapixels.
final class PhotoMeasurement {
    private let folder: String
    private let session = AVCaptureSession()
    private let output = AVCapturePhotoOutput()
    private let frames = AVCaptureVideoDataOutput()
    private let watch = FrameWatch()
    private let queue = DispatchQueue(label: "frames")

    init(folder: String) throws {
        self.folder = folder
        // The user's own deferred photos are not touched.
        setenv("AVCAM_DEFERRED", folder + "/deferred", 1)
        precondition(DeferredPhotoStore.shared.folder.path == folder + "/deferred")
        guard let camera = AVCaptureDevice(uniqueID: "simulated:back") else {
            throw MeasurementFailed("there is no simulated camera")
        }
        session.beginConfiguration()
        session.sessionPreset = .photo
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
        session.addOutput(frames)
        session.commitConfiguration()
        frames.setSampleBufferDelegate(watch, queue: queue)
        session.startRunning()
    }

    deinit { session.stopRunning() }

    /// Photos one after the other, each pressed just after a frame: medians.
    func single() throws -> [String: Double] {
        let photo = try press(.speed)
        let balanced = try press(.balanced)
        let proxy = try proxy()
        let bare = try bareEncoding()
        return [
            "photo_ms": photo.time * 1000, "photo_processor_ms": photo.processor * 1000,
            "balanced_ms": balanced.time * 1000, "proxy_ms": proxy * 1000, "bare_ms": bare * 1000,
            "ratio": photo.time / bare,
            "peak_memory": Stopwatch.peakMemory(),
        ]
    }

    /// Seconds from the press until the file is complete, and processor seconds.
    private func press(
        _ quality: AVCapturePhotoOutput.QualityPrioritization
    ) throws -> (time: Double, processor: Double) {
        var times: [Double] = []
        var costs: [Double] = []
        for number in 0..<15 {
            _ = watch.next()
            let (started, processor) = (Stopwatch.now(), Stopwatch.processor())
            let shot = Shot(path: "\(folder)/photo.jpg")
            let settings = AVCapturePhotoSettings()
            settings.photoQualityPrioritization = quality
            output.capturePhoto(with: settings, delegate: shot)
            let ended = try shot.ended()
            // The first ones allocate memory that the others reuse.
            if number >= 3 {
                times.append(ended - started)
                costs.append(Stopwatch.processor() - processor)
            }
        }
        return (Stopwatch.median(times), Stopwatch.median(costs))
    }

    /// Seconds from the press until a proxy is complete; its frames are stored afterwards.
    private func proxy() throws -> Double {
        output.isAutoDeferredPhotoDeliveryEnabled = true
        defer { output.isAutoDeferredPhotoDeliveryEnabled = false }
        let store = DeferredPhotoStore.shared
        let times = try (0..<8).map { _ in
            _ = watch.next()
            let started = Stopwatch.now()
            let shot = Shot(path: "\(folder)/proxy.jpg")
            let settings = AVCapturePhotoSettings()
            settings.photoQualityPrioritization = .balanced
            output.capturePhoto(with: settings, delegate: shot)
            let ended = try shot.ended()
            store.finishKeeping()
            for id in store.pending() { store.remove(id) }
            return ended - started
        }
        return Stopwatch.median(Array(times.dropFirst(2)))
    }

    /// Presses for every frame until there are `count` photos.
    func burst(codec: String, count: Int) throws -> [String: Double] {
        let type: AVVideoCodecType = codec == "heic" ? .hevc : .jpeg
        guard output.availablePhotoCodecTypes.contains(type) else {
            throw MeasurementFailed("there is no \(codec) encoder")
        }
        _ = watch.next()
        let processor = Stopwatch.processor()
        let started = Stopwatch.now()
        let shots = (0..<count).map { number in
            let shot = Shot(path: "\(folder)/burst-\(number).\(codec)")
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: type])
            settings.photoQualityPrioritization = .speed
            output.capturePhoto(with: settings, delegate: shot)
            // Presses for every frame, but no faster than an app that waits for half of its photos.
            if number >= 8 { _ = watch.next() }
            return shot
        }
        let ended = try shots.map { try $0.ended() }.max() ?? started
        return [
            "count": Double(count), "shots_per_second": Double(count) / (ended - started),
            "processor_ms": (Stopwatch.processor() - processor) / Double(count) * 1000,
            "peak_memory": Stopwatch.peakMemory(),
        ]
    }

    /// libjpeg-turbo alone on the same frame, its planes ready and its memory warm.
    private func bareEncoding() throws -> Double {
        let pixels = Shot(path: nil)
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        output.capturePhoto(
            with: AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format]),
            delegate: pixels)
        _ = try pixels.ended()
        session.stopRunning()
        guard let buffer = pixels.pixels else { throw MeasurementFailed("no pixels came") }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let half = PixelSize(width: (width + 1) / 2, height: (height + 1) / 2)
        var memory = PlaneMemory()
        var compressor = try JPEGCompressor()
        let times: [Double] = try buffer.withPlanes { planes in
            let chroma = memory.planes([half, half])
            PlaneOperations.split(
                Plane(planes[1].base, bytesPerRow: planes[1].bytesPerRow), to: chroma[0], chroma[1], size: half)
            let source = [
                JPEGPlane(planes[0].base, bytesPerRow: planes[0].bytesPerRow),
                JPEGPlane(chroma[0].base, bytesPerRow: chroma[0].bytesPerRow),
                JPEGPlane(chroma[1].base, bytesPerRow: chroma[1].bytesPerRow),
            ]
            return try (0..<12).map { _ in
                let started = Stopwatch.now()
                try compressor.compress(
                    planes: source, width: width, height: height, subsampling: .yuv420, quality: 90)
                return Stopwatch.now() - started
            }
        }
        return Stopwatch.median(Array(times.dropFirst(3)))
    }
}

/// Reports when a frame has arrived.
private final class FrameWatch: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let count = Monitor(0)

    func captureOutput(
        _ output: AVCaptureOutput, didOutput buffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        count.withLock { $0 += 1 }
    }

    /// Waits for a frame that comes after this call.
    func next() -> Int {
        let now = count.withLock { $0 }
        return count.wait { $0 > now ? $0 : nil } ?? now
    }
}

/// One photo, which becomes a file.
private final class Shot: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private struct State {
        var pixels: CVPixelBuffer?
        var failure: MeasurementFailed?
        var ended: Double?
    }

    private let path: String?
    private let state = Monitor(State())

    init(path: String?) { self.path = path }

    var pixels: CVPixelBuffer? { state.withLock { $0.pixels } }

    /// When the file was complete.
    func ended() throws -> Double {
        let end = state.wait(timeout: .seconds(120)) { state -> (Double, MeasurementFailed?)? in
            state.ended.map { ($0, state.failure) }
        }
        guard let end else { throw MeasurementFailed("a photo never ended") }
        if let failure = end.1 { throw failure }
        return end.0
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: AVCaptureDeferredPhotoProxy?,
        error: Error?
    ) {
        if let proxy { photoOutput(output, didFinishProcessingPhoto: proxy, error: error) }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        var failure = error.map { MeasurementFailed("\($0)") }
        if let path, let data = photo.fileDataRepresentation() {
            do { try data.write(to: URL(fileURLWithPath: path)) } catch { failure = MeasurementFailed("\(error)") }
        }
        state.withLock { state in
            state.pixels = photo.pixelBuffer
            state.failure = failure
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor settings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        let now = Stopwatch.now()
        state.withLock { state in
            state.ended = now
            if let error { state.failure = MeasurementFailed("\(error)") }
        }
    }
}
