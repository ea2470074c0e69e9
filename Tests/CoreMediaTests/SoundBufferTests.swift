import CoreMedia
import Foundation
import Testing

@Suite struct SoundBufferTests {
    /// Frames of two channels: left 0, 1, 2 …, right 100, 101, 102 ….
    private func stereo(frames: Int, interleaved: Bool) -> CMSampleBuffer {
        var format = AudioStreamBasicDescription.linearPCM(sampleRate: 48000, channels: 2)
        var samples: [Int16] = []
        if interleaved {
            samples = (0..<Int16(frames)).flatMap { [$0, $0 + 100] }
        } else {
            format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
            (format.mBytesPerFrame, format.mBytesPerPacket) = (2, 2)
            samples = (0..<Int16(frames)).map { $0 } + (0..<Int16(frames)).map { $0 + 100 }
        }
        let data = samples.withUnsafeBytes { CMBlockBuffer(copying: Data($0)) }
        return .sound(data, format: .audio(format), numSamples: frames, presentationTimeStamp: .zero)
    }

    private func samples(_ buffer: AudioBuffer) -> [Int16] {
        Array(UnsafeRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize)).bindMemory(to: Int16.self))
    }

    @Test func interleavedSoundIsOneBuffer() throws {
        try stereo(frames: 3, interleaved: true).withAudioBufferList { list, _ in
            #expect(list.count == 1)
            #expect(list[0].mNumberChannels == 2)
            #expect(samples(list[0]) == [0, 100, 1, 101, 2, 102])
        }
    }

    @Test func channelsThatAreNotInterleavedAreABufferEach() throws {
        try stereo(frames: 3, interleaved: false).withAudioBufferList { list, _ in
            #expect(list.map(samples) == [[0, 1, 2], [100, 101, 102]])
            #expect(list.allSatisfy { $0.mNumberChannels == 1 })
        }
    }

    @Test(arguments: [true, false]) func aBufferGetsItsSoundLater(_ isInterleaved: Bool) throws {
        let sample = stereo(frames: 3, interleaved: isInterleaved)
        var (later, timing): (CMSampleBuffer?, _) = (
            nil,
            CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 48000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        )
        CMSampleBufferCreate(
            allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: sample.formatDescription, sampleCount: 3, sampleTimingEntryCount: 1,
            sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &later)
        let made = try #require(later)
        #expect(!CMSampleBufferDataIsReady(made) && made.dataBuffer == nil)
        try sample.withAudioBufferList { list, _ in
            func give() -> OSStatus {
                CMSampleBufferSetDataBufferFromAudioBufferList(
                    made, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
                    bufferList: list.unsafePointer)
            }
            #expect(give() == 0)
            #expect(give() == kCMSampleBufferError_AlreadyHasDataBuffer)
            #expect(CMSampleBufferDataIsReady(made))
            try made.withAudioBufferList { copy, _ in #expect(copy.map(samples) == list.map(samples)) }
        }
    }

    @Test func aListWithTooLittleSoundIsRefused() throws {
        let sample = stereo(frames: 3, interleaved: true)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        #expect(list.count == 2 && list.allSatisfy { $0.mData == nil })
        let status = CMSampleBufferSetDataBufferFromAudioBufferList(
            sample, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: list.unsafePointer
        )
        #expect(status == kCMSampleBufferError_ArrayTooSmall)
    }

    @Test(arguments: [true, false]) func framesAreCopiedFromTheMiddle(_ isInterleaved: Bool) throws {
        let sample = stereo(frames: 5, interleaved: isInterleaved)
        var left = [Int16](repeating: -1, count: 4)
        var right = [Int16](repeating: -1, count: 4)
        try sample.withAudioBufferList { list, _ in
            left.withUnsafeMutableBytes { left in
                right.withUnsafeMutableBytes { right in
                    for (index, target) in [left, right].prefix(list.count).enumerated() {
                        list[index].mData = target.baseAddress
                        list[index].mDataByteSize = UInt32(target.count)
                    }
                    let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
                        sample, at: 2, frameCount: 2, into: list.unsafeMutablePointer)
                    #expect(status == 0)
                }
            }
        }
        #expect(left == (isInterleaved ? [2, 102, 3, 103] : [2, 3, -1, -1]))
        #expect(right == (isInterleaved ? [-1, -1, -1, -1] : [102, 103, -1, -1]))
    }

    @Test func framesThatAreNotThereAreRefused() throws {
        let sample = stereo(frames: 5, interleaved: true)
        try sample.withAudioBufferList { list, _ in
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    sample, at: 4, frameCount: 2, into: list.unsafeMutablePointer)
                    == kCMSampleBufferError_SampleIndexOutOfRange)
            list[0].mDataByteSize = 3
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    sample, at: 0, frameCount: 1, into: list.unsafeMutablePointer)
                    == kCMSampleBufferError_ArrayTooSmall)
        }
    }

    @Test func sampleWithoutSoundHasNoBufferList() throws {
        let sample = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [])
        let error = #expect(throws: NSError.self) { try sample.withAudioBufferList { _, _ in } }
        #expect(error?.code == Int(kCMSampleBufferError_InvalidMediaTypeForOperation))
    }

    @Test func eachSampleHasAttachmentsOfItsOwn() throws {
        let sample = stereo(frames: 2, interleaved: true)
        #expect(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) == nil)
        #expect(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: true)?.count == 2)
        sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_NotSync, at: 1)
        let attachments =
            CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [[CFString: Any]]
        #expect(attachments?[0].isEmpty == true)
        #expect(attachments?[1][kCMSampleAttachmentKey_NotSync] as? Bool == true)
    }

    // MARK: Packets

    private static let aac = AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
        mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)

    private func packets(_ sizes: [UInt32], frames: UInt32 = 0) -> [AudioStreamPacketDescription] {
        var offset: Int64 = 0
        return sizes.map { size in
            defer { offset += Int64(size) }
            return AudioStreamPacketDescription(
                mStartOffset: offset, mVariableFramesInPacket: frames, mDataByteSize: size)
        }
    }

    private func make(
        _ format: AudioStreamBasicDescription, bytes: Int, count: Int, _ packets: [AudioStreamPacketDescription]?
    ) throws -> (OSStatus, CMSampleBuffer?) {
        let description = try CMFormatDescription(audioStreamBasicDescription: format)
        var sample: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil, dataBuffer: CMBlockBuffer(copying: Data(count: bytes)), formatDescription: description,
            sampleCount: count, presentationTimeStamp: CMTime(value: 96_000, timescale: 48_000),
            packetDescriptions: packets, sampleBufferOut: &sample)
        return (status, sample)
    }

    @Test func packetsOfAnySizeAreSamples() throws {
        let (status, sample) = try make(Self.aac, bytes: 60, count: 3, packets([10, 20, 30]))
        let made = try #require(sample)
        #expect(status == noErr && made.numSamples == 3 && CMSampleBufferDataIsReady(made))
        #expect((0..<3).map { CMSampleBufferGetSampleSize(made, at: $0) } == [10, 20, 30])
        #expect(made.duration == CMTime(value: 3072, timescale: 48_000))
        #expect(made.presentationTimeStamp.seconds == 2)
    }

    @Test func packetsCanDifferInTheirFrames() throws {
        var opus = Self.aac
        (opus.mFormatID, opus.mFramesPerPacket) = (kAudioFormatOpus, 0)
        var described = packets([10, 20])
        (described[0].mVariableFramesInPacket, described[1].mVariableFramesInPacket) = (480, 960)
        let made = try #require(try make(opus, bytes: 30, count: 2, described).1)
        #expect(made.duration == CMTime(value: 1440, timescale: 48_000))
    }

    @Test func linearPCMNeedsNoDescriptions() throws {
        let (status, sample) = try make(.linearPCM(sampleRate: 48_000, channels: 2), bytes: 400, count: 100, nil)
        #expect(status == noErr && sample?.duration == CMTime(value: 100, timescale: 48_000))
        #expect(sample.map { CMSampleBufferGetSampleSize($0, at: 99) } == 4)
    }

    /// Their channels lie apart.
    @Test func framesThatAreNotInterleavedHaveNoSize() throws {
        var format = AudioStreamBasicDescription.linearPCM(sampleRate: 48_000, channels: 2)
        format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
        (format.mBytesPerFrame, format.mBytesPerPacket) = (2, 2)
        let (status, sample) = try make(format, bytes: 400, count: 100, nil)
        #expect(status == noErr && sample?.numSamples == 100)
        #expect(sample.map { CMSampleBufferGetSampleSize($0, at: 0) } == 0)
    }

    @Test func packetsThatCannotBeAreRefused() throws {
        #expect(try make(Self.aac, bytes: 60, count: 3, nil).0 == kCMSampleBufferError_RequiredParameterMissing)
        for rate in [Double.infinity, 0.5, 1e12] {
            var format = Self.aac
            format.mSampleRate = rate
            #expect(
                try make(format, bytes: 60, count: 3, packets([10, 20, 30])).0
                    == kCMSampleBufferError_InvalidMediaFormat)
        }
        var far = packets([10])
        far[0].mStartOffset = .max
        #expect(try make(Self.aac, bytes: 10, count: 1, far).0 == kCMSampleBufferError_InvalidSampleData)
        let tooLong = try make(Self.aac, bytes: 59, count: 3, packets([10, 20, 30])).0
        #expect(tooLong == kCMSampleBufferError_InvalidSampleData)
        var gap = packets([10, 20])
        gap[1].mStartOffset = 12
        #expect(try make(Self.aac, bytes: 60, count: 2, gap).0 == kCMSampleBufferError_InvalidSampleData)
    }

    @Test func aCallbackMakesTheDataReady() throws {
        let description = try CMFormatDescription(audioStreamBasicDescription: Self.aac)
        var sample: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateWithPacketDescriptions(
            allocator: nil, dataBuffer: CMBlockBuffer(copying: Data(count: 10)), dataReady: false,
            makeDataReadyCallback: { buffer, _ in buffer.numSamples == 1 ? -7 : -8 }, refcon: nil,
            formatDescription: description, sampleCount: 1, presentationTimeStamp: .zero,
            packetDescriptions: packets([10]), sampleBufferOut: &sample)
        #expect(status == -7 && sample != nil)
    }

    // MARK: Channels

    @Test func aDescriptionKeepsTheLayoutOfItsChannels() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        var sound = AudioStreamBasicDescription.linearPCM(sampleRate: 48_000, channels: 6)
        func make(_ size: Int) -> (OSStatus, CMAudioFormatDescription?) {
            var made: CMAudioFormatDescription?
            let status = withUnsafePointer(to: layout) { layout in
                CMAudioFormatDescriptionCreate(
                    allocator: nil, asbd: &sound, layoutSize: size, layout: size > 0 ? layout : nil,
                    magicCookieSize: 0, magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
            }
            return (status, made)
        }
        let with = try #require(make(MemoryLayout<AudioChannelLayout>.size).1)
        let without = try #require(make(0).1)
        var size = 0
        let kept = CMAudioFormatDescriptionGetChannelLayout(with, sizeOut: &size)
        #expect(kept?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(size == MemoryLayout<AudioChannelLayout>.size)
        #expect(CMAudioFormatDescriptionGetChannelLayout(without, sizeOut: &size) == nil && size == 0)
        #expect(!CMFormatDescriptionEqual(with, otherFormatDescription: without))
        #expect(CMFormatDescriptionEqual(with, otherFormatDescription: make(size == 0 ? 32 : 0).1))
        // Without room for a description; the structure can be read all the same.
        let tagOnly = try #require(make(12).1)
        let bare = CMAudioFormatDescriptionGetChannelLayout(tagOnly, sizeOut: &size)?.pointee
        #expect(size == 12 && bare?.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(bare?.mChannelDescriptions.mChannelLabel == 0)
        // It counts more descriptions than there are bytes.
        layout.mNumberChannelDescriptions = 6
        #expect(make(MemoryLayout<AudioChannelLayout>.size).0 == kCMFormatDescriptionError_InvalidParameter)
    }
}
