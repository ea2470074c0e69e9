import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@_spi(Linux) @testable import AVFoundation

extension OnTheSimulatedPhone {
    /// Devices that are lost while others stay.
    @Suite final class SessionLossTests {
        private let phone = SimulatedPhone.ofTest

        deinit {
            for name in ["microphone", "front"] {
                phone.setFaults(SimulatedFaults(), of: name)
                phone.plug(name)
            }
            phone.body.end(.microphoneInUse)
        }

        private func makeBusy(_ name: String, _ isBusy: Bool = true) {
            var faults = SimulatedFaults()
            faults.isBusy = isBusy
            phone.setFaults(faults, of: name)
        }

        private func capture(_ frames: Monitor<Int>) throws -> SimulatedCapture {
            let output = AVCaptureVideoDataOutput()
            let collector = FrameCollector(limit: 0) { frames.withLock { $0 += 1 } }
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            collectors.append(collector)
            return try SimulatedCapture(microphone: true, outputs: [output, AVCaptureMovieFileOutput()])
        }

        private var collectors: [FrameCollector] = []

        private func come(_ frames: Monitor<Int>) -> Bool {
            let before = frames.withLock { $0 }
            return frames.wait(timeout: .seconds(20)) { $0 > before + 2 ? true : nil } == true
        }

        @Test func aMicrophoneThatReturnsBusyLeavesThePictureRunning() throws {
            let frames = Monitor(0)
            let capture = try capture(frames)
            capture.session.startRunning()
            phone.unplug("microphone")
            #expect(capture.errors.first()?.code == .deviceWasDisconnected)
            makeBusy("microphone")
            phone.plug("microphone")
            #expect(capture.errors.wait(for: 2))
            #expect(capture.errors.all.last?.code == .deviceInUseByAnotherApplication)
            #expect(capture.session.isRunning && come(frames))
            // A change tries again, but does not repeat a known error.
            let connection = try #require(capture.session.outputs[1].connection(with: .video))
            connection.videoRotationAngle = 90
            #expect(capture.session.isRunning && come(frames))
            #expect(capture.errors.all.count == 2)
            makeBusy("microphone", false)
            connection.videoRotationAngle = 0
            #expect(phone.isOpen("microphone") && come(frames))
        }

        @Test func aMovieKnowsWhetherItsSoundIsMissing() throws {
            let movie = AVCaptureMovieFileOutput()
            let capture = try SimulatedCapture(microphone: true, outputs: [movie])
            #expect(!AVCaptureMovieFileOutput().isMissingSound)
            capture.session.startRunning()
            #expect(!movie.isMissingSound)
            phone.unplug("microphone")
            #expect(capture.errors.first()?.code == .deviceWasDisconnected && movie.isMissingSound)
            // It is there, and cannot be used.
            makeBusy("microphone")
            phone.plug("microphone")
            #expect(capture.errors.wait(for: 2) && movie.isMissingSound)
            makeBusy("microphone", false)
            let connection = try #require(movie.connection(with: .video))
            connection.videoRotationAngle = 90
            #expect(phone.isOpen("microphone") && !movie.isMissingSound)
            // Sound that nobody wants is not missing.
            movie.connection(with: .audio)?.isEnabled = false
            #expect(!movie.isMissingSound)
        }

