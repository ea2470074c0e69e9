import AVFoundation

// Runs the best available camera, and prints how it is held until it is unplugged.
let session = AVCaptureSession()
guard let camera = AVCaptureDevice.default(for: .video) else { fatalError("There is no camera") }
session.addInput(try AVCaptureDeviceInput(device: camera))
session.addOutput(AVCaptureVideoDataOutput())
let coordinator = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
let rotation = coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: .initial) { coordinator, _ in
    print("Upright at \(Int(coordinator.videoRotationAngleForHorizonLevelCapture))°")
}
let name = AVCaptureDevice.wasDisconnectedNotification
let loss = NotificationCenter.default.addObserver(forName: name, object: camera, queue: .main) { _ in
    print("Gone")
    exit(0)
}
session.startRunning()
dispatchMain()
