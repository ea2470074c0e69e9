import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct PhotoCaptureTests {
        private let output = AVCapturePhotoOutput()

        private func take(_ settings: AVCapturePhotoSettings) throws -> PhotoDelegate.Record {
            let delegate = PhotoDelegate()
            output.capturePhoto(with: settings, delegate: delegate)
            return try #require(delegate.finished())
        }

        @Test func photoDelegateCallsArriveInDocumentedOrder() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let record = try take(AVCapturePhotoSettings())
            #expect(
                record.calls == [
                    "willBeginCapture", "willCapturePhoto", "didCapturePhoto", "didFinishProcessingPhoto",
                    "didFinishCapture",
                ])
            #expect(record.error == nil)
        }

        @Test func aPhotoIsAJPEGFileWithMetadata() throws {
            let capture = try SimulatedCapture(preset: .hd1280x720, outputs: [output])
            output.connection(with: .video)?.videoRotationAngle = 90
            capture.session.startRunning()
            let settings = AVCapturePhotoSettings()
            settings.embeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 160, AVVideoHeightKey: 120,
            ]
            settings.metadata = ["{TIFF}": ["Artist": "Ada"]]
            let record = try take(settings)
            let photo = try #require(record.photo)
            let data = try #require(photo.fileDataRepresentation())
            #expect(photo.pixelBuffer == nil)
            let folder = try TemporaryFolder()
            let file = try folder.file("photo.jpg", contents: data)
            let metadata = try ImageProbe.metadata(of: file)
            #expect(metadata["File:ImageWidth"] as? Int == 1280)
            #expect(metadata["File:ImageHeight"] as? Int == 720)
            #expect(metadata["IFD0:Artist"] as? String == "Ada")
            #expect(metadata["IFD0:Model"] as? String == capture.camera.localizedName)
            #expect(metadata["IFD0:Orientation"] as? Int == 6)
            #expect(metadata["ExifIFD:DateTimeOriginal"] != nil)
            #expect(metadata["IFD1:ThumbnailLength"] as? Int != nil)
            #expect(try ImageProbe.validation(of: file) == "OK")
            #expect(photo.resolvedSettings.embeddedThumbnailDimensions.width == 160)
        }

        @Test func theFileHasTheColorsOfTheFrameThatTheCameraDelivered() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let (file, pixels) = try photosOfOneFrame()
            let decoded = try ImageProbe.decode(file)
            // Quality 0.9 on a scene with text and slanted edges loses about 40 dB; a wrong range or matrix leaves
            // less than 30.
            #expect(decoded.luma.psnr(FrameReference.jfifLuma(of: pixels)) > 36)
            #expect(decoded.psnr(FrameReference.jfif(of: pixels)) > 32)
        }

        /// A JPEG photo and an uncompressed one of the same frame.
        private func photosOfOneFrame() throws -> (Data, CVPixelBuffer) {
            let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
            // Two presses in a row sometimes get different frames.
            return try outcome {
                let (one, two) = (PhotoDelegate(), PhotoDelegate())
                output.capturePhoto(with: AVCapturePhotoSettings(), delegate: one)
                output.capturePhoto(with: AVCapturePhotoSettings(format: format), delegate: two)
                let file = try #require(one.finished()?.photo)
                let pixels = try #require(two.finished()?.photo)
                guard file.timestamp == pixels.timestamp else { return nil }
                return (try #require(file.fileDataRepresentation()), try #require(pixels.pixelBuffer))
            }
        }

        @Test func aPhotographKeepsItsColors() throws {
            let folder = try TemporaryFolder()
            let original = folder.file("original.jpg")
            _ = try Tool.output(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", "-pix_fmt", "yuvj420p",
                    "-q:v", "2", original.path,
                ])
            let camera = try #require(AVCaptureDevice(uniqueID: "file:\(original.path)"))
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: camera))
            session.addOutput(output)
            session.startRunning()
            defer { session.stopRunning() }
            let record = try take(AVCapturePhotoSettings())
            let data = try #require(record.photo?.fileDataRepresentation())
            // A second compression at quality 0.9 costs a little; a wrong range or matrix leaves less than 30 dB.
            #expect(try ImageProbe.decode(data).psnr(ImageProbe.decode(original)) > 34)
        }

        @Test func pressingTheShutterOfAnUnpluggedCameraIsAnError() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            _ = try take(AVCapturePhotoSettings())
            SimulatedPhone.ofTest.unplug("back")
            defer { SimulatedPhone.ofTest.plug("back") }
            // Either the camera's last frame became the photo, or the press came too late.
            let record = try take(AVCapturePhotoSettings())
            #expect(record.finishCount == 1)
            #expect((record.photo == nil) == (record.error != nil))
            #expect(capture.errors.first()?.code == .deviceWasDisconnected)
            capture.hearOfDevices()
            let late = try take(AVCapturePhotoSettings())
            #expect(late.finishCount == 1 && late.photo == nil)
            #expect(late.error?.code == .deviceWasDisconnected)
        }

        @Test func everyRequestGetsOnePhoto() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let delegates = (0..<20).map { _ in PhotoDelegate() }
            for delegate in delegates { output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate) }
            for delegate in delegates {
                let record = try #require(delegate.finished())
                #expect(record.finishCount == 1)
                #expect(record.photo?.fileDataRepresentation() != nil)
            }
        }

        @Test func thePhotoShowsTheMomentOfThePress() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            _ = try take(AVCapturePhotoSettings())
            for _ in 0..<10 {
                let press = CMClockGetTime(CMClockGetHostTimeClock())
                let record = try take(AVCapturePhotoSettings())
                let photo = try #require(record.photo)
                let lag = abs(CMTimeSubtract(photo.timestamp, press).seconds)
                #expect(lag < 1.0 / 30)
            }
        }

        @Test func aPhotoOfAStoppedSessionEndsInAnError() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let record = try take(AVCapturePhotoSettings())
            #expect(!capture.session.isRunning)
            #expect(record.calls.last == "didFinishCapture")
            #expect(record.error?.code == .sessionNotRunning)
            #expect(record.photo == nil)
        }

        @Test func stoppingTheSessionEndsEveryRequestOnce() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            _ = try take(AVCapturePhotoSettings())
            let delegates = (0..<3).map { _ in PhotoDelegate() }
            for delegate in delegates { output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate) }
            capture.session.stopRunning()
            for delegate in delegates {
                let record = try #require(delegate.finished())
                #expect(record.finishCount == 1)
                #expect((record.photo == nil) == (record.error != nil))
            }
        }
    }
}
