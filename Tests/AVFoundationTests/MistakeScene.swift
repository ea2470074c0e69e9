import AVFoundation
import Testing

/// The objects that mistakes are made with: devices of the simulated phone, and sessions that use them.
enum MistakeScene {
    static func device(_ name: String = "back") throws -> AVCaptureDevice {
        try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
    }

    static func input(_ name: String = "back") throws -> AVCaptureDeviceInput {
        try AVCaptureDeviceInput(device: device(name))
    }

    static func session(_ camera: String = "back", outputs: [AVCaptureOutput] = []) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        session.addInput(try input(camera))
        session.sessionPreset = .vga640x480
        for output in outputs { session.addOutput(output) }
        return session
    }

    /// A session with only a microphone.
    static func soundSession(_ output: AVCaptureOutput) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        session.addInput(try input("microphone"))
        session.addOutput(output)
        return session
    }
}
