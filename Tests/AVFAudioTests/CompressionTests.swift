import AVFAudio
import CoreMedia
import Foundation
import Testing

@Suite struct CompressionTests {
    private func aac(_ rate: Double, _ channels: Int) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            ]))
    }

    /// Everything that a converter makes of a list of buffers.
    private func converted(
        _ converter: AVAudioConverter, _ inputs: [AVAudioBuffer], into make: () -> AVAudioBuffer
    ) throws -> [AVAudioBuffer] {
        var (rest, results) = (inputs[...], [AVAudioBuffer]())
        while true {
            let output = make()
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { _, status in
                let next = rest.popFirst()
                status.pointee = next == nil ? .endOfStream : .haveData
                return next
            }
            #expect(error == nil)
            if status == .endOfStream { return results }
            try #require(status == .haveData)
            results.append(output)
        }
    }

    private func packets(_ converter: AVAudioConverter, _ input: AVAudioPCMBuffer) throws -> [AVAudioCompressedBuffer] {
        try converted(converter, [input]) {
            AVAudioCompressedBuffer(
                format: converter.outputFormat, packetCapacity: 7,
                maximumPacketSize: converter.maximumOutputPacketSize)
        }.compactMap { $0 as? AVAudioCompressedBuffer }
    }

    private func sound(_ converter: AVAudioConverter, _ packets: [AVAudioCompressedBuffer]) throws -> [[Float]] {
        let format = converter.outputFormat
        let room = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1))
        let buffers = try converted(converter, packets) {
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3000) ?? room
        }
        return (0..<Int(format.channelCount)).map { channel in
            buffers.flatMap { ($0 as? AVAudioPCMBuffer)?.samples(channel) ?? [] }
        }
    }

    /// The root of the mean square.
    private func loudness(_ samples: some Collection<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
    }

    @Test("A tone that was compressed is as loud and as long as before", arguments: [1, 2])
    func tone(channels: Int) throws {
        let input = try sine(440, seconds: 1, channels: UInt32(channels))
        let encoder = try #require(AVAudioConverter(from: input.format, to: try aac(44_100, channels)))
        let packets = try packets(encoder, input)
        let prime = encoder.primeInfo
        let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: input.format))
        decoder.magicCookie = encoder.magicCookie
        let all = try sound(decoder, packets)
        let count = packets.reduce(0) { $0 + Int($1.packetCount) }
        #expect(all[0].count == count * 1024)
        #expect(all[0].count == Int(prime.leadingFrames + prime.trailingFrames) + 44_100)
        decoder.primeInfo = prime
        for samples in try sound(decoder, packets) {
            #expect(samples.count == 44_100)
            #expect(abs(frequency(samples, rate: 44_100) - 440) < 2)
            // The tone's amplitude is 0.5; an encoder may be 1 dB off.
            #expect(abs(loudness(samples) / (0.5 / Float(2).squareRoot()) - 1) < 0.1)
            // And it begins at once.
            #expect(loudness(samples[..<2000]) > 0.25)
        }
    }

    @Test func packetsLieOneBehindTheOther() throws {
        let input = try sine(440, seconds: 1)
        let converter = try #require(AVAudioConverter(from: input.format, to: try aac(44_100, 1)))
        let buffers = try packets(converter, input)
        #expect(buffers.dropLast().allSatisfy { $0.packetCount == 7 })
        for buffer in buffers {
            let descriptions = try #require(buffer.packetDescriptions)
            var place: Int64 = 0
            for index in 0..<Int(buffer.packetCount) {
                #expect(descriptions[index].mStartOffset == place)
                #expect(descriptions[index].mVariableFramesInPacket == 0)
                #expect((1...converter.maximumOutputPacketSize).contains(Int(descriptions[index].mDataByteSize)))
                place += Int64(descriptions[index].mDataByteSize)
            }
            #expect(place == Int64(buffer.byteLength))
            #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == buffer.byteLength)
            #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == buffer.byteCapacity)
            #expect(buffer.audioBufferList.pointee.mBuffers.mData == buffer.data)
        }
    }

    @Test("Sound has as many bits as it is given", arguments: [32_000, 64_000, 128_000])
    func bitRates(bitRate: Int) throws {
        // Noise needs all of them; the same each time.
        let input = try sine(440, seconds: 2)
        let data = try #require(input.floatChannelData)
        var state: UInt32 = 1
        for frame in 0..<Int(input.frameLength) {
            state = state &* 1_664_525 &+ 1_013_904_223
            data[0][frame] = Float(Int32(bitPattern: state)) / 2_147_483_648 * 0.3
        }
        let converter = try #require(AVAudioConverter(from: input.format, to: try aac(44_100, 1)))
        #expect(converter.bitRate == 64_000)
        #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_LongTermAverage)
        #expect(converter.applicableEncodeBitRates?.contains(NSNumber(value: bitRate)) == true)
        converter.bitRate = bitRate
        let bytes = try packets(converter, input).reduce(0) { $0 + Int($1.byteLength) }
        #expect(abs(Double(bytes * 8) / 2 / Double(bitRate) - 1) < 0.15)
    }

    @Test func variableBitRatesDependOnTheSound() throws {
        let converter = try #require(
            AVAudioConverter(from: try sine(440, seconds: 1).format, to: try aac(44_100, 1)))
        converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
        #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_Variable)
        let tone = try sine(440, seconds: 1)
        let silence = try #require(AVAudioPCMBuffer(pcmFormat: tone.format, frameCapacity: tone.frameLength))
        silence.frameLength = tone.frameLength
        let loud = try packets(converter, tone).reduce(0) { $0 + Int($1.byteLength) }
        converter.reset()
        let silent = try packets(converter, silence).reduce(0) { $0 + Int($1.byteLength) }
        #expect(silent < loud / 2)
    }

    @Test func bitRatesThatAFormatCannotHaveAreNotApplicable() throws {
        let input = try sine(440, seconds: 0.1, rate: 8000)
        let converter = try #require(AVAudioConverter(from: input.format, to: try aac(8000, 1)))
        // 6144 bits for 1024 frames.
        #expect(converter.applicableEncodeBitRates?.last?.intValue == 48_000)
        #expect(converter.availableEncodeBitRates?.last?.intValue == 320_000)
        converter.bitRate = 320_000
        #expect(converter.bitRate == 48_000)
        #expect(converter.maximumOutputPacketSize == 768)
    }

    @Test func conversionsOfLinearPCMHaveNoBitRates() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let converter = try #require(AVAudioConverter(from: format, to: format))
        converter.bitRate = 64_000
        converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
        #expect(converter.bitRate == 0 && converter.bitRateStrategy == nil && converter.magicCookie == nil)
        #expect(converter.availableEncodeBitRates == nil && converter.applicableEncodeBitRates == nil)
        #expect(converter.maximumOutputPacketSize == 4)
    }

    /// The cookie is an ES_Descriptor, whose AudioSpecificConfig says low complexity, 48 kHz, two channels.
    @Test func theCookieDescribesTheSound() throws {
        let input = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        let converter = try #require(AVAudioConverter(from: input, to: try aac(48_000, 2)))
        let cookie = try #require(converter.magicCookie)
        #expect(cookie.first == 0x03 && Int(cookie[1]) == cookie.count - 2)
        #expect(cookie.range(of: Data([0x11, 0x90])) != nil)
        let format = converter.outputFormat
        format.magicCookie = cookie
        #expect(AVAudioConverter(from: format, to: input)?.magicCookie == cookie)
    }

    @Test func theSampleRateChangesOnTheWay() throws {
        let input = try sine(440, seconds: 1)
        let encoder = try #require(AVAudioConverter(from: input.format, to: try aac(16_000, 1)))
        let packets = try packets(encoder, input)
        let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: input.format))
        decoder.primeInfo = encoder.primeInfo
        let samples = try sound(decoder, packets)[0]
        #expect(abs(samples.count - 44_100) < 100)
        #expect(abs(frequency(samples, rate: 44_100) - 440) < 2)
        #expect(abs(loudness(samples) / (0.5 / Float(2).squareRoot()) - 1) < 0.1)
    }

    @Test func damagedPacketsAreErrors() throws {
        let input = try sine(440, seconds: 0.5)
        let encoder = try #require(AVAudioConverter(from: input.format, to: try aac(44_100, 1)))
        let packets = try packets(encoder, input)
        let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 100_000))
        packets[0].packetDescriptions?[3].mDataByteSize = packets[0].byteLength
        var error: NSError?
        let status = decoder.convert(to: output, error: &error) { _, status in
            status.pointee = .haveData
            return packets[0]
        }
        #expect(status == .error && error?.code == -50)
    }

    /// Too short, a descriptor without its end, and parameters of an object type that does not exist.
    @Test(arguments: [Data([0x12]), Data([0x03, 0x19, 0x00]), Data([0xff, 0xff, 0xff, 0xff])])
    func aCookieThatNoDecoderUnderstandsIsAnErrorOfTheNextConversion(cookie: Data) throws {
        let input = try sine(440, seconds: 0.5)
        let encoder = try #require(AVAudioConverter(from: input.format, to: try aac(44_100, 1)))
        let packets = try packets(encoder, input)
        let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 3000))
        decoder.magicCookie = cookie
        decoder.reset()
        // It stays one, and no sound is asked for.
        for _ in 0..<2 {
            var error: NSError?
            let status = decoder.convert(to: output, error: &error) { _, _ in
                Issue.record("sound was asked for")
                return nil
            }
            // `fmt?`
            #expect(status == .error && error?.code == 0x666d_743f)
            #expect(error?.domain == "com.apple.coreaudio.avfaudio" && error?.localizedDescription.isEmpty == false)
        }
        decoder.magicCookie = encoder.magicCookie
        #expect(try sound(decoder, packets)[0].count == 1024 * packets.reduce(0) { $0 + Int($1.packetCount) })
    }

    @Test func aFormatWithACookieThatNoDecoderUnderstandsHasNoConverter() throws {
        let output = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let format = try aac(44_100, 1)
        #expect(AVAudioConverter(from: format, to: output) != nil)
        format.magicCookie = Data([0x03, 0x19, 0x00])
        #expect(AVAudioConverter(from: format, to: output) == nil)
    }

    @Test func formatsThatNoEncoderHasAreRefused() throws {
        let input = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        var description = try aac(44_100, 1).streamDescription.pointee
        description.mSampleRate = 44_000
        #expect(AVAudioConverter(from: input, to: try #require(AVAudioFormat(streamDescription: &description))) == nil)
        description.mFormatID = kAudioFormatAppleLossless
        #expect(AVAudioConverter(from: input, to: try #require(AVAudioFormat(streamDescription: &description))) == nil)
    }

    /// 23 kHz is more than a rate of 44.1 kHz can hold: what is left of it is heard at 21.1 kHz.
    @Test func aBetterConverterLetsLessThrough() throws {
        let input = try sine(23_000, seconds: 1, rate: 48_000)
        let target = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let converter = try #require(AVAudioConverter(from: input.format, to: target))
        #expect(converter.sampleRateConverterQuality == AVAudioQuality.medium.rawValue)
        let rest = try [AVAudioQuality.min, .medium, .max].map { quality in
            converter.sampleRateConverterQuality = quality.rawValue
            let buffers = try converted(converter, [input]) {
                AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 50_000) ?? input
            }
            let output = try #require(buffers.first as? AVAudioPCMBuffer)
            // Without the ends, where the tone is cut off.
            return loudness(output.samples().dropFirst(2000).dropLast(2000))
        }
        #expect(rest[0] > 2 * rest[1] && rest[1] > 2 * rest[2])
    }
}
