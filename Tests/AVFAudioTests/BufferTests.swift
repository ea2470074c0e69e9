import AVFAudio
import CoreMedia
import Foundation
import Testing

@Suite struct BufferTests {
    @Test("The list says how much is used, the other one how much there is", arguments: [true, false])
    func lists(isInterleaved: Bool) throws {
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: isInterleaved))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        #expect(buffer.frameLength == 0)
        buffer.frameLength = 30
        let frameBytes: UInt32 = isInterleaved ? 8 : 4
        #expect(buffer.audioBufferList.pointee.mNumberBuffers == (isInterleaved ? 1 : 2))
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 30 * frameBytes)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 100 * frameBytes)
        #expect(buffer.stride == (isInterleaved ? 2 : 1))
        let data = try #require(buffer.floatChannelData)
        data[1][3 * buffer.stride] = 0.25
        #expect(buffer.samples(1)[3] == 0.25)
        #expect(buffer.samples(0)[3] == 0)
        #expect(buffer.int16ChannelData == nil)
    }

    /// As foreign code makes buffers of what a data output delivers.
    @Test func soundOfASampleBufferIsCopied() throws {
        let samples: [Int16] = (0..<64).flatMap { [Int16($0), Int16(-$0)] }
        let description = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        let block = samples.withUnsafeBytes { CMBlockBuffer(copying: $0) }
        let sample = CMSampleBuffer.sound(
            block, format: .audio(description), numSamples: 64, presentationTimeStamp: .zero)
        let formatDescription = try #require(CMSampleBufferGetFormatDescription(sample))
        let format = AVAudioFormat(cmAudioFormatDescription: formatDescription)
        let count = AVAudioFrameCount(CMSampleBufferGetNumSamples(sample))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
        buffer.frameLength = count
        let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
            sample, at: 0, frameCount: Int32(count), into: buffer.mutableAudioBufferList)
        #expect(status == noErr)
        let data = try #require(buffer.int16ChannelData)
        #expect((0..<64).map { data[0][$0 * buffer.stride] } == (0..<64).map { Int16($0) })
        #expect((0..<64).map { data[1][$0 * buffer.stride] } == (0..<64).map { Int16(-$0) })
    }

    @Test func memoryOfOthersIsUsedAndGivenBack() throws {
        final class Flag { var isSet = false }
        let flag = Flag()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4)
        memory.initialize(repeating: 0.5, count: 4)
        defer { memory.deallocate() }
        var list = AudioBufferList(
            mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: memory))
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: &list) { _ in flag.isSet = true })
            #expect(buffer.samples() == [0.5, 0.5, 0.5, 0.5])
            #expect(!flag.isSet)
        }
        #expect(flag.isSet)
    }
}