        @Test func aMicrophoneThatIsBackAtOnceIsUsedAgain() throws {
            let frames = Monitor(0)
            let capture = try capture(frames)
            capture.session.startRunning()
            for round in 1...20 {
                phone.unplug("microphone")
                // Before and after the session has noticed.
                if round % 2 == 0 { #expect(capture.errors.wait(for: round)) }
                phone.plug("microphone")
                #expect(eventually { self.phone.isOpen("microphone") })
            }
            #expect(capture.session.isRunning && come(frames))
        }

        /// A program may open and close its camera for days while a plug is loose.
        @Test func sessionsThatAreGoneAreForgotten() throws {
            let devices = CaptureWorld.current.devices
            let frames = Monitor(0)
            var staying: SimulatedCapture? = try capture(frames)
            for round in 1...4 {
                let capture = try round == 1 ? #require(staying) : capture(Monitor(0))
                capture.session.startRunning()
                phone.unplug("microphone")
                #expect(capture.errors.first()?.code == .deviceWasDisconnected)
                phone.plug("microphone")
                // Of the earlier sessions, only the first is left.
                #expect(eventually { devices.loserCount == min(round, 2) }, "round \(round): \(devices.loserCount)")
            }
            staying?.session.startRunning()
            #expect(come(frames))
            staying = nil
            #expect(eventually { devices.loserCount == 0 })
        }

        @Test func aMicrophoneThatIsBusyAfterACallLeavesThePictureRunning() throws {
            let frames = Monitor(0)
            let capture = try capture(frames)
            let log = capture.startAndBeInterrupted(by: .microphoneInUse)
            defer { log.end() }
            makeBusy("microphone")
            phone.body.end(.microphoneInUse)
            #expect(log.wait(5)?.last == "InterruptionEnded")
            #expect(capture.session.isRunning && come(frames))
            #expect(capture.errors.all.map(\.code) == [.deviceInUseByAnotherApplication])
        }

        @Test func aMicrophoneThatIsBusyKeepsTheAppFromStarting() throws {
            makeBusy("microphone")
            let capture = try capture(Monitor(0))
            capture.session.startRunning()
            #expect(!capture.session.isRunning)
            #expect(capture.errors.all.map(\.code) == [.deviceInUseByAnotherApplication])
        }

        @Test func aBusyMicrophoneThatIsAddedLeavesTheSessionAsItWas() throws {
            let capture = try SimulatedCapture(outputs: [AVCaptureMovieFileOutput()])
            capture.session.startRunning()
            makeBusy("microphone")
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            capture.session.addInput(try AVCaptureDeviceInput(device: microphone))
            #expect(capture.session.isRunning && capture.session.inputs.count == 1)
            #expect(capture.errors.all.map(\.code) == [.deviceInUseByAnotherApplication])
        }

        @Test func oneOfTwoCamerasThatIsPulledOutLeavesTheOtherRunning() throws {
            let session = AVCaptureMultiCamSession()
            let errors = SimulatedCapture.ErrorLog()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
            ) { note in
                if let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError { errors.append(error) }
            }
            defer {
                session.stopRunning()
                NotificationCenter.default.removeObserver(token)
                phone.plug("back")
            }
            let back = try connect("back", to: session)
            let front = try connect("front", to: session)
            session.startRunning()
            #expect(come(back) && come(front))
            phone.unplug("front")
            #expect(errors.first()?.code == .deviceWasDisconnected)
            #expect(session.isRunning && come(back))
            phone.plug("front")
            #expect(come(front) && come(back))
            phone.unplug("front")
            phone.unplug("back")
            #expect(eventually { !session.isRunning })
        }

        private func connect(_ name: String, to session: AVCaptureSession) throws -> Monitor<Int> {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
            try device.lockForConfiguration()
            device.activeFormat = try #require(
                device.formats.first { $0.formatDescription.dimensions.width == 640 })
            device.unlockForConfiguration()
            let input = try AVCaptureDeviceInput(device: device)
            let output = AVCaptureVideoDataOutput()
            let frames = Monitor(0)
            let collector = FrameCollector(limit: 0) { frames.withLock { $0 += 1 } }
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            collectors.append(collector)
            session.addInputWithNoConnections(input)
            session.addOutputWithNoConnections(output)
            session.addConnection(AVCaptureConnection(inputPorts: [input.ports[0]], output: output))
            return frames
        }

        @Test func aSessionTakesTheCamerasOfASupportedSet() throws {
            let session = AVCaptureMultiCamSession()
            func input(_ name: String) throws -> AVCaptureDeviceInput {
                try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:\(name)")))
            }
            func takes(_ name: String) throws -> Bool { session.canAddInput(try input(name)) }
            let triple = try input("back-triple")
            session.addInput(triple)
            #expect(try !takes("back"))
            #expect(try !takes("front"))
            session.removeInput(triple)
            for name in ["back", "front", "back-ultra-wide"] {
                session.addInput(try input(name))
                #expect(try !takes("back-dual"))
            }
            #expect(try !takes("back-telephoto"))
            #expect(try takes("microphone"))
        }
    }
}
