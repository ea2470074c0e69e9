import AVFoundation
import Foundation
import TestSupport
import Testing

enum AssetWriterMistake: String, Mistake {
    case noCodec, noSize, noRate, halfOfLinearPCM, profileOfAnotherCodec, addingTwice, addingAfterTheStart
    case startingTwice, sessionBeforeTheStart, sessionTwice, appendingBeforeTheStart, appendingWithoutSession
    case appendingWhatIsNotReady, appendingSoundToPictures, appendingCompressedPictures, finishingBeforeTheStart
    case changingTheTransform, askingTwice, endingAtNoTime
    case segmentsWithoutRules, segmentsForNobody, segmentsFromNoTime, segmentsOfAnotherType
    case segmentsOfTwoTracks, flushingAFile
    case metadataAmongPictures, metadataWithoutFormat, itemOutsideTheFormat, valueOfAnotherType

    private static let making = "*** -[AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:]"
    private static let appending = "*** -[AVAssetWriterInput appendSampleBuffer:]"
    private static let adapting = "*** -[AVAssetWriterInputMetadataAdaptor initWithAssetWriterInput:]"
    private static let appendingGroup = "*** -[AVAssetWriterInputMetadataAdaptor appendTimedMetadataGroup:]"

    var reason: String {
        switch self {
        case .noCodec: "\(Self.making) Video output settings must contain AVVideoCodecKey"
        case .noSize: "\(Self.making) Video output settings must contain AVVideoWidthKey, AVVideoHeightKey"
        case .noRate: "\(Self.making) Audio output settings must contain AVSampleRateKey"
        case .halfOfLinearPCM: "\(Self.making) Linear PCM audio output settings must contain AVLinearPCMBitDepthKey"
        case .profileOfAnotherCodec: "\(Self.making) H264_High_AutoLevel is not a valid ProfileLevel"
        case .addingTwice: "*** -[AVAssetWriter addInput:] The input has already been added to an asset writer"
        case .addingAfterTheStart: "*** -[AVAssetWriter addInput:] Cannot call method when status is 1"
        case .startingTwice: "*** -[AVAssetWriter startWriting] Cannot call method when status is 1"
        case .sessionBeforeTheStart:
            "*** -[AVAssetWriter startSessionAtSourceTime:] Cannot call method when status is 0"
        case .sessionTwice: "*** -[AVAssetWriter startSessionAtSourceTime:] Cannot start a session twice"
        case .appendingBeforeTheStart: "\(Self.appending) Cannot call method when status is 0"
        case .appendingWithoutSession: "\(Self.appending) Cannot append sample buffer: Must start a session"
        case .appendingWhatIsNotReady:
            "\(Self.appending) A sample buffer cannot be appended when readyForMoreMediaData is NO."
        case .appendingSoundToPictures: "\(Self.appending) Media type of sample buffer must match receiver's media type"
        case .appendingCompressedPictures: "\(Self.appending) Input buffer must be in an uncompressed format"
        case .finishingBeforeTheStart:
            "*** -[AVAssetWriter finishWritingWithCompletionHandler:] Cannot call method when status is 0"
        case .segmentsWithoutRules:
            "*** -[AVAssetWriter startWriting] outputFileTypeProfile must be set to output segment data"
        case .segmentsForNobody: "*** -[AVAssetWriter startWriting] delegate must be set to output segment data"
        case .segmentsFromNoTime:
            "*** -[AVAssetWriter startWriting] initialSegmentStartTime must be numeric when preferredOutputSegmentInterval"
        case .segmentsOfTwoTracks:
            "*** -[AVAssetWriter startWriting] outputFileTypeProfile mpeg4CMAFCompliant allows one input only"
        case .segmentsOfAnotherType:
            "*** -[AVAssetWriter initWithContentType:] Segments of the type com.apple.quicktime-movie cannot be written"
        case .flushingAFile:
            "*** -[AVAssetWriter flushSegment] Cannot call method when preferredOutputSegmentInterval is not indefinite"
        case .endingAtNoTime:
            "*** -[AVAssetWriter endSessionAtSourceTime:] invalid parameter: endTime must be numeric"
        case .metadataAmongPictures: "\(Self.adapting) The input's media type must be AVMediaTypeMetadata"
        case .metadataWithoutFormat: "\(Self.adapting) The input must have a source format hint of boxed metadata"
        case .itemOutsideTheFormat: "\(Self.appendingGroup) mdta/com.example.b is not in the source format hint"
        case .valueOfAnotherType: "\(Self.appendingGroup) The value of mdta/com.example.a is not of its data type"
        case .changingTheTransform: "*** -[AVAssetWriterInput setTransform:] Cannot call method when status is 1"
        case .askingTwice:
            "*** -[AVAssetWriterInput requestMediaDataWhenReadyOnQueue:usingBlock:] cannot be called more than once"
        }
    }

