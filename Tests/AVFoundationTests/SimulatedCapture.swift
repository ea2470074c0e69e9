import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

/// All tests that use a simulated phone: each has one of its own.
@Suite(.ownPhone) enum OnTheSimulatedPhone {}

/// Tests that must run alone, because they measure what the process holds, or how fast it is.
@Suite(.serialized, .ownPhone) enum OnAQuietMachine {}

/// A session over the simulated phone, and what tests wait for.
final class SimulatedCapture {
    let phone = SimulatedPhone.ofTest
    let session = AVCaptureSession()
    let camera: AVCaptureDevice
    private(set) var errors: ErrorLog

    /// Remembers the runtime errors of a session.
    final class ErrorLog: Sendable {
        private let errors = Monitor<[AVError]>([])

        func append(_ error: AVError) { errors.withLock { $0.append(error) } }

        var all: [AVError] { errors.withLock { $0 } }

        /// Whether this many arrive.
        func wait(for count: Int) -> Bool {
            errors.wait(timeout: .seconds(30)) { $0.count >= count ? true : nil } != nil
        }

        func first(within timeout: Duration = .seconds(10)) -> AVError? {
            errors.wait(timeout: timeout) { $0.first }
        }
    }

    private let token: any NSObjectProtocol

    /// - Parameters:
    ///   - microphone: whether sound is recorded too.
    init(
        _ camera: String = "back", microphone: Bool = false, preset: AVCaptureSession.Preset = .vga640x480,
        outputs: [AVCaptureOutput]
    ) throws {
        let device = try #require(AVCaptureDevice(uniqueID: "simulated:\(camera)"))
        self.camera = device
        let log = ErrorLog()
        errors = log
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { notification in
            if let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError { log.append(error) }
        }
        session.beginConfiguration()
        session.addInput(try AVCaptureDeviceInput(device: device))
        if microphone {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            session.addInput(try AVCaptureDeviceInput(device: device))
        }
        for output in outputs { session.addOutput(output) }
        session.sessionPreset = preset
        session.commitConfiguration()
    }

    /// Waits until the app and the session have been told of all plugged and unplugged devices. The news that a camera
    /// is gone can come after it is back.
    func hearOfDevices() {
        session.world.devices.changes.sync {}
        session.events.sync {}
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
        // An interrupted one too, because it would continue later.
        session.stopRunning()
    }
}

/// Takes photos and remembers each call of the delegate.
final class PhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    struct Record: Sendable {
        var calls: [String] = []
        var photo: AVCapturePhoto?
        var error: AVError?
        var finishCount = 0
    }

    let record = Monitor(Record())

    /// The record up to the last call; `nil` if that never comes.
    func finished(within timeout: Duration = .seconds(20)) -> Record? {
        record.wait(timeout: timeout) { $0.finishCount > 0 ? $0 : nil }
    }

    private func note(_ call: String) {
        record.withLock { $0.calls.append(call) }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor settings: AVCaptureResolvedPhotoSettings) {
        note("willBeginCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("willCapturePhoto")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("didCapturePhoto")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        note("didFinishProcessingPhoto")
        if error == nil { record.withLock { $0.photo = photo } }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor settings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        note("didFinishCapture")
        record.withLock { record in
            record.error = error as? AVError
            record.finishCount += 1
        }
    }
}

/// Waits for a recording.
final class MovieDelegate: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    struct Record: Sendable {
        var startCount = 0
        var startTime = CMTime.invalid
        var finishCount = 0
        var error: AVError?
    }

    let record = Monitor(Record())

    func started(within timeout: Duration = .seconds(20)) -> Bool {
        record.wait(timeout: timeout) { $0.startCount > 0 ? true : nil } != nil
    }

    func finished(within timeout: Duration = .seconds(60)) -> Record? {
        record.wait(timeout: timeout) { $0.finishCount > 0 ? $0 : nil }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        record.withLock { record in
            record.startCount += 1
            record.startTime = startPTS
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        record.withLock { record in
            record.finishCount += 1
            record.error = error as? AVError
        }
    }
}

/// Collects the frames of a data output.
final class FrameCollector: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    struct Record: Sendable {
        var frames: [CMSampleBuffer] = []
        var drops: [String] = []
    }

    let record = Monitor(Record())
    /// The most frames to keep, so that the camera's pool does not run dry.
    private let limit: Int
    private let onFrame: (@Sendable () -> Void)?

    init(limit: Int = 2, onFrame: (@Sendable () -> Void)? = nil) {
        self.limit = limit
        self.onFrame = onFrame
    }

    func frames(_ count: Int, within timeout: Duration = .seconds(20)) -> [CMSampleBuffer]? {
        record.wait(timeout: timeout) { $0.frames.count >= count ? $0.frames : nil }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        record.withLock { record in
            if record.frames.count < limit { record.frames.append(sample) }
        }
        onFrame?()
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sample: CMSampleBuffer, from connection: AVCaptureConnection)
    {
        let key = kCMSampleBufferAttachmentKey_DroppedFrameReason
        let reason = CMGetAttachment(sample, key: key, attachmentModeOut: nil) as? String
        record.withLock { $0.drops.append(reason ?? "no reason") }
    }
}
