@_spi(Linux) import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// Switching the mode or the camera of a running session.
extension OnTheSimulatedPhone {
    @Suite struct SessionSwitchTests {
        /// The times of the frames that a layer shows.
        private final class FrameTimes: Sendable {
            let times = Monitor<[CMTime]>([])

            init(_ layer: AVCaptureVideoPreviewLayer) {
                layer.setFrameHandler { [times] sample in times.withLock { $0.append(sample.presentationTimeStamp) } }
            }

            func more(_ count: Int) -> Bool {
                let before = times.withLock { $0.count }
                return times.wait(timeout: .seconds(20)) { $0.count >= before + count ? true : nil } == true
            }

            /// Forgets all times except the last.
            func forget() { times.withLock { $0.removeFirst(max(0, $0.count - 1)) } }

            /// The unit is a frame of 1/30 s.
            var longestGap: Double {
                times.withLock { times in
                    zip(times, times.dropFirst()).map { CMTimeSubtract($1, $0).seconds * 30 }.max() ?? .infinity
                }
            }
        }

        private func input(_ name: String) throws -> AVCaptureDeviceInput {
            try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:\(name)")))
        }

        @Test func aCameraThatCannotBeOpenedLeavesTheSessionAsItWas() throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            SimulatedPhone.ofTest.setFaults(faults, of: "front")
            defer { SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "front") }
            let photo = AVCapturePhotoOutput()
            let capture = try SimulatedCapture(outputs: [photo])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let frames = FrameTimes(layer)
            capture.session.startRunning()
            #expect(frames.more(2))
            let back = try #require(capture.session.inputs.first)
            let connection = photo.connection(with: .video)
            let front = try input("front")
            let movie = AVCaptureMovieFileOutput()
            capture.session.beginConfiguration()
            capture.session.removeInput(back)
            capture.session.addInput(front)
            capture.session.addOutput(movie)
            capture.session.sessionPreset = .hd1280x720
            capture.session.commitConfiguration()
            #expect(capture.errors.all.map(\.code) == [.deviceInUseByAnotherApplication])
            #expect(capture.session.isRunning)
            #expect(capture.session.inputs.count == 1 && capture.session.inputs.first === back)
            #expect(capture.session.outputs.count == 1 && capture.session.sessionPreset == .vga640x480)
            #expect(photo.connection(with: .video) === connection)
            #expect(capture.camera.activeFormat.formatDescription.dimensions.width == 640)
            #expect(frames.more(2))
            // The device that was not kept can serve another session.
            let other = AVCaptureSession()
            #expect(other.canAddInput(front) && other.canAddOutput(movie))
        }

        @Test func capturesOfTheLostCameraEndWithAnError() throws {
            var faults = SimulatedFaults()
            faults.isBusy = true
            SimulatedPhone.ofTest.setFaults(faults, of: "front")
            defer { SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "front") }
            let capture = try SimulatedCapture(outputs: [AVCaptureVideoDataOutput()])
            capture.session.startRunning()
            let (photo, movie) = (AVCapturePhotoOutput(), AVCaptureMovieFileOutput())
            capture.session.beginConfiguration()
            capture.session.removeInput(try #require(capture.session.inputs.first))
            capture.session.addInput(try input("front"))
            capture.session.addOutput(photo)
            capture.session.addOutput(movie)
            capture.session.commitConfiguration()
            #expect(photo.connections.isEmpty && movie.connections.isEmpty)
            let photoDelegate = PhotoDelegate()
            let settings = AVCapturePhotoSettings().with { $0.flashMode = .on }
            photo.capturePhoto(with: settings, delegate: photoDelegate)
            #expect(photoDelegate.finished()?.error?.code == .sessionNotRunning)
            let movieDelegate = MovieDelegate()
            let folder = try TemporaryFolder()
            movie.startRecording(to: folder.file("none.mov"), recordingDelegate: movieDelegate)
            #expect(movieDelegate.finished()?.error?.code == .sessionNotRunning)
            withExtendedLifetime(capture) {}
        }

        @Test func switchingCamerasContinuesWithTheOther() throws {
            let capture = try SimulatedCapture(outputs: [AVCapturePhotoOutput()])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let frames = FrameTimes(layer)
            capture.session.startRunning()
            #expect(frames.more(2))
            let back = try #require(capture.session.inputs.first)
            capture.session.beginConfiguration()
            capture.session.removeInput(back)
            capture.session.addInput(try input("front"))
            capture.session.commitConfiguration()
            #expect(frames.more(2))
            #expect(layer.connection?.isVideoMirrored == true)
            #expect(capture.errors.all.isEmpty)
        }

        @Test func severalCamerasRunInOneSession() throws {
            let session = AVCaptureMultiCamSession()
            #expect(AVCaptureMultiCamSession.isMultiCamSupported)
            #expect(session.sessionPreset == .inputPriority && !session.canSetSessionPreset(.high))
            let (back, front) = (try input("back"), try input("front"))
            var collectors: [FrameCollector] = []
            for (camera, width) in [(back, Int32(640)), (front, 1280)] {
                let device = camera.device
                let format = try #require(
                    device.formats.first { $0.formatDescription.dimensions.width == width })
                try device.lockForConfiguration()
                device.activeFormat = format
                device.unlockForConfiguration()
                #expect(session.canAddInput(camera))
                session.addInputWithNoConnections(camera)
                let output = AVCaptureVideoDataOutput()
                let collector = FrameCollector(limit: 2)
                output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
                session.addOutputWithNoConnections(output)
                let connection = AVCaptureConnection(inputPorts: camera.ports, output: output)
                #expect(session.canAddConnection(connection))
                session.addConnection(connection)
                collectors.append(collector)
            }
            #expect(!session.canAddInput(try input("back")))
            #expect(session.hardwareCost > 0 && session.hardwareCost < 1)
            #expect(session.systemPressureCost > 0)
            session.startRunning()
            defer { session.stopRunning() }
            let widths = try collectors.map { collector in
                try #require(collector.frames(2)?.last?.imageBuffer.map(CVPixelBufferGetWidth))
            }
            #expect(widths == [640, 1280])
        }

        private static var presets: [AVCaptureSession.Preset] {
            #if DEBUG
                // In a debug build, drawing a picture of 12 megapixels takes longer than two frames.
                [.hd1280x720]
            #else
                [.photo, .hd1920x1080]
            #endif
        }

        @Test(arguments: presets)
        func switchingBetweenPhotoAndVideoLosesAtMostTwoFrames(preset: AVCaptureSession.Preset) throws {
            let movie = AVCaptureMovieFileOutput()
            let capture = try SimulatedCapture(preset: .vga640x480, outputs: [AVCapturePhotoOutput()])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let frames = FrameTimes(layer)
            capture.session.startRunning()
            #expect(frames.more(3))
            // On a busy machine the simulated camera itself is late. What counts is how much longer a switch takes,
            // most of the time.
            var pauses: [(usual: Double, switching: Double)] = []
            var areMostQuick: Bool { pauses.count { $0.switching <= $0.usual + 2 } * 2 > pauses.count }
            for attempt in 0..<12 where attempt < 4 || !areMostQuick {
                capture.session.sessionPreset = attempt % 2 == 0 ? preset : .vga640x480
                frames.forget()
                #expect(frames.more(10))
                let usual = frames.longestGap
                capture.session.sessionPreset = attempt % 2 == 0 ? .vga640x480 : preset
                #expect(frames.more(2))
                frames.forget()
                capture.session.beginConfiguration()
                capture.session.sessionPreset = attempt % 2 == 0 ? preset : .vga640x480
                if attempt % 2 == 0 { capture.session.addOutput(movie) } else { capture.session.removeOutput(movie) }
                capture.session.commitConfiguration()
                #expect(frames.more(3))
                pauses.append((usual, frames.longestGap))
            }
            #expect(areMostQuick, "the longest steps were, in frames: \(pauses)")
        }

        @Test func whatIsDeferredStartsWhenTheAppSaysSo() throws {
            let output = AVCaptureVideoDataOutput()
            let collector = FrameCollector(limit: 1)
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            #expect(output.isDeferredStartSupported && !output.isDeferredStartEnabled)
            output.isDeferredStartEnabled = true
            let capture = try SimulatedCapture(outputs: [output])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let frames = FrameTimes(layer)
            let delegate = DeferredStartDelegate()
            #expect(capture.session.isManualDeferredStartSupported)
            capture.session.automaticallyRunsDeferredStart = false
            capture.session.setDeferredStartDelegate(
                delegate, deferredStartDelegateCallbackQueue: DispatchQueue(label: "deferred"))
            capture.session.startRunning()
            #expect(frames.more(4))
            #expect(collector.record.withLock { $0.frames.isEmpty })
            #expect(delegate.calls.withLock { $0.isEmpty })
            capture.session.runDeferredStartWhenNeeded()
            #expect(collector.frames(1) != nil)
            #expect(delegate.calls.wait(timeout: .seconds(10)) { $0.count == 2 ? $0 : nil } == ["will", "did"])
        }

        private final class DeferredStartDelegate: NSObject, AVCaptureSessionDeferredStartDelegate, Sendable {
            let calls = Monitor<[String]>([])

            func sessionWillRunDeferredStart(_ session: AVCaptureSession) { calls.withLock { $0.append("will") } }

            func sessionDidRunDeferredStart(_ session: AVCaptureSession) { calls.withLock { $0.append("did") } }
        }
    }
}
