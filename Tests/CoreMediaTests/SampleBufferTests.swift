import CoreMedia
import CoreVideo
import Foundation
import Locking
import Testing

@Suite struct SampleBufferTests {
    private func frame() throws -> CVPixelBuffer {
        try CVPixelBuffer(width: 64, height: 48, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    }

    private func timing(_ at: Int64, _ length: Int64 = 1) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(value: length, timescale: 30), presentationTimeStamp: CMTime(value: at, timescale: 30),
            decodeTimeStamp: .invalid)
    }

    private func compressed(_ timings: [CMSampleTimingInfo], sizes: [Int], count: Int) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: nil, formatDescription: nil, numSamples: count, sampleTimings: timings, sampleSizes: sizes)
    }

    @Test func aCopyHasTheSamePictureAndItsOwnAttachments() throws {
        let picture = try frame()
        let original = CMSampleBuffer.frame(
            picture, format: try CMVideoFormatDescription(imageBuffer: picture),
            presentationTimeStamp: CMTime(value: 5, timescale: 30))
        CMSetAttachment(original, key: "kept", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        original.sourceFacts = "fact"
        let copy = try CMSampleBuffer(copying: original)
        var second: CMSampleBuffer?
        #expect(CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: original, sampleBufferOut: &second) == 0)
        for copy in [copy, try #require(second)] {
            #expect(copy !== original && copy.imageBuffer === picture)
            #expect(copy.presentationTimeStamp == original.presentationTimeStamp)
            #expect(CMGetAttachment(copy, key: "kept", attachmentModeOut: nil) as? Int == 1)
            #expect(copy.sourceFacts as? String == "fact")
        }
        CMRemoveAllAttachments(copy)
        #expect(CMGetAttachment(original, key: "kept", attachmentModeOut: nil) as? Int == 1)
    }

    private func packets() throws -> CMSampleBuffer {
        let made = try CMSampleBuffer(
            dataBuffer: CMBlockBuffer(copying: Data([1, 2, 3, 4, 5, 6])), formatDescription: nil, numSamples: 3,
            sampleTimings: [timing(0), timing(4), timing(2)], sampleSizes: [1, 2, 3])
        made.sampleAttachments[1][.notSync] = true
        return made
    }

    @Test func eachSampleComesAsABufferOfItsOwn() throws {
        var times: [CMTime] = []
        var bytes: [[UInt8]] = []
        var isSync: [Bool] = []
        let whole = CMSampleBufferCallBlockForEachSample(try packets()) { sample, index in
            times.append(sample.presentationTimeStamp)
            bytes.append((try? sample.dataBuffer?.dataBytes()).flatMap { $0 }.map(Array.init) ?? [])
            isSync.append(sample.sampleAttachments[0][.notSync] == nil)
            return sample.numSamples == 1 && index == times.count - 1 ? 0 : -1
        }
        #expect(whole == 0 && times == [0, 4, 2].map { CMTime(value: $0, timescale: 30) })
        #expect(bytes == [[1], [2, 3], [4, 5, 6]] && isSync == [true, false, true])
        var count = 0
        let status = CMSampleBufferCallForEachSample(
            try packets(),
            callback: { _, index, _ in
                count += 1
                return index == 1 ? -7 : 0
            }, refcon: nil)
        #expect(status == -7 && count == 2)
        let unknown = try compressed([timing(0)], sizes: [], count: 2)
        #expect(CMSampleBufferCallBlockForEachSample(unknown) { _, _ in 0 } == kCMSampleBufferError_CannotSubdivide)
    }

    @Test func dataAreBroughtByTheCallback() throws {
        var calls: [Int32] = [-5, 0]
        let make: CMSampleBufferMakeDataReadyCallback = { _, refcon in
            let left = refcon?.assumingMemoryBound(to: Int32.self)
            defer { left?.pointee = left?[1] ?? 0 }
            return left?.pointee ?? 0
        }
        var made: CMSampleBuffer?
        try calls.withUnsafeMutableBytes { memory in
            #expect(
                CMSampleBufferCreate(
                    allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: make,
                    refcon: memory.baseAddress, formatDescription: nil, sampleCount: 0, sampleTimingEntryCount: 0,
                    sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made)
                    == -5)
            let buffer = try #require(made)
            #expect(!CMSampleBufferDataIsReady(buffer))
            try buffer.makeDataReady()
            #expect(CMSampleBufferDataIsReady(buffer))
        }
        let late = CMSampleBufferCreate(
            allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: nil, sampleCount: 0, sampleTimingEntryCount: 0, sampleTimingArray: nil,
            sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made)
        let buffer = try #require(made)
        #expect(late == 0 && CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_BufferNotReady)
        #expect(throws: NSError.self) { try buffer.makeDataReady() }
        CMSampleBufferSetDataReady(buffer)
        try buffer.makeDataReady()
    }

    @Test func timesAreConvertedBetweenClocks() {
        let host = CMClock.hostTimeClock
        let time = CMTime(value: 7, timescale: 2)
        #expect(CMSyncConvertTime(time, from: host, to: host) == time && !CMSyncMightDrift(host, host))
        let (early, late) = (
            CMClock { CMTime(value: 10, timescale: 1) }, CMClock { CMTime(value: 35_500, timescale: 1000) }
        )
        #expect(CMSyncConvertTime(time, from: early, to: late) == CMTime(value: 29, timescale: 1))
        #expect(CMSyncConvertTime(time, from: late, to: early) == CMTime(value: -22, timescale: 1))
        #expect(CMSyncGetTime(late).seconds == 35.5 && CMSyncMightDrift(early, late))
    }

    @Test func frameCarriesItsPictureFormatAndTime() throws {
        let picture = try frame()
        var format: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: nil, imageBuffer: picture, formatDescriptionOut: &format) == 0)
        var info = timing(5)
        var made: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: picture, formatDescription: try #require(format), sampleTiming: &info,
                sampleBufferOut: &made) == 0)
        let sample = try #require(made)
        #expect(CMSampleBufferGetImageBuffer(sample) === picture)
        #expect(CMSampleBufferGetFormatDescription(sample) === format)
        #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTime(value: 5, timescale: 30))
        #expect(CMSampleBufferGetDuration(sample) == CMTime(value: 1, timescale: 30))
        #expect(!CMSampleBufferGetDecodeTimeStamp(sample).isValid)
        #expect(CMSampleBufferGetNumSamples(sample) == 1)
        #expect(CMSampleBufferIsValid(sample) && CMSampleBufferDataIsReady(sample))
    }

    @Test func frameWithTheDescriptionOfAnotherSizeIsRefused() throws {
        let other = CMFormatDescription.video(
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 32, height: 48)
        let error = #expect(throws: NSError.self) {
            try CMSampleBuffer(imageBuffer: frame(), formatDescription: other, sampleTiming: timing(0))
        }
        #expect(error?.code == Int(kCMSampleBufferError_InvalidMediaFormat))
        #expect(error?.domain == NSOSStatusErrorDomain)
    }

    @Test func oneTimingCountsForAllSamples() throws {
        let sample = try compressed([timing(10)], sizes: [100], count: 4)
        #expect(sample.duration == CMTime(value: 4, timescale: 30))
        #expect(sample.totalSampleSize == 400)
        #expect(sample.sampleSize(at: 3) == 100)
        #expect(try sample.sampleTimingInfo(at: 3).presentationTimeStamp == CMTime(value: 13, timescale: 30))
        #expect(throws: NSError.self) { try sample.sampleTimingInfo(at: 4) }
    }

    @Test func reorderedSamplesBeginWithTheEarliest() throws {
        let sample = try compressed([timing(3), timing(1), timing(2, 5)], sizes: [1, 2, 3], count: 3)
        #expect(sample.presentationTimeStamp == CMTime(value: 1, timescale: 30))
        #expect(sample.duration == CMTime(value: 6, timescale: 30))
        #expect(sample.totalSampleSize == 6)
        #expect(try sample.sampleTimingInfo(at: 2).duration == CMTime(value: 5, timescale: 30))
    }

    @Test func wrongNumbersOfEntriesAreRefused() {
        #expect(throws: NSError.self) { try compressed([timing(0), timing(1)], sizes: [], count: 3) }
        #expect(throws: NSError.self) { try compressed([], sizes: [1, 2], count: 3) }
        #expect(throws: NSError.self) { try compressed([], sizes: [], count: -1) }
    }

    @Test func sampleWithoutTimingHasNoTime() throws {
        let sample = try compressed([], sizes: [], count: 1)
        #expect(!sample.presentationTimeStamp.isValid)
        #expect(!sample.duration.isValid)
        var info = CMSampleTimingInfo()
        #expect(
            CMSampleBufferGetSampleTimingInfo(sample, at: 0, timingInfoOut: &info)
                == kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    }

    @Test func soundLastsAsLongAsItsFrames() throws {
        let format = CMFormatDescription.audio(.linearPCM(sampleRate: 48000, channels: 2))
        let sample = CMSampleBuffer.sound(
            CMBlockBuffer(count: 4096), format: format, numSamples: 1024,
            presentationTimeStamp: CMTime(value: 7, timescale: 1_000_000_000))
        #expect(sample.duration == CMTime(value: 1024, timescale: 48000))
        #expect(sample.totalSampleSize == 4096)
        #expect(sample.formatDescription?.mediaSubType == .linearPCM)
        // Nanoseconds and 48 kHz have no common timescale of 31 bits: the sum is rounded to less than a nanosecond.
        let later = try sample.sampleTimingInfo(at: 480).presentationTimeStamp
        #expect(abs(later.seconds - 0.010000007) < 1e-9)
    }

    @Test func copyWithNewTimingKeepsSamplesAndPropagatedAttachments() throws {
        let picture = try frame()
        let sample = CMSampleBuffer.frame(
            picture, format: try CMFormatDescription(imageBuffer: picture), presentationTimeStamp: .zero)
        CMSetAttachment(sample, key: "kept", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        CMSetAttachment(sample, key: "left", value: 2, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        let copy = try CMSampleBuffer(copying: sample, withNewTiming: [timing(9)])
        #expect(copy.imageBuffer === picture)
        #expect(copy.presentationTimeStamp == CMTime(value: 9, timescale: 30))
        #expect(CMGetAttachment(copy, key: "kept", attachmentModeOut: nil) as? Int == 1)
        #expect(CMGetAttachment(copy, key: "left", attachmentModeOut: nil) == nil)
    }

    @Test func outputTimeIsThePresentationTimeUnlessSet() throws {
        let sample = try compressed([timing(4)], sizes: [], count: 1)
        #expect(sample.outputPresentationTimeStamp == CMTime(value: 4, timescale: 30))
        try sample.setOutputPresentationTimeStamp(CMTime(value: 1, timescale: 1))
        #expect(sample.outputPresentationTimeStamp == CMTime(value: 1, timescale: 1))
        #expect(sample.presentationTimeStamp == CMTime(value: 4, timescale: 30))
    }

    @Test func invalidatedSampleIsNotValid() throws {
        let sample = try compressed([timing(4)], sizes: [], count: 1)
        #expect(CMSampleBufferInvalidate(sample) == 0)
        #expect(!sample.isValid)
    }

    @Test func attachmentsAreSeenThroughTheProtocolOfTheirBearers() throws {
        let sample = try compressed([], sizes: [], count: 0)
        let bearers: [any CMAttachmentBearerProtocol] = [sample, CMBlockBuffer(count: 1), try frame()]
        for bearer in bearers {
            bearer.attachments["kept"] = .shouldPropagate("a")
            bearer.attachments["left"] = .shouldNotPropagate(2)
            #expect(bearer.attachments["kept"]?.mode == .shouldPropagate)
            #expect(bearer.attachments["kept"]?.value as? String == "a")
            #expect(CMGetAttachment(bearer as AnyObject, key: "left", attachmentModeOut: nil) as? Int == 2)
            #expect(bearer.attachments.nonPropagated as? [String: Int] == ["left": 2])
            let copy = CMBlockBuffer(count: 1)
            bearer.propagateAttachments(to: copy)
            #expect(copy.attachments.propagated as? [String: String] == ["kept": "a"])
            #expect(copy.attachments["left"] == nil)
            bearer.attachments.merge(["left": "b", "more": "c"], mode: .shouldPropagate)
            bearer.attachments["kept"] = nil
            #expect(bearer.attachments.propagated as? [String: String] == ["left": "b", "more": "c"])
            #expect(bearer.attachments.nonPropagated.isEmpty)
            bearer.attachments.removeAll()
            #expect(bearer.attachments.propagated.isEmpty)
        }
        CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: kCMSampleBufferDroppedFrameReason_FrameWasLate, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        let reason = sample.attachments[.droppedFrameReason]?.value as? String
        #expect(reason == kCMSampleBufferDroppedFrameReason_FrameWasLate as String)
    }

    @Test func everyKindOfBufferTakesAttachments() throws {
        let bearers: [AnyObject] = [
            try frame(), CMBlockBuffer(count: 1), try compressed([], sizes: [], count: 0),
        ]
        for bearer in bearers {
            CMSetAttachments(
                bearer, attachments: ["a": 1, "b": "two"], attachmentMode: kCMAttachmentMode_ShouldPropagate)
            var mode: CMAttachmentMode = 9
            #expect(CMGetAttachment(bearer, key: "b", attachmentModeOut: &mode) as? String == "two")
            #expect(mode == kCMAttachmentMode_ShouldPropagate)
            CMSetAttachment(bearer, key: "a", value: nil, attachmentMode: 0)
            let left = CMCopyDictionaryOfAttachments(
                allocator: nil, target: bearer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
            #expect(left as? [String: String] == ["b": "two"])
            CMRemoveAllAttachments(bearer)
            #expect(CMGetAttachment(bearer, key: "b", attachmentModeOut: nil) == nil)
        }
    }
}

@Suite struct FormatDescriptionTests {
    private let color = [
        kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
        kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_SMPTE_C,
    ]

    @Test func descriptionOfAPictureTakesItsSizeFormatAndColor() throws {
        let picture = try CVPixelBuffer(width: 1280, height: 720, pixelFormat: kCVPixelFormatType_422YpCbCr8)
        CVBufferSetAttachments(picture, color, .shouldPropagate)
        CVBufferSetAttachment(picture, "private", 1, .shouldPropagate)
        let format = try CMFormatDescription(imageBuffer: picture)
        #expect(format.mediaType == .video)
        #expect(format.mediaSubType == .pixelFormat_422YpCbCr8)
        #expect((format.dimensions.width, format.dimensions.height) == (1280, 720))
        #expect(CMFormatDescriptionGetExtensions(format) as? [String: String] == color)
        #expect(CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: picture))
        #expect(
            format
                == CMFormatDescription.video(
                    pixelFormat: kCVPixelFormatType_422YpCbCr8, width: 1280, height: 720, color: color))
        CVBufferRemoveAllAttachments(picture)
        #expect(!CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: picture))
    }

    @Test func descriptionsThatDifferInOneThingAreNotEqual() {
        func picture(_ format: OSType, _ width: Int, _ height: Int, _ color: [String: Any])
            -> CMFormatDescription
        {
            .video(pixelFormat: format, width: width, height: height, color: color)
        }
        let bgra = kCVPixelFormatType_32BGRA
        let one = picture(bgra, 64, 32, color)
        #expect(one == picture(bgra, 64, 32, color))
        #expect(one != picture(kCVPixelFormatType_422YpCbCr8, 64, 32, color))
        #expect(one != picture(bgra, 32, 32, color))
        #expect(one != picture(bgra, 64, 64, color))
        #expect(one != picture(bgra, 64, 32, [:]))
    }

    @Test func soundKeepsItsStreamDescription() throws {
        var sound = AudioStreamBasicDescription.linearPCM(
            sampleRate: 44100, channels: 2, bitsPerSample: 32, isFloat: true)
        var format: CMAudioFormatDescription?
        #expect(
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &sound, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
                extensions: nil, formatDescriptionOut: &format) == 0)
        let made = try #require(format)
        let pointer = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(made))
        #expect(pointer.pointee.mBytesPerFrame == 8)
        #expect(format?.audioStreamBasicDescription?.mSampleRate == 44100)
        #expect(format?.mediaType == .audio)
        #expect(format == CMFormatDescription.audio(sound))
        #expect(format != CMFormatDescription.audio(.linearPCM(sampleRate: 44100, channels: 1)))
    }

    @Test func impossibleFormatsAreRefused() {
        var format: CMFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: kCMVideoCodecType_H264, width: 0, height: 10, extensions: nil,
                formatDescriptionOut: &format) == kCMFormatDescriptionError_InvalidParameter)
        #expect(format == nil)
        #expect(throws: NSError.self) {
            try CMFormatDescription(audioStreamBasicDescription: AudioStreamBasicDescription())
        }
    }

    @Test func extensionsAreFoundByTheirKeys() throws {
        let format = try CMFormatDescription(
            videoCodecType: .hevc, width: 64, height: 64,
            extensions: [.yCbCrMatrix: .init(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020)])
        #expect(format.extensions[.yCbCrMatrix]?.rawValue as? String == kCVImageBufferYCbCrMatrix_ITU_R_2020)
        #expect(format.extensions[.colorPrimaries] == nil)
        #expect(format.extensions.keys == [.yCbCrMatrix])
        let value = CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_YCbCrMatrix)
        #expect(value as? String == kCVImageBufferYCbCrMatrix_ITU_R_2020)
    }

    @Test func presentationSizeFollowsApertureAndPixelShape() throws {
        let format = try CMFormatDescription(
            videoCodecType: .h264, width: 1440, height: 1088,
            extensions: .init(base: [
                kCMFormatDescriptionExtension_CleanAperture: [
                    kCVImageBufferCleanApertureWidthKey: 1440, kCVImageBufferCleanApertureHeightKey: 1080,
                ],
                kCMFormatDescriptionExtension_PixelAspectRatio: [
                    kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 4,
                    kCVImageBufferPixelAspectRatioVerticalSpacingKey: 3,
                ],
            ]))
        #expect(format.presentationDimensions() == CGSize(width: 1920, height: 1080))
        #expect(
            format.presentationDimensions(usePixelAspectRatio: false, useCleanAperture: false)
                == CGSize(width: 1440, height: 1088))
    }
}
