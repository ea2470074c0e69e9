import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// What a program sees of the camera portal: the real one, on a private desktop, see Tests/Machines/desktop-tests.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DIALOG_ANSWER"] != nil, "needs a desktop with a portal"))
struct CameraPortalTests {
    private func setPermission(_ answer: String) throws {
        let store = "org.freedesktop.impl.portal.PermissionStore"
        let arguments = [
            "call", "--session", "--dest", store, "--object-path", "/" + store.replacingOccurrences(of: ".", with: "/"),
            "--method", store + ".SetPermission", "devices", "true", "camera", "", "['\(answer)']",
        ]
        try Tool.output("gdbus", arguments)
    }

    @Test func theAnswerIsYes() async {
        // To look asks nobody.
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
        #expect(await AVCaptureDevice.requestAccess(for: .video))
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
        #expect(AVCaptureDevice.default(for: .video)?.uniqueID == "pipewire:virtual-camera")
    }

    @Test func theAnswerIsNo() async {
        #expect(await !AVCaptureDevice.requestAccess(for: .video))
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
        // Nor does the simulated phone stand in.
        #expect(AVCaptureDevice.default(for: .video) == nil)
    }

    @Test func camerasAreTurnedOff() async {
        #expect(await !AVCaptureDevice.requestAccess(for: .video))
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .restricted)
    }

    @Test func theSessionGoesOnWhenThePermissionIsBack() async throws {
        #expect(await AVCaptureDevice.requestAccess(for: .video))
        let camera = try #require(AVCaptureDevice.default(for: .video))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        session.addOutput(output)

        let news = Monitor([String]())
        let errors = Mutex<AVError.Code?>(nil)
        let names = [
            AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
            AVCaptureSession.runtimeErrorNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
                if let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError {
                    errors.withLock { $0 = error.code }
                }
                news.withLock { $0.append(name.rawValue) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        func wait(for name: Notification.Name, _ count: Int) -> Bool {
            news.wait(timeout: .seconds(20)) { seen in
                seen.filter { $0 == name.rawValue }.count >= count ? true : nil
            } ?? false
        }

        session.startRunning()
        #expect(wait(for: AVCaptureSession.didStartRunningNotification, 1))
        try setPermission("no")
        #expect(wait(for: AVCaptureSession.runtimeErrorNotification, 1))
        #expect(errors.withLock { $0 } == .applicationIsNotAuthorizedToUseDevice)
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
        try setPermission("yes")
        #expect(wait(for: AVCaptureSession.didStartRunningNotification, 2))
        #expect(session.isRunning)
        session.stopRunning()
    }
}
