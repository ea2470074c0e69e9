import AVFoundation

/// Takes one photo with the best available camera and saves it as `photo.jpg`.
@main
final class TakePhoto: NSObject, AVCapturePhotoCaptureDelegate {
    let done = DispatchSemaphore(value: 0)

    static func main() throws {
        let session = AVCaptureSession()
        let output = AVCapturePhotoOutput()
        guard let camera = AVCaptureDevice.default(for: .video) else { fatalError("There is no camera") }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
        session.startRunning()
        let delegate = TakePhoto()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
        delegate.done.wait()
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        if let error { fail(error) }
        guard let data = photo.fileDataRepresentation() else { fatalError("The photo cannot be made a file") }
        do { try data.write(to: URL(fileURLWithPath: "photo.jpg")) } catch { fail(error) }
    }

    func photoOutput(_: AVCapturePhotoOutput, didFinishCaptureFor: AVCaptureResolvedPhotoSettings, error: Error?) {
        if let error { fail(error) }
        done.signal()
    }

    private func fail(_ error: Error) -> Never {
        print(error.localizedDescription)
        exit(1)
    }
}
