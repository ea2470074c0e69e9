import AVFAudio
import Foundation
import Testing

@Suite struct ConverterTests {
    @Test func samplesAndChannelsChange() throws {
        let input = try sine(440, seconds: 0.1)
        let target = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true))
        let converter = try #require(AVAudioConverter(from: input.format, to: target))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: input.frameLength))
        try converter.convert(to: output, from: input)
        #expect(output.frameLength == input.frameLength)
        let data = try #require(output.int16ChannelData)
        // Both channels have the sound of the one.
        for frame in stride(from: 0, to: Int(output.frameLength), by: 37) {
            let expected = input.samples()[frame] * 32_768
            #expect(abs(Float(data[0][2 * frame]) - expected) <= 1)
            #expect(data[0][2 * frame] == data[1][2 * frame])
        }
    }

    @Test("The sample rate changes, whatever pieces it comes in", arguments: [1024, 4410, 100])
    func rates(piece: Int) throws {
        let input = try sine(440, seconds: 1)
        let target = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
        let converter = try #require(AVAudioConverter(from: input.format, to: target))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 512))
        var result: [Float] = []
        var place = 0
        var ended = 0
        while true {
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { _, status in
                let rest = min(piece, Int(input.frameLength) - place)
                guard rest > 0 else {
                    ended += 1
                    status.pointee = .endOfStream
                    return nil
                }
                guard let part = AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: AVAudioFrameCount(rest)),
                    let from = input.floatChannelData, let to = part.floatChannelData
                else { return nil }
                part.frameLength = AVAudioFrameCount(rest)
                to[0].update(from: from[0] + place, count: rest)
                place += rest
                status.pointee = .haveData
                return part
            }
            #expect(error == nil)
            result += output.samples()
            if status == .endOfStream { break }
            try #require(status == .haveData)
        }
        #expect(ended == 1)
        #expect(abs(result.count - 16_000) <= 16)
        #expect(abs(frequency(result, rate: 16_000) - 440) < 3)
        #expect(abs((result.max() ?? 0) - 0.5) < 0.02)
    }

    @Test func twoChannelsBecomeOneOfThem() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        let target = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        let input = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        input.frameLength = 100
        let channels = try #require(input.floatChannelData)
        for frame in 0..<100 { (channels[0][frame], channels[1][frame]) = (0.5, 0.25) }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 100))
        let converter = try #require(AVAudioConverter(from: format, to: target))
        try converter.convert(to: output, from: input)
        #expect(output.samples()[50] == 0.5)
        converter.channelMap = [1]
        try converter.convert(to: output, from: input)
        #expect(output.samples()[50] == 0.25)
    }

    @Test(arguments: [true, false]) func channelsAreMixedWhereThatIsWanted(interleaved: Bool) throws {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 8000, channels: 2, interleaved: interleaved))
        let target = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        let input = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        input.frameLength = 100
        let channels = try #require(input.floatChannelData)
        for frame in 0..<100 {
            channels[0][frame * input.stride] = 0.5
            channels[1][frame * input.stride] = -0.25
        }
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 100))
        let converter = try #require(AVAudioConverter(from: format, to: target))
        #expect(!converter.downmix)
        converter.downmix = true
        try converter.convert(to: output, from: input)
        #expect(output.frameLength == 100 && output.samples().allSatisfy { abs($0 - 0.125) < 0.000_1 })
        converter.downmix = false
        try converter.convert(to: output, from: input)
        #expect(output.samples() == Array(repeating: 0.5, count: 100))
    }

    /// A single channel becomes two as without mixing.
    @Test func thereIsNothingToMixForMoreChannels() throws {
        let input = try sine(440, seconds: 0.1)
        let target = try #require(
            AVAudioFormat(standardFormatWithSampleRate: input.format.sampleRate, channels: 2))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: input.frameLength))
        let converter = try #require(AVAudioConverter(from: input.format, to: target))
        converter.downmix = true
        try converter.convert(to: output, from: input)
        #expect(output.samples(0) == input.samples() && output.samples(1) == input.samples())
    }

    @Test func inputThatRunsDryIsNotTheEnd() throws {
        let input = try sine(440, seconds: 0.01)
        let converter = try #require(AVAudioConverter(from: input.format, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 1000))
        var isGiven = false
        let status = converter.convert(to: output, error: nil) { _, status in
            status.pointee = isGiven ? .noDataNow : .haveData
            defer { isGiven = true }
            return isGiven ? nil : input
        }
        #expect(status == .inputRanDry)
        #expect(output.frameLength == input.frameLength)
    }

    @Test func mistakesAreErrors() throws {
        let input = try sine(440, seconds: 0.1)
        let target = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
        let converter = try #require(AVAudioConverter(from: input.format, to: target))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 5000))
        #expect(throws: NSError.self) { try converter.convert(to: output, from: input) }
        var error: NSError?
        #expect(converter.convert(to: input, error: &error) { _, _ in nil } == .error)
        #expect(error != nil)
    }
}
