@_spi(Linux) import AVFoundation
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

        @Test func framesSayHowTheyWereExposed() async throws {
            let capture = try SimulatedCapture(outputs: [output])
            let collector = FrameCollector(limit: 400)
            output.setSampleBufferDelegate(collector, queue: queue)
            capture.session.startRunning()
            try capture.camera.lockForConfiguration()
            defer { capture.camera.unlockForConfiguration() }
            let time = await capture.camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 125), iso: 200)
            let sample = try #require(
                collector.record.wait(timeout: .seconds(20)) { record in
                    record.frames.first { $0.presentationTimeStamp >= time }
                })
            let exif = CMGetAttachment(sample, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
            let facts = try #require(exif as? [String: Any])
            #expect(facts[kCGImagePropertyExifExposureTime as String] as? Double == 0.008)
            #expect((facts[kCGImagePropertyExifISOSpeedRatings as String] as? [Int])?.first == 200)
            #expect(facts[kCGImagePropertyExifFNumber as String] as? Double == 1.8)
            // None of our own attachments is among them.
            let all = CMCopyDictionaryOfAttachments(
                allocator: nil, target: sample, attachmentMode: kCMAttachmentMode_ShouldPropagate)
            #expect(all?.keys.sorted() == ["{Exif}"])
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

        struct Wish: Sendable {
            var angle: CGFloat = 0
            var isMirrored = false
            var settings: [String: Int] = [:]
            var result: (width: Int, height: Int, pixelFormat: OSType)
        }

        private static let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

        @Test(arguments: [
            Wish(result: (1920, 1080, tenBits)),
            Wish(
                settings: [kCVPixelBufferPixelFormatTypeKey as String: Int(tenBits)], result: (1920, 1080, tenBits)),
            Wish(angle: 90, result: (1080, 1920, tenBits)),
            Wish(angle: 180, isMirrored: true, result: (1920, 1080, tenBits)),
            Wish(
                settings: [kCVPixelBufferWidthKey as String: 640, kCVPixelBufferHeightKey as String: 360],
                result: (640, 360, tenBits)),
            Wish(
                settings: [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)],
                result: (1920, 1080, kCVPixelFormatType_32BGRA)),
            Wish(
                angle: 270,
                settings: [
                    kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
                ], result: (1080, 1920, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)),
        ])
        func tenBitFramesComeAsRequested(_ wish: Wish) throws {
            let capture = try SimulatedCapture(outputs: [output])
            let format = try #require(
                capture.camera.formats.first { $0.formatDescription.mediaSubType.rawValue == Self.tenBits })
            try capture.camera.lockForConfiguration()
            capture.camera.activeFormat = format
            capture.camera.unlockForConfiguration()
            #expect(output.availableVideoPixelFormatTypes.first == Self.tenBits)
            output.videoSettings = wish.settings
            let connection = try #require(output.connection(with: .video))
            connection.videoRotationAngle = wish.angle
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = wish.isMirrored
            let buffer = try #require(try frame(capture).imageBuffer)
            #expect(CVPixelBufferGetWidth(buffer) == wish.result.width)
            #expect(CVPixelBufferGetHeight(buffer) == wish.result.height)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == wish.result.pixelFormat)
        }

        @Test func requestedTenBitFramesAreNotMadeFromEightBits() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let eightBits = capture.camera.activeFormat
            let format = try #require(
                capture.camera.formats.first { $0.formatDescription.mediaSubType.rawValue == Self.tenBits })
            try capture.camera.lockForConfiguration()
            capture.camera.activeFormat = format
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Self.tenBits]
            capture.camera.activeFormat = eightBits
            capture.camera.unlockForConfiguration()
            let buffer = try #require(try frame(capture).imageBuffer)
            #expect(
                CVPixelBufferGetPixelFormatType(buffer) == eightBits.formatDescription.mediaSubType.rawValue)
            #expect(SceneReader.read(buffer)?.orientation == .upright)
        }

        @Test func framesOfPreviewSizeComeOnRequest() throws {
            let capture = try SimulatedCapture(preset: .photo, outputs: [output])
            #expect(output.automaticallyConfiguresOutputBufferDimensions)
            #expect(!output.deliversPreviewSizedOutputBuffers)
            output.automaticallyConfiguresOutputBufferDimensions = false
            output.deliversPreviewSizedOutputBuffers = true
            let sample = try frame(capture)
            let buffer = try #require(sample.imageBuffer)
            #expect(CVPixelBufferGetWidth(buffer) == 1920)
            #expect(CVPixelBufferGetHeight(buffer) == 1440)
            #expect(SceneReader.read(buffer)?.orientation == .upright)
            let whole = output.outputRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
            #expect(whole == CGRect(x: 0, y: 0, width: 1920, height: 1440))
        }

        @Test func framesOfFullSizeAreTheDefault() throws {
            let capture = try SimulatedCapture(preset: .photo, outputs: [output])
            let buffer = try #require(try frame(capture).imageBuffer)
            let format = capture.camera.activeFormat.formatDescription.dimensions
            #expect(CVPixelBufferGetWidth(buffer) == Int(format.width) && format.width > 1920)
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
            // The delegate is still busy with the first frame; its queue reports the others afterwards.
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

        @Test func oneClassMayAdoptBothProtocolsAndNoneOfTheirMethods() {
            final class Listener: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
                AVCaptureAudioDataOutputSampleBufferDelegate
            {}
            let (video, sound, listener) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput(), Listener())
            video.setSampleBufferDelegate(listener, queue: queue)
            sound.setSampleBufferDelegate(listener, queue: queue)
            #expect(video.sampleBufferDelegate === listener && sound.sampleBufferDelegate === listener)
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
            let settings = sound.recommendedAudioSettingsForAssetWriter(writingTo: .mov)
            #expect(settings?[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
            #expect(settings?[AVSampleRateKey] as? Double == 48_000 && settings?[AVNumberOfChannelsKey] as? Int == 1)
            #expect(sound.recommendedAudioSettingsForAssetWriter(writingTo: .wav) == nil)
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
