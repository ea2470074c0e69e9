import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite final class RotationCoordinatorTests {
        private let body = SimulatedPhone.ofTest.body

        deinit { body.turn(to: .landscapeLeft) }

        private func camera(_ name: String = "back") throws -> AVCaptureDevice {
            try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
        }

        @Test(arguments: [
            (SimulatedBody.Orientation.portrait, CGFloat(90)), (.portraitUpsideDown, 270), (.landscapeLeft, 0),
            (.landscapeRight, 180),
        ])
        func theAnglesAreThoseOfThePhone(orientation: SimulatedBody.Orientation, angle: CGFloat) throws {
            body.turn(to: orientation)
            let layer = AVCaptureVideoPreviewLayer()
            let coordinator = AVCaptureDevice.RotationCoordinator(device: try camera(), previewLayer: layer)
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == angle)
            #expect(coordinator.videoRotationAngleForHorizonLevelPreview == angle)
            #expect(coordinator.previewLayer === layer)
        }

        @Test func withoutALayerThePreviewIsNotTurned() throws {
            body.turn(to: .portrait)
            let coordinator = AVCaptureDevice.RotationCoordinator(device: try camera(), previewLayer: nil)
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 90)
            #expect(coordinator.videoRotationAngleForHorizonLevelPreview == 0)
        }

        @Test func turningThePhoneNotifiesObserversOnTheMainQueue() throws {
            let layer = AVCaptureVideoPreviewLayer()
            let coordinator = AVCaptureDevice.RotationCoordinator(device: try camera(), previewLayer: layer)
            let isMain = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: isMain, value: true)
            defer { DispatchQueue.main.setSpecific(key: isMain, value: nil) }
            let seen = Monitor<[CGFloat]>([])
            let observations = [
                coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.new]) { _, change in
                    #expect(DispatchQueue.getSpecific(key: isMain) == true)
                    seen.withLock { $0.append(change.newValue ?? -1) }
                },
                coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.new]) { _, change in
                    seen.withLock { $0.append(1000 + (change.newValue ?? -1)) }
                },
            ]
            for orientation in [SimulatedBody.Orientation.portrait, .faceUp, .portrait, .landscapeRight] {
                body.turn(to: orientation)
            }
            #expect(seen.wait(timeout: .seconds(10)) { $0.count >= 4 ? $0 : nil } == [90, 1090, 180, 1180])
            for observation in observations { observation.invalidate() }
        }

        @Test func aCameraThatIsNotBuiltInStaysUpright() throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            body.turn(to: .portrait)
            let coordinator = AVCaptureDevice.RotationCoordinator(device: try camera("external"), previewLayer: nil)
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 0)
        }

        @Test func theAngleAppliedToAConnectionTurnsThePixels() throws {
            body.turn(to: .portrait)
            let output = AVCaptureVideoDataOutput()
            let collector = FrameCollector(limit: 1)
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(outputs: [output])
            let coordinator = AVCaptureDevice.RotationCoordinator(device: capture.camera, previewLayer: nil)
            let connection = try #require(output.connection(with: .video))
            connection.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
            capture.session.startRunning()
            let image = try #require(collector.frames(1)?.first?.imageBuffer)
            #expect(CVPixelBufferGetWidth(image) == 480 && CVPixelBufferGetHeight(image) == 640)
        }
    }
}
