import AVFoundation
import AudioToolbox
import CoreGraphics
import ImageIO
import OSLog
import QuartzCore
import UniformTypeIdentifiers

/// Copies one frame and takes one photo, as long-lived apps do: with pools from Foundation's dictionaries, C's memory
/// functions, times in nanoseconds, and metadata numbers cast to any type.
public final class FrameGrabber: NSObject {
    public struct Grab {
        public var original: CVPixelBuffer
        public var copy: CMSampleBuffer
        /// Seconds between the frame and its copy.
        public var age: CFTimeInterval
    }

    public struct Shot {
        public var orientation: CGImagePropertyOrientation?
        public var exposureTime: Double?
        public var isoSpeed: Int?
        public var width: UInt32?
        public var file: URL
    }

    public var onGrab: ((Grab) -> Void)?
    public var onShot: ((Shot?) -> Void)?

    private let session = AVCaptureSession()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let photoOutput = AVCapturePhotoOutput()
    private let queue = DispatchQueue(label: "frame grabber")
    private let folder: URL
    private var pool: CVPixelBufferPool?
    private var hasGrabbed = false

    public init(folder: URL) {
        self.folder = folder
    }

    public func start() throws {
        guard let camera = AVCaptureDevice.devices(for: AVMediaType.video).first(where: { $0.position == .back }) else {
            os_log("No camera among %d devices", type: .error, AVCaptureDevice.devices().count)
            return
        }
        session.beginConfiguration()
        session.sessionPreset = .hd1280x720
        session.addInput(try AVCaptureDeviceInput(device: camera))
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(videoOutput)
        session.addOutput(photoOutput)
        session.commitConfiguration()
        let format = videoOutput.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType ?? 0
        os_log(.info, log: .default, "\(camera.localizedName) delivers \(format)")
        session.startRunning()
    }

    public func stop() { session.stopRunning() }

    public func shoot() {
        let settings = AVCapturePhotoSettings()
        if photoOutput.isStillImageStabilizationSupported { settings.isAutoStillImageStabilizationEnabled = false }
        if let format = settings.__availablePreviewPhotoPixelFormatTypes.first {
            let box = AVMakeRect(
                aspectRatio: CGSize(width: 16, height: 9), insideRect: CGRect(x: 0, y: 0, width: 320, height: 320))
            settings.previewPhotoFormat = [
                kCVPixelBufferPixelFormatTypeKey as String: format,
                kCVPixelBufferWidthKey as String: Int(box.width), kCVPixelBufferHeightKey as String: Int(box.height),
            ]
        }
        photoOutput.capturePhoto(with: settings, delegate: self)
    }

    private func makePool(for buffer: CVPixelBuffer) -> CVPixelBufferPool? {
        let poolAttributes = NSDictionary(dictionary: [kCVPixelBufferPoolMinimumBufferCountKey as String: 2])
        let attributes: NSDictionary? = [
            kCVPixelBufferPixelFormatTypeKey as String: CVPixelBufferGetPixelFormatType(buffer),
            kCVPixelBufferWidthKey as String: CVPixelBufferGetWidth(buffer),
            kCVPixelBufferHeightKey as String: CVPixelBufferGetHeight(buffer),
        ]
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(kCFAllocatorDefault, poolAttributes as NSDictionary?, attributes, &pool)
        return pool
    }

    private func copy(_ source: CVPixelBuffer) -> CVPixelBuffer? {
        if pool == nil { pool = makePool(for: source) }
        let limits: NSDictionary = [kCVPixelBufferPoolAllocationThresholdKey as String: 4]
        var target: CVPixelBuffer?
        guard let pool,
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(kCFAllocatorDefault, pool, limits, &target) == noErr,
            let target
        else { return nil }
        CVPixelBufferLockBaseAddress(source, .readOnly)
        CVPixelBufferLockBaseAddress(target, [])
        defer {
            CVPixelBufferUnlockBaseAddress(target, [])
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        for plane in 0..<CVPixelBufferGetPlaneCount(source) {
            let from = CVPixelBufferGetBaseAddressOfPlane(source, plane)
            let to = CVPixelBufferGetBaseAddressOfPlane(target, plane)
            let (bytes, room) = (
                CVPixelBufferGetBytesPerRowOfPlane(source, plane), CVPixelBufferGetBytesPerRowOfPlane(target, plane)
            )
            let height = CVPixelBufferGetHeightOfPlane(source, plane)
            memset(to, 0, room * height)
            for row in 0..<height {
                memcpy(to?.advanced(by: row * room), from?.advanced(by: row * bytes), min(bytes, room))
            }
        }
        return target
    }
}

extension FrameGrabber: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard !hasGrabbed, let original = CMSampleBufferGetImageBuffer(sampleBuffer), let copy = copy(original),
            let description = CMSampleBufferGetFormatDescription(sampleBuffer)
        else { return }
        hasGrabbed = true
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30),
            presentationTimeStamp: CMTimeConvertScale(time, timescale: CMTimeScale(NSEC_PER_SEC), method: .default),
            decodeTimeStamp: .invalid)
        var result: CMSampleBuffer?
        let status = CMSampleBufferCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: copy, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: description, sampleTiming: &timing, sampleBufferOut: &result)
        guard status == noErr, let result else { return }
        onGrab?(Grab(original: original, copy: result, age: CACurrentMediaTime() - time.seconds))
    }
}

extension FrameGrabber: AVCapturePhotoCaptureDelegate {
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        guard error == nil, let data = photo.fileDataRepresentation() else {
            onShot?(nil)
            return
        }
        let exif = photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any]
        let raw = photo.metadata[String(kCGImagePropertyOrientation)] as? UInt32
        let file = folder.appendingPathComponent("\(Int(CFAbsoluteTimeGetCurrent()))", conformingTo: .jpeg)
        try? data.write(to: file)
        onShot?(
            Shot(
                orientation: raw.flatMap(CGImagePropertyOrientation.init(rawValue:)),
                exposureTime: exif?[kCGImagePropertyExifExposureTime as String] as? Double,
                isoSpeed: (exif?[kCGImagePropertyExifISOSpeedRatings as String] as? [Int])?.first,
                width: photo.metadata[kCGImagePropertyPixelWidth as String] as? UInt32, file: file))
    }
}
