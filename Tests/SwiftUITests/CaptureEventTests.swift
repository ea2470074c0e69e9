import AVKit
import Foundation
import SimulatedDevices
import TestSupport
import Testing

@testable import SwiftUI

@MainActor @Suite(.ownPhone) final class CaptureEventTests {
    private let body = SimulatedPhone.ofTest.body
    private let session = AVCaptureSession()
    private var log: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    private func note(_ text: String) {
        log.append(text)
        if let (count, continuation) = waiting, log.count >= count {
            waiting = nil
            continuation.resume()
        }
    }

    private func events(_ count: Int) async -> [String] {
        if log.count < count { await withCheckedContinuation { waiting = (count, $0) } }
        return log
    }

    struct Camera: View {
        let note: (String) -> Void
        let get: (Binding<Int>) -> Void
        @State var stage = 0
        var body: some View {
            let _ = get($stage)
            if stage < 2 {
                let stage = stage
                Color.black.onCameraCaptureEvent(isEnabled: stage == 0) { event in
                    note("\(stage) primary \(event.phase)")
                } secondaryAction: { event in
                    note("\(stage) secondary \(event.phase)")
                }
            } else {
                Color.black.onCameraCaptureEvent { note("all \($0.phase)") }
            }
        }
    }

    @Test func pressesReachTheViewThatIsThere() async throws {
        let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(AVCapturePhotoOutput())
        session.startRunning()
        defer { session.stopRunning() }
        var stage: Binding<Int>!
        let shown = Shown(
            Camera { [weak self] in
                self?.note($0)
            } get: {
                stage = $0
            })
        body.press(.volumeDown, .began)
        body.press(.volumeUp, .ended)
        #expect(await events(2) == ["0 primary began", "0 secondary ended"])
        // The view is there, but not enabled; then another one is.
        stage.wrappedValue = 1
        shown.update()
        body.press(.volumeDown, .began)
        body.press(.volumeDown, .cancelled)
        await Task { @MainActor in }.value
        stage.wrappedValue = 2
        shown.update()
        body.press(.cameraControl, .ended)
        #expect(await events(3).last == "all ended")
        #expect(log.count == 3)
    }
}
