import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import Testing

extension OnTheSimulatedPhone {
    @Suite struct DataOutputTests {
        private let output = AVCaptureVideoDataOutput()
        private let queue = DispatchQueue(label: "frames")

        private func frame(_ capture: SimulatedCapture) throws -> CMSampleBuffer {
            let collector = FrameCollector(limit: 1)
            output.setSampleBufferDelegate(collector, queue: queue)
            capture.session.startRunning()
            return try #require(collector.frames(1)?.first)
        }

        @Test func framesComeAsTheCameraDeliversThem() throws {
            let sample = try frame(SimulatedCapture(outputs: [output]))
            let buffer = try #require(sample.imageBuffer)
            #expect(CVPixelBufferGetWidth(buffer) == 640)
            #expect(CVPixelBufferGetHeight(buffer) == 480)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
            #expect(sample.duration == CMTime(value: 1, timescale: 30))
            #expect(SceneReader.read(buffer)?.orientation == .upright)
        }

        @Test(arguments: [
            (CGFloat(0), false, SceneReader.Orientation.upright), (90, false, .turned90), (180, false, .turned180),
            (270, false, .turned270), (0, true, .mirrored), (90, true, .mirroredTurned270),
        ])
        func theConnectionTurnsAndMirrorsThePixels(
            angle: CGFloat, isMirrored: Bool, orientation: SceneReader.Orientation
        ) throws {
            let capture = try SimulatedCapture(outputs: [output])
            let connection = try #require(output.connection(with: .video))
            connection.videoRotationAngle = angle
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
            let sample = try frame(capture)
            let buffer = try #require(sample.imageBuffer)
            #expect(CVPixelBufferGetWidth(buffer) == (angle == 90 || angle == 270 ? 480 : 640))
            #expect(SceneReader.read(buffer)?.orientation == orientation)
        }

        @Test func framesAreConvertedToWhatTheSettingsSay() throws {
            output.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 240,
            ]
            let sample = try frame(SimulatedCapture(outputs: [output]))
            let buffer = try #require(sample.imageBuffer)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
            #expect(CVPixelBufferGetWidth(buffer) == 320)
            #expect(CVPixelBufferGetHeight(buffer) == 240)
        }

        @Test func lateFramesAreDroppedAndReported() throws {
            let gate = Monitor(false)
            let collector = FrameCollector(limit: 1) {
                _ = gate.wait(timeout: .seconds(20)) { $0 ? true : nil }
            }
            output.setSampleBufferDelegate(collector, queue: queue)
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            #expect(collector.frames(1) != nil)
            // The delegate is still busy with the first frame; its queue tells of the others when it is done.
            let preview = AVCaptureVideoPreviewLayer(session: capture.session)
            let seen = Monitor(0)
            preview.setFrameHandler { _ in seen.withLock { $0 += 1 } }
            #expect(seen.wait(timeout: .seconds(20)) { $0 >= 4 ? true : nil } == true)
            gate.withLock { $0 = true }
            let drops = collector.record.wait(timeout: .seconds(20)) { $0.drops.count >= 3 ? $0.drops : nil }
            #expect(Set(try #require(drops)) == [kCMSampleBufferDroppedFrameReason_FrameWasLate as String])
        }

        @Test func aDelegateThatWasTakenAwayCanComeBack() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let first = FrameCollector()
            output.setSampleBufferDelegate(first, queue: queue)
            capture.session.startRunning()
            #expect(first.frames(1) != nil)
            let preview = AVCaptureVideoPreviewLayer(session: capture.session)
            let seen = Monitor(0)
            preview.setFrameHandler { _ in seen.withLock { $0 += 1 } }
            capture.session.beginConfiguration()
            output.setSampleBufferDelegate(nil, queue: nil)
            let before = seen.withLock { $0 }
            #expect(seen.wait(timeout: .seconds(20)) { $0 > before + 2 ? true : nil } == true)
            let second = FrameCollector()
            output.setSampleBufferDelegate(second, queue: queue)
            capture.session.commitConfiguration()
            #expect(second.frames(2) != nil)
        }

        @Test func soundComesInBlocksWithoutGaps() throws {
            final class SoundCollector: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
                let blocks = Monitor<[CMSampleBuffer]>([])

                func captureOutput(
                    _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
                ) {
                    blocks.withLock { $0.append(sample) }
                }
            }
            let sound = AVCaptureAudioDataOutput()
            let collector = SoundCollector()
            sound.setSampleBufferDelegate(collector, queue: queue)
            let capture = try SimulatedCapture(microphone: true, outputs: [sound])
            capture.session.startRunning()
            let blocks = try #require(collector.blocks.wait(timeout: .seconds(20)) { $0.count >= 10 ? $0 : nil })
            let format = try #require(blocks[0].formatDescription?.audioStreamBasicDescription)
            #expect(format.mSampleRate == 48_000)
            for (one, next) in zip(blocks, blocks.dropFirst()) {
                let gap = CMTimeSubtract(
                    next.presentationTimeStamp, CMTimeAdd(one.presentationTimeStamp, one.duration))
                #expect(abs(gap.seconds) < 0.001)
            }
        }
    }
}
