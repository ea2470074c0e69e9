@_spi(Linux) @testable import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct SessionRunningTests {
        private func output(_ collector: FrameCollector) -> AVCaptureVideoDataOutput {
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            return output
        }

        @Test func startingDeliversFramesAndStoppingEndsThem() throws {
            let collector = FrameCollector()
            let capture = try SimulatedCapture(outputs: [output(collector)])
            #expect(!capture.session.isRunning)
            capture.session.startRunning()
            #expect(capture.session.isRunning)
            #expect(collector.frames(2) != nil)
            capture.session.stopRunning()
            #expect(!capture.session.isRunning)
        }

        @Test func runningIsObservableAndNotified() throws {
            let capture = try SimulatedCapture(outputs: [output(FrameCollector())])
            let seen = Mutex<[String]>([])
            let observation = capture.session.observe(\.isRunning, options: [.new]) { _, change in
                seen.withLock { $0.append("isRunning \(change.newValue ?? false)") }
            }
            let names = [AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification]
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: capture.session, queue: nil) { note in
                    seen.withLock { $0.append(note.name.rawValue) }
                }
            }
            capture.session.startRunning()
            capture.session.startRunning()
            capture.session.stopRunning()
            capture.session.stopRunning()
            observation.invalidate()
            tokens.forEach(NotificationCenter.default.removeObserver)
            #expect(
                seen.withLock { $0 } == [
                    "isRunning true", "AVCaptureSessionDidStartRunningNotification",
                    "isRunning false", "AVCaptureSessionDidStopRunningNotification",
                ])
        }

        @Test(arguments: [(true, "back"), (false, "microphone")])
        func noInputIsMadeForARefusedDevice(cameras: Bool, name: String) throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
            SimulatedPhone.ofTest.setAllowed(false, cameras: cameras)
            defer { SimulatedPhone.ofTest.setAllowed(true, cameras: cameras) }
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
            #expect(error?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice === device)
            SimulatedPhone.ofTest.setAllowed(true, cameras: cameras)
            #expect(try AVCaptureDeviceInput(device: device).device === device)
        }

        @Test func aBusyCameraIsARuntimeErrorThatNamesIt() throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            let capture = try SimulatedCapture(outputs: [output(FrameCollector())])
            capture.session.startRunning()
            #expect(!capture.session.isRunning)
            let error = try #require(capture.errors.all.first)
            #expect(error.code == .deviceInUseByAnotherApplication)
            #expect(error.localizedDescription.contains("simulated:back"))
        }

        @Test func pullingTheCameraOutStopsTheSessionWithAnError() throws {
            var faults = SimulatedFaults()
            faults.unplugAfterMilliseconds = 200
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            let capture = try SimulatedCapture(outputs: [output(FrameCollector())])
            let stopped = Monitor(false)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.didStopRunningNotification, object: capture.session, queue: nil
            ) { _ in stopped.withLock { $0 = true } }
            defer { NotificationCenter.default.removeObserver(token) }
            capture.session.startRunning()
            #expect(capture.errors.first()?.code == .deviceWasDisconnected)
            #expect(stopped.wait(timeout: .seconds(10)) { $0 ? true : nil } == true)
            #expect(!capture.session.isRunning)
            SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back")
            SimulatedPhone.ofTest.plug("back")
            capture.session.startRunning()
            #expect(capture.session.isRunning)
        }

        @Test(arguments: [true, false], [true, false])
        func aCameraThatReturnsContinuesUnlessTheAppHasStopped(isStopped: Bool, microphone: Bool) throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            let collector = FrameCollector()
            let sound = AVCaptureAudioDataOutput()
            let capture = try SimulatedCapture(
                "external", microphone: microphone, preset: .high,
                outputs: [output(collector)] + (microphone ? [sound] : []))
            let starts = Monitor(0)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.didStartRunningNotification, object: capture.session, queue: nil
            ) { _ in starts.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            capture.session.startRunning()
            #expect(collector.frames(2) != nil)
            SimulatedPhone.ofTest.unplug()
            #expect(capture.errors.first()?.code == .deviceWasDisconnected)
            // A microphone alone does not make the session continue.
            CaptureWorld.current.devices.changes.sync {}
            capture.session.events.sync {}
            #expect(!capture.session.isRunning && starts.withLock { $0 } == 1)
            if isStopped { capture.session.stopRunning() }
            SimulatedPhone.ofTest.plug()
            if isStopped {
                // When these queues are empty, everything that follows from the news has been done.
                CaptureWorld.current.devices.changes.sync {}
                capture.session.events.sync {}
            } else {
                #expect(starts.wait(timeout: .seconds(10)) { $0 == 2 ? true : nil } == true)
            }
            #expect(capture.session.isRunning == !isStopped)
            #expect(starts.withLock { $0 } == (isStopped ? 1 : 2))
            capture.session.stopRunning()
        }

        /// The node of a USB camera belongs to root for a moment.
        @Test func aCameraThatReturnsClosedContinuesAtTheNextChange() throws {
            let phone = SimulatedPhone.ofTest
            phone.plug()
            defer {
                phone.setFaults(SimulatedFaults(), of: "external")
                phone.plug("front")
                phone.unplug()
            }
            let collector = FrameCollector()
            let capture = try SimulatedCapture("external", preset: .high, outputs: [output(collector)])
            capture.session.startRunning()
            #expect(collector.frames(2) != nil)
            phone.unplug()
            #expect(capture.errors.first()?.code == .deviceWasDisconnected)
            var faults = SimulatedFaults()
            faults.isDenied = true
            phone.setFaults(faults, of: "external")
            phone.plug()
            #expect(capture.errors.wait(for: 2))
            #expect(capture.errors.all.last?.code == .applicationIsNotAuthorizedToUseDevice)
            #expect(!capture.session.isRunning)
            phone.setFaults(SimulatedFaults(), of: "external")
            phone.unplug("front")
            #expect(eventually { capture.session.isRunning })
            capture.session.stopRunning()
        }

        @Test func aCameraThatReturnsToAnotherSessionIsTakenWhenThatOneStops() throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            let collector = FrameCollector()
            let one = try SimulatedCapture("external", preset: .high, outputs: [output(collector)])
            let two = try SimulatedCapture("external", preset: .high, outputs: [output(FrameCollector())])
            one.session.startRunning()
            #expect(collector.frames(2) != nil)
            SimulatedPhone.ofTest.unplug()
            #expect(one.errors.first()?.code == .deviceWasDisconnected)
            // Observers hear of the camera before the session does that waits for it.
            let other = two.session
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureDevice.wasConnectedNotification, object: one.camera, queue: nil
            ) { _ in other.startRunning() }
            defer { NotificationCenter.default.removeObserver(token) }
            SimulatedPhone.ofTest.plug()
            one.hearOfDevices()
            #expect(two.session.isRunning && !one.session.isRunning && !one.session.isInterrupted)
            two.session.stopRunning()
            #expect(eventually { one.session.isRunning })
        }

        @Test func aCameraThatReturnsRunsInTheSessionThatWasStartedWithoutIt() throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            let collector = FrameCollector()
            let capture = try SimulatedCapture("external", preset: .high, outputs: [output(collector)])
            let isConnected = Monitor(true)
            let observation = capture.camera.observe(\.isConnected) { camera, _ in
                isConnected.withLock { $0 = camera.isConnected }
            }
            defer { observation.invalidate() }
            SimulatedPhone.ofTest.unplug()
            #expect(isConnected.wait(timeout: .seconds(10)) { $0 ? nil : true } == true)
            capture.session.startRunning()
            #expect(capture.session.isRunning && capture.errors.all.isEmpty)
            SimulatedPhone.ofTest.plug()
            #expect(collector.frames(2) != nil)
            capture.session.stopRunning()
        }

        @Test func switchingFromPhotoToMovieLosesNoFrameOfThePreview() throws {
            let capture = try SimulatedCapture(outputs: [AVCapturePhotoOutput()])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let times = Monitor<[CMTime]>([])
            layer.setFrameHandler { sample in times.withLock { $0.append(sample.presentationTimeStamp) } }
            capture.session.startRunning()
            #expect(times.wait(timeout: .seconds(10)) { $0.count >= 3 ? true : nil } == true)
            capture.session.beginConfiguration()
            capture.session.addOutput(AVCaptureMovieFileOutput())
            capture.session.commitConfiguration()
            let before = times.withLock { $0.count }
            #expect(times.wait(timeout: .seconds(10)) { $0.count >= before + 3 ? true : nil } == true)
            let steps = times.withLock { times in zip(times, times.dropFirst()).map { CMTimeSubtract($1, $0).seconds } }
            // A reopened camera would leave a gap; half a frame allows for nothing but rounding.
            #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.5 / 30 })
        }
    }
}
