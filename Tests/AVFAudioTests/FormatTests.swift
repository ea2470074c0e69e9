import AVFAudio
import CoreMedia
import Testing

@Suite struct FormatTests {
    @Test func theStandardFormatIsDeinterleavedFloats() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(format.isStandard)
        #expect(!format.isInterleaved)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.sampleRate == 48_000)
        #expect(format.channelCount == 2)
        let description = format.streamDescription.pointee
        #expect(description.mBytesPerFrame == 4)
        #expect(description.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    }

    @Test func formatsOfMoreChannelsNeedALayout() throws {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 6) == nil)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout).channelCount == 6)
    }

    @Test func equalFormatsAreEqual() throws {
        let one = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 1, interleaved: true))
        let other = try #require(AVAudioFormat(settings: one.settings))
        #expect(one == other)
        #expect(one != AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true))
        let again = AVAudioFormat(cmAudioFormatDescription: one.formatDescription)
        #expect(one == again)
    }

    @Test func settingsWithoutAFormatAreNone() {
        #expect(AVAudioFormat(settings: [AVSampleRateKey: 44_100]) == nil)
        let aac = AVAudioFormat(
            settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2])
        #expect(aac?.commonFormat == .otherFormat)
        #expect(aac?.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
    }

    @Test func timesAreExtrapolated() throws {
        let anchor = AVAudioTime(hostTime: 5_000_000_000, sampleTime: 48_000, atRate: 48_000)
        let later = try #require(AVAudioTime(hostTime: 5_500_000_000).extrapolateTime(fromAnchor: anchor))
        #expect(later.sampleTime == 72_000)
        let sample = try #require(AVAudioTime(sampleTime: 0, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
        #expect(sample.hostTime == 4_000_000_000)
        #expect(AVAudioTime.seconds(forHostTime: AVAudioTime.hostTime(forSeconds: 1.5)) == 1.5)
    }
}
