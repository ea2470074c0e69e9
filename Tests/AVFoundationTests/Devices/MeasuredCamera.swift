import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// What is measured in every frame.
struct Look {
    let time: CMTime
    /// The light of the fourth gray step.
    let light: Double
    /// The ratio of the gray step's red to its blue.
    let warmth: Double
    /// The sharpness of the near board.
    let sharpness: Double

    /// - Returns: `nil` for frames of other formats.
    init?(_ sample: CMSampleBuffer) {
        guard let buffer = sample.imageBuffer,
            CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            let frame = try? MeasuredFrame(sample)
        else { return nil }
        let step = SceneLayout.grayStep(4)
        let (x, y) = (step.x + step.width / 2, step.y + step.height / 2)
        let color = frame.color(x, y)
        time = sample.presentationTimeStamp
        light = frame.light(x, y)
        warmth = color.red / color.blue
        sharpness = frame.sharpness(SceneLayout.nearBoard)
    }
}

/// A running camera of the simulated phone, and its newest frame for measurements.
final class MeasuredCamera {
    /// Keeps the newest frame, and what was measured in each frame.
    private final class Newest: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
        let frame = Monitor<CMSampleBuffer?>(nil)
        let looks = Mutex<[Look]>([])

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            if let look = Look(sample) { looks.withLock { $0.append(look) } }
            frame.withLock { $0 = sample }
        }
    }

    private let capture: SimulatedCapture
    private let newest = Newest()
    let device: AVCaptureDevice

    /// - Parameter light: the scene's.
    init(_ name: String = "back", preset: AVCaptureSession.Preset = .vga640x480, light: SceneLight = SceneLight())
        throws
    {
        SimulatedPhone.ofTest.setSceneLight(light)
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(newest, queue: DispatchQueue(label: "MeasuredCamera"))
        capture = try SimulatedCapture(name, preset: preset, outputs: [output])
        device = capture.camera
        capture.session.startRunning()
        try device.lockForConfiguration()
    }

    deinit {
        capture.session.stopRunning()
        device.unlockForConfiguration()
    }

    func stop() { capture.session.stopRunning() }

    var session: AVCaptureSession { capture.session }

    /// What was measured in each 8-bit frame so far.
    var looks: [Look] { newest.looks.withLock { $0 } }

    /// The first frame that is not older than `time`.
    func frame(at time: CMTime? = nil) throws -> CMSampleBuffer {
        let time = time ?? CMClockGetHostTimeClock().time
        return try #require(
            newest.frame.wait(timeout: .seconds(30)) { newest in
                newest.flatMap { $0.presentationTimeStamp >= time ? $0 : nil }
            })
    }

    /// Waits until a property of the device has a value that `isWanted` accepts.
    func wait<Value>(
        for property: KeyPath<AVCaptureDevice, Value>, _ isWanted: @escaping @Sendable (Value) -> Bool
    ) -> Bool {
        nonisolated(unsafe) let property = property
        let seen = Monitor(false)
        let observation = device.observe(property, options: [.initial]) { device, _ in
            if isWanted(device[keyPath: property]) { seen.withLock { $0 = true } }
        }
        defer { observation.invalidate() }
        return seen.wait(timeout: .seconds(30)) { $0 ? true : nil } ?? false
    }
}

/// Whether observers of a flag see it go up and down again after `change`, which sets no other.
func seen(_ flag: KeyPath<AVCaptureDevice, Bool>, of device: AVCaptureDevice, after change: () -> Void) -> Bool {
    let values = Monitor<[Bool]>([])
    let observation = device.observe(flag, options: [.new]) { _, news in
        values.withLock { $0.append(news.newValue ?? false) }
    }
    defer { observation.invalidate() }
    change()
    return values.wait(timeout: .seconds(30)) { $0.count >= 2 ? $0 : nil } == [true, false]
}
