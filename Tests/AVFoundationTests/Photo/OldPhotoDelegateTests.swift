import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct OldPhotoDelegateTests {
        /// As programs before iOS 11 have it.
        private final class OldDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
            struct Record: Sendable {
                var files: [Data] = []
                var pixelFormats: [OSType] = []
                var rawFormats: [OSType] = []
                var rawFiles: [Data] = []
                var isFinished = false
            }

            let record = Monitor(Record())

            func photoOutput(
                _ captureOutput: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
                previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
                resolvedSettings: AVCaptureResolvedPhotoSettings,
                bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?
            ) {
                guard let buffer = photoSampleBuffer else { return }
                if let pixels = CMSampleBufferGetImageBuffer(buffer) {
                    record.withLock { $0.pixelFormats.append(CVPixelBufferGetPixelFormatType(pixels)) }
                }
                let file = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
                    forJPEGSampleBuffer: buffer, previewPhotoSampleBuffer: previewPhotoSampleBuffer)
                if let file { record.withLock { $0.files.append(file) } }
            }

            func photoOutput(
                _ captureOutput: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
                previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
                resolvedSettings: AVCaptureResolvedPhotoSettings,
                bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?
            ) {
                guard let buffer = rawSampleBuffer, let pixels = CMSampleBufferGetImageBuffer(buffer) else { return }
                let file = AVCapturePhotoOutput.dngPhotoDataRepresentation(
                    forRawSampleBuffer: buffer, previewPhotoSampleBuffer: previewPhotoSampleBuffer)
                record.withLock { record in
                    record.rawFormats.append(CVPixelBufferGetPixelFormatType(pixels))
                    if let file { record.rawFiles.append(file) }
                }
            }

            func photoOutput(
                _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
                error: (any Error)?
            ) { record.withLock { $0.isFinished = true } }
        }

        private func take(_ settings: AVCapturePhotoSettings) throws -> OldDelegate.Record {
            let output = AVCapturePhotoOutput()
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            let delegate = OldDelegate()
            output.capturePhoto(with: settings, delegate: delegate)
            return try #require(delegate.record.wait(timeout: .seconds(60)) { $0.isFinished ? $0 : nil })
        }

        @Test func aProgramBeforeIOS11GetsAFileInABuffer() throws {
            let record = try take(AVCapturePhotoSettings())
            let file = try #require(record.files.first)
            #expect(record.files.count == 1 && file.starts(with: [0xFF, 0xD8]) && record.pixelFormats.isEmpty)
            let source = try #require(CGImageSourceCreateWithData(file, nil))
            #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) != nil)
        }

        @Test func theSensorsDataComeWithTheirFile() throws {
            let record = try take(
                AVCapturePhotoSettings(
                    rawPixelFormatType: kCVPixelFormatType_14Bayer_RGGB,
                    processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg]))
            #expect(record.rawFormats == [kCVPixelFormatType_14Bayer_RGGB] && record.rawFiles.count == 1)
            // The processed photo goes to its own method, and has no DNG.
            #expect(record.files.count == 1 && record.pixelFormats.isEmpty)
            let folder = try TemporaryFolder()
            let file = try folder.file("photo.dng", contents: #require(record.rawFiles.first))
            #expect(try ImageProbe.metadata(of: file)["File:FileType"] as? String == "DNG")
            #expect(try Tool.run("dcraw_emu", ["-h", file.path]).status == 0)
        }

        @Test func pixelsComeAsTheyAre() throws {
            let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
            let record = try take(AVCapturePhotoSettings(format: format))
            #expect(record.pixelFormats == [kCVPixelFormatType_32BGRA] && record.files.isEmpty)
        }
    }
}
