import AVFoundation
import CoreVideo
import Foundation
import ImageIO
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// A session with the output that programs used before iOS 10.
@available(*, deprecated) private final class StillImageStudio {
    struct Answer: @unchecked Sendable {  // sample buffers are not changed
        var picture: CMSampleBuffer?
        var bias: Float?
        var error: (any Error)?
    }

    let output = AVCaptureStillImageOutput()
    let capture: SimulatedCapture

    init() throws {
        capture = try SimulatedCapture(outputs: [output])
        capture.session.startRunning()
    }

    /// As programs of the time looked for it.
    func videoConnection() throws -> AVCaptureConnection {
        for connection in output.connections {
            for port in connection.inputPorts where port.mediaType == .video { return connection }
        }
        throw CancellationError()
    }

    func take() throws -> Answer {
        let answer = Monitor<Answer?>(nil)
        output.captureStillImageAsynchronously(from: try videoConnection()) { picture, error in
            answer.withLock { $0 = Answer(picture: picture, error: error) }
        }
        return try #require(answer.wait(timeout: .seconds(60)) { $0 })
    }
}

extension OnTheSimulatedPhone {
    @Suite struct StillImageTests {
        @available(*, deprecated) @Test func aPictureIsAJPEGWithItsMetadata() throws {
            let studio = try StillImageStudio()
            let picture = try #require(try studio.take().picture)
            let data = try #require(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(picture))
            let source = try #require(CGImageSourceCreateWithData(data, nil))
            let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            #expect(image.width == 640 && image.height == 480)
            let exif = CMGetAttachment(picture, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
            let values = try #require(exif as? [String: Any])
            #expect(values[kCGImagePropertyExifExposureTime] != nil)
        }

        @available(*, deprecated) @Test func aPictureCanBePixels() throws {
            let studio = try StillImageStudio()
            let key = kCVPixelBufferPixelFormatTypeKey as String
            #expect(
                studio.output.availableImageDataCVPixelFormatTypes.contains {
                    $0.uint32Value == kCVPixelFormatType_32BGRA
                })
            studio.output.outputSettings = [key: kCVPixelFormatType_32BGRA]
            let pixels = try #require(try studio.take().picture.flatMap(CMSampleBufferGetImageBuffer))
            #expect(CVPixelBufferGetPixelFormatType(pixels) == kCVPixelFormatType_32BGRA)
            #expect(CVPixelBufferGetWidth(pixels) == 640 && CVPixelBufferGetHeight(pixels) == 480)
        }

        @available(*, deprecated) @Test func theQualityDeterminesTheSize() throws {
            let studio = try StillImageStudio()
            func size(_ quality: Double) throws -> Int {
                studio.output.outputSettings = [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoQualityKey: quality]
                let picture = try #require(try studio.take().picture)
                return try #require(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(picture)).count
            }
            #expect(try size(0.1) * 2 < size(0.95))
        }

        @available(*, deprecated) @Test func aLargePictureHasTheCamerasLargestSize() throws {
            let studio = try StillImageStudio()
            studio.output.isHighResolutionStillImageOutputEnabled = true
            let picture = try #require(try studio.take().picture)
            let format = try #require(CMSampleBufferGetFormatDescription(picture))
            let largest = try #require(studio.capture.camera.activeFormat.supportedMaxPhotoDimensions.last)
            let size = CMVideoFormatDescriptionGetDimensions(format)
            #expect(size.width == largest.width && size.height == largest.height && size.width > 640)
        }

