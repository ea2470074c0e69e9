import AVFoundation
import CoreImage
import CoreImage.CIFilterBuiltins
import UIKit

/// A look that the camera's pictures get.
struct Look {
    let name: String
    let color: UIColor
    let apply: @Sendable (CIImage) -> CIImage

    static let all = [
        Look(name: "Plain", color: .systemGray) { $0 },
        Look(name: "Mono", color: .darkGray) { image in
            let filter = CIFilter.photoEffectMono()
            filter.inputImage = image
            return filter.outputImage ?? image
        },
        Look(name: "Sepia", color: .systemBrown) { image in
            let filter = CIFilter.sepiaTone()
            filter.inputImage = image
            filter.intensity = 1
            return filter.outputImage ?? image
        },
        Look(name: "Invert", color: .systemPurple) { image in
            let filter = CIFilter.colorInvert()
            filter.inputImage = image
            return filter.outputImage ?? image
        },
        Look(name: "Vivid", color: .systemOrange) { image in
            let filter = CIFilter.colorControls()
            filter.inputImage = image
            filter.saturation = 2
            filter.contrast = 1.1
            return filter.outputImage ?? image
        },
        Look(name: "Pixels", color: .systemTeal) { image in
            let filter = CIFilter.pixellate()
            filter.inputImage = image
            filter.scale = 24
            return (filter.outputImage ?? image).cropped(to: image.extent)
        },
    ]
}

/// Hands out the camera's frames with a look.
final class FilteredCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    /// On the main queue.
    var onFrame: ((CGImage) -> Void)?
    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "filtered.frames")
    private let context = CIContext()
    private let lock = NSLock()
    private var look = Look.all[0]

    func use(_ look: Look) { lock.withLock { self.look = look } }

    func start() {
        AVCaptureDevice.requestAccess(for: .video) { [self] isGranted in
            guard isGranted else { return }
            queue.async {
                if self.session.inputs.isEmpty { self.configure() }
                self.session.startRunning()
            }
        }
    }

    func stop() { queue.async { self.session.stopRunning() } }

    private func configure() {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .vga640x480
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera),
            session.canAddInput(input), session.canAddOutput(output)
        else { return }
        session.addInput(input)
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
        if let connection = output.connection(with: .video), connection.isVideoRotationAngleSupported(90) {
            connection.videoRotationAngle = 90
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let look = lock.withLock { self.look }
        let image = look.apply(CIImage(cvPixelBuffer: buffer))
        guard let picture = context.createCGImage(image, from: image.extent) else { return }
        DispatchQueue.main.async { self.onFrame?(picture) }
    }
}
