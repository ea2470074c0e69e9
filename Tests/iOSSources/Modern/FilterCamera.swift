import AVFoundation
import CoreImage
import CoreImage.CIFilterBuiltins

/// A camera that shows and keeps filtered frames.
public final class FilterCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    public let session = AVCaptureSession()
    /// On the camera's queue.
    public var onFrame: (@Sendable (CVPixelBuffer, CGImage) -> Void)?

    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "filter camera")
    private let context = CIContext(options: [.cacheIntermediates: false])
    private let sepia = CIFilter.sepiaTone()
    private let controls = CIFilter(name: "CIColorControls")!
    private var pool: CVPixelBufferPool?

    public func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .hd1280x720
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
            return
        }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ]
        output.setSampleBufferDelegate(self, queue: queue)
        if session.canAddOutput(output) { session.addOutput(output) }
    }

    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let image = CIImage(cvPixelBuffer: pixelBuffer).oriented(.right)
        controls.setValue(image, forKey: kCIInputImageKey)
        controls.setValue(1.1, forKey: kCIInputContrastKey)
        controls.setValue(0.05, forKey: kCIInputBrightnessKey)
        sepia.inputImage = controls.outputImage
        sepia.intensity = 1
        guard let filtered = sepia.outputImage, let target = makeBuffer(filtered.extent.size) else { return }
        context.render(filtered, to: target, bounds: filtered.extent, colorSpace: CGColorSpaceCreateDeviceRGB())
        let small = filtered.transformed(by: CGAffineTransform(scaleX: 0.25, y: 0.25))
        guard let thumbnail = context.createCGImage(small, from: small.extent) else { return }
        onFrame?(target, thumbnail)
    }

    private func makeBuffer(_ size: CGSize) -> CVPixelBuffer? {
        if pool == nil {
            let attributes: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                kCVPixelBufferWidthKey as String: Int(size.width), kCVPixelBufferHeightKey as String: Int(size.height),
            ]
            CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes as CFDictionary, &pool)
        }
        guard let pool else { return nil }
        var buffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
        return buffer
    }
}
