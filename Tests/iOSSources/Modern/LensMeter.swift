import AVFoundation
import simd

/// How wide the lens sees, from the matrix that frames carry.
public final class LensMeter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    public enum LensError: Error { case noMatrix }

    private let session = AVCaptureSession()
    private let output = AVCaptureVideoDataOutput()
    private let angle: AsyncStream<Float>.Continuation
    /// In degrees, once for each frame.
    public let angles: AsyncStream<Float>

    public init(camera: AVCaptureDevice) throws {
        (angles, angle) = AsyncStream.makeStream(of: Float.self)
        super.init()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
        guard let connection = output.connection(with: .video), connection.isCameraIntrinsicMatrixDeliverySupported
        else { throw LensError.noMatrix }
        connection.isCameraIntrinsicMatrixDeliveryEnabled = true
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "lens"))
    }

    public func start() { session.startRunning() }

    public func stop() { session.stopRunning() }

    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let key = kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
        guard let format = sampleBuffer.formatDescription,
            let data = CMGetAttachment(sampleBuffer, key: key, attachmentModeOut: nil) as? Data
        else { return }
        let matrix: simd_float3x3 = data.withUnsafeBytes { $0.load(as: matrix_float3x3.self) }
        let halfWidth = Float(CMVideoFormatDescriptionGetDimensions(format).width) / 2
        angle.yield(2 * atan(halfWidth / matrix.columns.0.x) * 180 / .pi)
    }
}
