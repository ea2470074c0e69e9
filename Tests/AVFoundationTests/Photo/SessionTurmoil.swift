import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

/// Changes a session on a thread of its own: its format, its camera, whether it runs, whether the camera is there.
final class SessionTurmoil: @unchecked Sendable {  // the session locks itself; the rest is the queue's, or locked
    private let phone = SimulatedPhone.ofTest
    private let session: AVCaptureSession
    private let output: AVCapturePhotoOutput
    private let queue = DispatchQueue(label: "turmoil")
    private var changeCount = 0
    /// Held while the photo output has no camera; a press would then be a programming error.
    private let connection = NSLock()
    private let count = Mutex(0)

    /// - Parameter output: gets all features that a camera has, again for each camera.
    init(_ session: AVCaptureSession, _ output: AVCapturePhotoOutput) {
        self.session = session
        self.output = output
        changeFormat()
        session.startRunning()
    }

    /// A number for each change, and one for each pause between two changes, which is even.
    var moment: Int { count.withLock { $0 } }

    func whileTheCameraIsConnected(_ body: () -> Void) {
        connection.withLock(body)
    }

    /// Starts a change while the presses continue.
    func next() {
        queue.async {
            self.count.withLock { $0 += 1 }
            self.change()
            self.count.withLock { $0 += 1 }
        }
    }

    /// Waits until no change is in progress.
    func end() { queue.sync {} }

    /// All kinds of change, one after the other.
    private func change() {
        switch changeCount % 4 {
        case 0: changeFormat()
        case 1: pullOut()
        case 2: switchCamera()
        default: session.stopRunning()
        }
        changeCount += 1
        if !session.isRunning { session.startRunning() }
        #expect(session.isRunning)
    }

    private var camera: AVCaptureDevice? {
        session.inputs.lazy.compactMap { ($0 as? AVCaptureDeviceInput)?.device }.first { $0.hasMediaType(.video) }
    }

    private func changeFormat() {
        guard let camera else { return }
        connection.withLock {
            useFormat(of: camera, width: camera.activeFormat.formatDescription.dimensions.width == 640 ? 1280 : 640)
            prepareOutput()
        }
    }

    private func useFormat(of camera: AVCaptureDevice, width: Int32) {
        let format = camera.formats.first { $0.formatDescription.dimensions.width == width }
        guard let format, (try? camera.lockForConfiguration()) != nil else { return }
        camera.activeFormat = format
        camera.unlockForConfiguration()
    }

    private func prepareOutput() {
        output.isResponsiveCaptureEnabled = true
        output.isFastCapturePrioritizationEnabled = true
        output.isLivePhotoCaptureEnabled = true
    }

    private func pullOut() {
        guard let camera, session.isRunning else { return }
        let name = String(camera.uniqueID.dropFirst("simulated:".count))
        phone.unplug(name)
        #expect(eventually(session, \.isRunning) { !$0 })
        phone.plug(name)
        // The notification that it is gone can come after it is back.
        session.world.devices.changes.sync {}
        #expect(camera.isConnected)
        connection.withLock(prepareOutput)
    }

    private func switchCamera() {
        let other = camera?.uniqueID == "simulated:back" ? "simulated:front" : "simulated:back"
        guard let device = AVCaptureDevice(uniqueID: other), let input = try? AVCaptureDeviceInput(device: device)
        else { return }
        connection.withLock {
            session.beginConfiguration()
            for input in session.inputs where input.ports.contains(where: { $0.mediaType == .video }) {
                session.removeInput(input)
            }
            useFormat(of: device, width: 640)
            session.addInput(input)
            prepareOutput()
            session.commitConfiguration()
        }
    }
}