        @available(*, deprecated) @Test func theFlashFollowsTheDevicesMode() throws {
            let studio = try StillImageStudio()
            studio.capture.phone.setSceneLight(SceneLight(brightness: 1.0 / 4096))
            func flashFired() throws -> Bool {
                let picture = try #require(try studio.take().picture)
                let exif = CMGetAttachment(picture, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
                let flash = try #require((exif as? [String: Any])?[kCGImagePropertyExifFlash] as? Int)
                return flash & 1 == 1
            }
            #expect(try !flashFired())
            try studio.capture.camera.lockForConfiguration()
            studio.capture.camera.flashMode = .on
            studio.capture.camera.unlockForConfiguration()
            #expect(try flashFired())
        }

        @available(*, deprecated) @Test func whetherAPictureIsBeingTakenCanBeObserved() throws {
            let studio = try StillImageStudio()
            let changes = Monitor<[Bool]>([])
            let observation = studio.output.observe(\.isCapturingStillImage, options: [.new]) { _, change in
                changes.withLock { $0.append(change.newValue ?? false) }
            }
            _ = try studio.take()
            #expect(changes.wait(timeout: .seconds(20)) { $0.count == 2 ? $0 : nil } == [true, false])
            #expect(!studio.output.isCapturingStillImage)
            observation.invalidate()
        }

        @available(*, deprecated) @Test func aBracketComesInItsOrder() throws {
            let studio = try StillImageStudio()
            let biases: [Float] = [-1, 0, 1]
            let connection = try studio.videoConnection()
            let settings = biases.map(AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings)
            let isPrepared = Monitor(false)
            studio.output.prepareToCaptureStillImageBracket(from: connection, withSettingsArray: settings) {
                isReady, error in
                isPrepared.withLock { $0 = isReady && error == nil }
            }
            #expect(isPrepared.wait(timeout: .seconds(20)) { $0 ? true : nil } == true)
            let answers = Monitor<[StillImageStudio.Answer]>([])
            studio.output.captureStillImageBracketAsynchronously(from: connection, withSettingsArray: settings) {
                picture, settings, error in
                let bias = (settings as? AVCaptureAutoExposureBracketedStillImageSettings)?.exposureTargetBias
                answers.withLock { $0.append(StillImageStudio.Answer(picture: picture, bias: bias, error: error)) }
            }
            let all = try #require(answers.wait(timeout: .seconds(60)) { $0.count == 3 ? $0 : nil })
            #expect(all.map(\.bias) == biases)
            #expect(all.allSatisfy { $0.picture != nil && $0.error == nil })
        }

        @available(*, deprecated) @Test func aBracketWithTooManyExposuresIsAnError() throws {
            let studio = try StillImageStudio()
            let connection = try studio.videoConnection()
            let count = studio.output.maxBracketedCaptureStillImageCount + 1
            let settings = (0..<count).map { _ in
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 0)
            }
            let errors = Monitor<[any Error]>([])
            studio.output.prepareToCaptureStillImageBracket(from: connection, withSettingsArray: settings) {
                isReady, error in
                errors.withLock { if let error, !isReady { $0.append(error) } }
            }
            studio.output.captureStillImageBracketAsynchronously(from: connection, withSettingsArray: settings) {
                _, _, error in
                errors.withLock { if let error { $0.append(error) } }
            }
            let all = try #require(errors.wait(timeout: .seconds(20)) { $0.count == 2 ? $0 : nil })
            #expect(all.allSatisfy { ($0 as? AVError)?.code == .maximumStillImageCaptureRequestsExceeded })
        }

        @available(*, deprecated) @Test func aSessionHasOneKindOfPhotoOutput() throws {
            let studio = try StillImageStudio()
            #expect(!studio.capture.session.canAddOutput(AVCapturePhotoOutput()))
            studio.capture.session.removeOutput(studio.output)
            #expect(studio.capture.session.canAddOutput(AVCapturePhotoOutput()))
        }

        @available(*, deprecated) @Test func aPictureFromAStoppedSessionIsAnError() throws {
            let studio = try StillImageStudio()
            let connection = try studio.videoConnection()
            studio.capture.session.stopRunning()
            let answer = Monitor<StillImageStudio.Answer?>(nil)
            studio.output.captureStillImageAsynchronously(from: connection) { picture, error in
                answer.withLock { $0 = StillImageStudio.Answer(picture: picture, error: error) }
            }
            let ended = try #require(answer.wait(timeout: .seconds(60)) { $0 })
            #expect(ended.picture == nil && ended.error is AVError)
            // The handler's thread may be ahead of the one that counts.
            let deadline = ContinuousClock.now + .seconds(60)
            while studio.output.isCapturingStillImage, .now < deadline { usleep(1000) }
            #expect(!studio.output.isCapturingStillImage)
        }
    }
}

/// Invalid uses of a still image output.
enum StillImageMistake: String, Mistake {
    case aConnectionOfAnotherOutput, pixelsAsJPEG, anEmptyBracket

    var reason: String {
        switch self {
        case .aConnectionOfAnotherOutput:
            "*** -[AVCaptureStillImageOutput captureStillImageAsynchronouslyFromConnection:completionHandler:] - "
                + "inactive/invalid connection passed."
        case .pixelsAsJPEG:
            "*** +[AVCaptureStillImageOutput jpegStillImageNSDataRepresentation:] Not a JPEG sample buffer."
        case .anEmptyBracket:
            "*** -[AVCaptureStillImageOutput captureStillImageBracketAsynchronouslyFromConnection:withSettingsArray:"
                + "completionHandler:] settings must not be empty"
        }
    }

    @available(*, deprecated) func make() throws {
        let (output, other) = (AVCaptureStillImageOutput(), AVCaptureVideoDataOutput())
        let session = try MistakeScene.session(outputs: [output, other])
        defer { withExtendedLifetime(session) {} }
        switch self {
        case .aConnectionOfAnotherOutput:
            output.captureStillImageAsynchronously(from: other.connections[0]) { _, _ in }
        case .pixelsAsJPEG:
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, nil, &made)
            let pixels = try #require(made)
            _ = AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(
                try CMSampleBuffer(
                    imageBuffer: pixels, formatDescription: CMVideoFormatDescription(imageBuffer: pixels),
                    sampleTiming: .invalid))
        case .anEmptyBracket:
            output.captureStillImageBracketAsynchronously(from: output.connections[0], withSettingsArray: []) {
                _, _, _ in
            }
        }
    }
}

@Suite struct StillImageMistakeTests {
    @Test(arguments: StillImageMistake.allCases)
    func stopsTheProcess(_ mistake: StillImageMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            // Not by its own name, which is deprecated.
            let some: any Mistake = mistake
            try some.make()
        }
        try mistake.expectReason(in: result)
    }
}
