@_spi(Linux) import AVFoundation
import Foundation
import Locking
import Testing

extension OnTheSimulatedPhone {
    @Suite struct ConnectionTests {
        private func connection(_ capture: SimulatedCapture) throws -> AVCaptureConnection {
            try #require(capture.session.outputs.first?.connection(with: .video))
        }

        @Test(arguments: [
            (AVCaptureVideoOrientation.portrait, CGFloat(90)), (.portraitUpsideDown, 270), (.landscapeRight, 0),
            (.landscapeLeft, 180),
        ])
        func theOrientationIsAnotherWordForTheAngle(orientation: AVCaptureVideoOrientation, angle: CGFloat) throws {
            let connection = try connection(SimulatedCapture(outputs: [AVCapturePhotoOutput()]))
            let oldStyle: any OldOrientation = connection
            #expect(oldStyle.isVideoOrientationSupported)
            oldStyle.videoOrientation = orientation
            #expect(connection.videoRotationAngle == angle)
            connection.videoRotationAngle = 0
            connection.videoRotationAngle = angle
            #expect(oldStyle.videoOrientation == orientation)
        }

        @Test func onlyQuarterTurnsOfVideoAreSupported() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [AVCaptureMovieFileOutput()])
            let output = try #require(capture.session.outputs.first)
            let video = try #require(output.connection(with: .video))
            let audio = try #require(output.connection(with: .audio))
            #expect([0, 90, 180, 270].allSatisfy { video.isVideoRotationAngleSupported($0) })
            #expect([45, -90, 360].allSatisfy { !video.isVideoRotationAngleSupported($0) })
            #expect(!audio.isVideoRotationAngleSupported(90))
            #expect(!audio.isVideoMirroringSupported)
        }

        @Test func automaticMirroringComesBackWhenItIsSwitchedOnAgain() throws {
            let capture = try SimulatedCapture("front", outputs: [])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let connection = try #require(layer.connection)
            #expect(connection.automaticallyAdjustsVideoMirroring && connection.isVideoMirrored)
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = false
            #expect(!connection.isVideoMirrored)
            connection.automaticallyAdjustsVideoMirroring = true
            #expect(connection.isVideoMirrored)
        }

        @Test func theFrameRateCanBeSetOnAConnection() throws {
            let capture = try SimulatedCapture("back", outputs: [AVCaptureVideoDataOutput()])
            let connection = try connection(capture)
            let device = try #require(capture.session.inputs.first as? AVCaptureDeviceInput).device
            let old = connection as any OldFrameRate
            let slowest = device.activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameDuration).max()
            old.videoMaxFrameDuration = CMTime(value: 100, timescale: 1)
            #expect(device.activeVideoMaxFrameDuration == slowest)
            old.videoMinFrameDuration = CMTime(value: 1, timescale: 15)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
            old.videoMinFrameDuration = .invalid
            #expect(device.activeVideoMinFrameDuration != CMTime(value: 1, timescale: 15))
        }

        @Test func aDisabledConnectionPausesItsOutputOnly() throws {
            let output = AVCaptureVideoDataOutput()
            let count = Monitor(0)
            let collector = FrameCollector(limit: 0) { count.withLock { $0 += 1 } }
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(outputs: [output])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            capture.session.startRunning()
            #expect(count.wait(timeout: .seconds(10)) { $0 > 2 ? true : nil } == true)
            layer.connection?.isEnabled = false
            let kept = layer.latestSampleBuffer?.presentationTimeStamp
            #expect(kept != nil && !layer.isPreviewing)
            let before = count.withLock { $0 }
            #expect(count.wait(timeout: .seconds(10)) { $0 > before + 3 ? true : nil } == true)
            #expect(layer.latestSampleBuffer?.presentationTimeStamp == kept)
            layer.connection?.isEnabled = true
            let again = count.withLock { $0 }
            #expect(count.wait(timeout: .seconds(10)) { $0 > again + 2 ? true : nil } == true)
            #expect(layer.latestSampleBuffer?.presentationTimeStamp != kept)
            #expect(layer.isPreviewing)
        }

        @Test func aLayerWithoutAConnectionGetsOneByHand() throws {
            let capture = try SimulatedCapture(outputs: [])
            let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: capture.session)
            #expect(layer.connection == nil && layer.session === capture.session)
            let port = try #require(capture.session.inputs.first?.ports.first)
            let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            #expect(connection.videoPreviewLayer === layer && connection.output == nil)
            #expect(capture.session.canAddConnection(connection))
            capture.session.addConnection(connection)
            #expect(layer.connection === connection)
            let second = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            #expect(!capture.session.canAddConnection(second))
            capture.session.removeConnection(connection)
            #expect(layer.connection == nil)
            let stranger = AVCaptureConnection(inputPort: port, videoPreviewLayer: AVCaptureVideoPreviewLayer())
            #expect(!capture.session.canAddConnection(stranger))
        }

        @Test func soundHasALevelForEachChannel() throws {
            let output = AVCaptureAudioDataOutput()
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            let connection = try #require(output.connection(with: .audio))
            let channels = connection.audioChannels
            #expect(channels.count == 1)
            #expect(channels.first?.averagePowerLevel == -160)
            let blocks = SoundCounter()
            output.setSampleBufferDelegate(blocks, queue: DispatchQueue(label: "sound"))
            capture.session.startRunning()
            // The phone beeps at each whole second of its time, first when it starts.
            #expect(blocks.count.wait(timeout: .seconds(10)) { $0 >= 5 ? true : nil } == true)
            let peak = try #require(channels.first?.peakHoldLevel)
            #expect(peak > -40 && peak <= 0)
            capture.session.stopRunning()
            #expect(channels.first?.averagePowerLevel == -160)
        }

        @Test func framesCarryTheCamerasIntrinsicMatrix() throws {
            let output = AVCaptureVideoDataOutput()
            let collector = FrameCollector(limit: 1)
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(outputs: [output, AVCapturePhotoOutput()])
            let connection = try connection(capture)
            #expect(connection.isCameraIntrinsicMatrixDeliverySupported)
            let photo = try #require(capture.session.outputs.last?.connection(with: .video))
            #expect(!photo.isCameraIntrinsicMatrixDeliverySupported)
            connection.isCameraIntrinsicMatrixDeliveryEnabled = true
            capture.session.startRunning()
            let frame = try #require(collector.frames(1)?.first)
            let key = kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
            let data = try #require(CMGetAttachment(frame, key: key, attachmentModeOut: nil) as? Data)
            let matrix = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            let halfAngle = capture.camera.activeFormat.videoFieldOfView / 2 * .pi / 180
            // Half the picture's width is seen under half the field of view.
            #expect(abs(atan(320 / matrix[0]) - halfAngle) < 1e-4)
            #expect(matrix[5] == matrix[0] && matrix[8] == 319.5 && matrix[9] == 239.5 && matrix[10] == 1)
        }

        @Test func rectangleConversionsOfARotatedOutputAreReversible() throws {
            let output = AVCaptureVideoDataOutput()
            let capture = try SimulatedCapture(outputs: [output])
            let connection = try connection(capture)
            connection.videoRotationAngle = 90
            // The left half of the upright picture is the lower half of the sensor's.
            let half = output.metadataOutputRectConverted(
                fromOutputRect: CGRect(x: 0, y: 0, width: 240, height: 640))
            #expect(half == CGRect(x: 0, y: 0.5, width: 1, height: 0.5))
            #expect(
                output.outputRectConverted(fromMetadataOutputRect: half)
                    == CGRect(x: 0, y: 0, width: 240, height: 640))
        }
    }
}

/// The deprecated names, which the compiler does not complain about here.
protocol OldOrientation: AnyObject {
    var isVideoOrientationSupported: Bool { get }
    var videoOrientation: AVCaptureVideoOrientation { get set }
}

extension AVCaptureConnection: OldOrientation {}

protocol OldFrameRate: AnyObject {
    var videoMinFrameDuration: CMTime { get set }
    var videoMaxFrameDuration: CMTime { get set }
}

extension AVCaptureConnection: OldFrameRate {}

/// Counts blocks of sound.
private final class SoundCounter: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    let count = Monitor(0)

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        count.withLock { $0 += 1 }
    }
}
