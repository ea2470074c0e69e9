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

/// A frame in 8 bits, video range, to measure in. Positions are parts of the picture.
struct MeasuredFrame {
    private let buffer: CVPixelBuffer

    init(_ sample: CMSampleBuffer) throws { buffer = try #require(sample.imageBuffer) }

    /// Luma as it is stored.
    func luma(_ x: Double, _ y: Double) -> Double {
        buffer.withPlanes { planes in
            let (column, row) = (Int(x * Double(planes[0].width)), Int(y * Double(planes[0].height)))
            return Double((planes[0].base + row * planes[0].bytesPerRow + column).load(as: UInt8.self))
        }
    }

    /// Linear light of a gray place, 0 to 1. Source: ITU-R BT.709.
    func light(_ x: Double, _ y: Double) -> Double { Self.light((luma(x, y) - 16) / 219) }

    /// Linear red, green and blue.
    func color(_ x: Double, _ y: Double) -> (red: Double, green: Double, blue: Double) {
        let (cb, cr) = buffer.withPlanes { planes in
            let (column, row) = (Int(x * Double(planes[1].width)), Int(y * Double(planes[1].height)))
            let pair = planes[1].base + row * planes[1].bytesPerRow + 2 * column
            return (
                (Double(pair.load(as: UInt8.self)) - 128) / 224,
                (Double(pair.load(fromByteOffset: 1, as: UInt8.self)) - 128) / 224
            )
        }
        let y = (luma(x, y) - 16) / 219
        return (
            Self.light(y + 1.5748 * cr), Self.light(y - 0.1873 * cb - 0.4681 * cr), Self.light(y + 1.8556 * cb)
        )
    }

    /// How much neighboring pixels differ in a region; more means sharper.
    func sharpness(_ region: SceneRegion) -> Double {
        buffer.withPlanes { planes in
            let area = region.pixels(inWidth: planes[0].width, height: planes[0].height)
            var sum = 0.0
            for row in area.y..<area.y + area.height {
                let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in area.x..<area.x + area.width - 1 {
                    let step = Double(line[column + 1]) - Double(line[column])
                    sum += step * step
                }
            }
            return sum / Double(area.width * area.height)
        }
    }

    /// Places on the gray steps with light in a range.
    func grayPlaces(_ range: ClosedRange<Double>) -> [(x: Double, y: Double)] {
        let steps = SceneLayout.graySteps
        return stride(from: 0.02, to: 1, by: 0.02).map { (steps.x + $0 * steps.width, steps.y + steps.height / 2) }
            .filter { range.contains(light($0.x, $0.y)) }
    }

    /// How many times brighter this frame is than another, at gray places that are neither clipped nor too dark.
    func brightness(over other: MeasuredFrame) throws -> Double {
        let ratios = other.grayPlaces(0.08...0.4).map { light($0.x, $0.y) / other.light($0.x, $0.y) }.sorted()
        try #require(!ratios.isEmpty)
        return ratios[ratios.count / 2]
    }

    private static func light(_ value: Double) -> Double {
        value < 0.081 ? max(value, 0) / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }
}
