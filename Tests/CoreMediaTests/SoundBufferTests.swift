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
}