    func make() throws {
        let scene = WriterScene()
        var settings = scene.videoSettings
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        let folder = try TemporaryFolder()
        let writer = try AVAssetWriter(url: folder.file("movie.mov"), fileType: .mov)
        switch self {
        case .noCodec:
            settings[AVVideoCodecKey] = nil
            _ = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        case .noSize:
            _ = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264])
        case .noRate:
            let sound: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 2]
            _ = AVAssetWriterInput(mediaType: .audio, outputSettings: sound)
        case .halfOfLinearPCM:
            var sound = WriterScene.linearPCM(16)
            sound[AVLinearPCMBitDepthKey] = nil
            _ = AVAssetWriterInput(mediaType: .audio, outputSettings: sound)
        case .profileOfAnotherCodec:
            settings[AVVideoCodecKey] = AVVideoCodecType.hevc
            settings[AVVideoCompressionPropertiesKey] = [AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel]
            _ = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        case .addingTwice:
            writer.add(input)
            writer.add(input)
        case .sessionBeforeTheStart: writer.startSession(atSourceTime: .zero)
        case .appendingBeforeTheStart:
            writer.add(input)
            input.append(try scene.frame(0))
        case .finishingBeforeTheStart: writer.finishWriting {}
        case .segmentsOfAnotherType: _ = AVAssetWriter(contentType: .quickTimeMovie)
        case .segmentsWithoutRules: AVAssetWriter(contentType: .mpeg4Movie).startWriting()
        case .segmentsForNobody, .segmentsFromNoTime, .segmentsOfTwoTracks: startSegments(input)
        case .metadataAmongPictures: _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        case .metadataWithoutFormat:
            let values = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
            _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: values)
        case .itemOutsideTheFormat: append(Self.item("b", NSNumber(value: 1)))
        case .valueOfAnotherType: append(Self.item("a", NSString("one")))
        default:
            writer.add(input)
            writer.startWriting()
            try makeWhileWriting(writer, input, scene)
        }
    }

    private static func item(_ name: String, _ value: any NSCopying & NSObjectProtocol) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: "mdta/com.example.\(name)")
        item.value = value
        item.dataType = kCMMetadataBaseDataType_UInt8 as String
        return item
    }

    /// Appends an item where only small numbers with the name `a` are expected.
    private func append(_ item: AVMetadataItem) {
        let expected = AVTimedMetadataGroup(items: [Self.item("a", NSNumber(value: 1))], timeRange: .zero)
        let input = AVAssetWriterInput(
            mediaType: .metadata, outputSettings: nil, sourceFormatHint: expected.copyFormatDescription())
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        adaptor.append(AVTimedMetadataGroup(items: [item], timeRange: .zero))
    }

    private func startSegments(_ input: AVAssetWriterInput) {
        let counter = AssetWriterSegmentTests.Counter()
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.delegate = self == .segmentsForNobody ? nil : counter
        writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
        writer.add(input)
        if self == .segmentsOfTwoTracks {
            writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac))
            writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        }
        withExtendedLifetime(counter) { _ = writer.startWriting() }
    }

    private func makeWhileWriting(_ writer: AVAssetWriter, _ input: AVAssetWriterInput, _ scene: WriterScene) throws {
        if self != .appendingWithoutSession { writer.startSession(atSourceTime: WriterScene.origin) }
        switch self {
        case .addingAfterTheStart:
            writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings))
        case .startingTwice: writer.startWriting()
        case .sessionTwice: writer.startSession(atSourceTime: .zero)
        case .flushingAFile: writer.flushSegment()
        case .endingAtNoTime: writer.endSession(atSourceTime: .indefinite)
        case .appendingWithoutSession: input.append(try scene.frame(0))
        case .appendingWhatIsNotReady:
            input.markAsFinished()
            input.append(try scene.frame(0))
        case .appendingSoundToPictures: input.append(try scene.sound(0))
        case .appendingCompressedPictures:
            let format = try CMFormatDescription(videoCodecType: .h264, width: 320, height: 240)
            let sample = try CMSampleBuffer(
                dataBuffer: WriterScene.block(Data(count: 10)), formatDescription: format, numSamples: 1,
                sampleTimings: [CMSampleTimingInfo()], sampleSizes: [10])
            input.append(sample)
        case .changingTheTransform: input.transform = CGAffineTransform(rotationAngle: 1)
        case .askingTwice:
            for _ in 0..<2 { input.requestMediaDataWhenReady(on: .main) {} }
        default: break
        }
    }
}

@Suite struct AssetWriterMistakeTests {
    @Test(arguments: AssetWriterMistake.allCases)
    func stopsTheProcess(_ mistake: AssetWriterMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
