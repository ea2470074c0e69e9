import AVFoundation
import TestSupport
import Testing

/// Invalid uses of data outputs and their synchronizer.
enum DataOutputMistake: String, Mistake {
    case framesOnNoQueue, soundOnNoQueue, depthOnNoQueue, objectsOnNoQueue, synchronizedDataOnNoQueue
    case unknownPixelFormat, sizeThatNoPictureHas, previewSizeWhileSizesAreAutomatic
    case codesWithoutACamera, bodiesInAnyCase
    case synchronizingNothing, synchronizingAnOutputTwice, synchronizingPhotos, synchronizingAnOutputOfAnother

    private static let synchronizing = "*** -[AVCaptureDataOutputSynchronizer initWithDataOutputs:]"
    private static let types =
        "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - use "
        + "-availableMetadataObjectTypes"

    var reason: String {
        switch self {
        case .framesOnNoQueue: "*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed"
        case .soundOnNoQueue: "*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed"
        case .depthOnNoQueue: "*** -[AVCaptureDepthDataOutput setDelegate:callbackQueue:] NULL queue passed"
        case .objectsOnNoQueue: "*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed"
        case .synchronizedDataOnNoQueue: "*** -[AVCaptureDataOutputSynchronizer setDelegate:queue:] NULL queue passed"
        case .unknownPixelFormat:
            "*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported pixel format type - use "
                + "-availableVideoCVPixelFormatTypes"
        case .sizeThatNoPictureHas:
            "*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported width or height 0x480"
        case .previewSizeWhileSizesAreAutomatic:
            "*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] Cannot be set when "
                + "automaticallyConfiguresOutputBufferDimensions is YES"
        case .codesWithoutACamera: "\(Self.types): org.iso.QRCode"
        case .bodiesInAnyCase: "\(Self.types): humanBody"
        case .synchronizingNothing: "\(Self.synchronizing) dataOutputs must not be empty"
        case .synchronizingAnOutputTwice: "\(Self.synchronizing) An output may be there once only"
        case .synchronizingPhotos: "\(Self.synchronizing) Unsupported output: AVCapturePhotoOutput"
        case .synchronizingAnOutputOfAnother:
            "\(Self.synchronizing) The output belongs to another synchronizer already"
        }
    }

    func make() throws {
        let output = AVCaptureVideoDataOutput()
        switch self {
        case .framesOnNoQueue: output.setSampleBufferDelegate(DataListener(), queue: nil)
        case .soundOnNoQueue: AVCaptureAudioDataOutput().setSampleBufferDelegate(DataListener(), queue: nil)
        case .depthOnNoQueue: AVCaptureDepthDataOutput().setDelegate(DataListener(), callbackQueue: nil)
        case .objectsOnNoQueue: AVCaptureMetadataOutput().setMetadataObjectsDelegate(DataListener(), queue: nil)
        case .synchronizedDataOnNoQueue:
            AVCaptureDataOutputSynchronizer(dataOutputs: [output]).setDelegate(DataListener(), queue: nil)
        case .unknownPixelFormat:
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_OneComponent8]
        case .sizeThatNoPictureHas:
            output.videoSettings = [kCVPixelBufferWidthKey as String: 0, kCVPixelBufferHeightKey as String: 480]
        case .previewSizeWhileSizesAreAutomatic: output.deliversPreviewSizedOutputBuffers = true
        case .codesWithoutACamera: AVCaptureMetadataOutput().metadataObjectTypes = [.qr]
        case .bodiesInAnyCase:
            let output = AVCaptureMetadataOutput()
            let session = try MistakeScene.session(outputs: [output])
            withExtendedLifetime(session) { output.metadataObjectTypes = [.qr, .humanBody] }
        case .synchronizingNothing: _ = AVCaptureDataOutputSynchronizer(dataOutputs: [])
        case .synchronizingAnOutputTwice: _ = AVCaptureDataOutputSynchronizer(dataOutputs: [output, output])
        case .synchronizingPhotos: _ = AVCaptureDataOutputSynchronizer(dataOutputs: [output, AVCapturePhotoOutput()])
        case .synchronizingAnOutputOfAnother:
            let first = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            withExtendedLifetime(first) { _ = AVCaptureDataOutputSynchronizer(dataOutputs: [output]) }
        }
    }
}

private final class DataListener: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, AVCaptureMetadataOutputObjectsDelegate,
    AVCaptureDepthDataOutputDelegate, AVCaptureDataOutputSynchronizerDelegate
{
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {}
}

@Suite struct DataOutputMistakeTests {
    @Test(arguments: DataOutputMistake.allCases)
    func stopsTheProcess(_ mistake: DataOutputMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
