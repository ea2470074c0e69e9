import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import MissingFoundation
import MovieCoding

/// Changes the sample rate, the number of channels and the samples of sound; compresses it, and makes it sound again.
/// Source: Apple, AVAudioConverter.
///
/// Linux: between formats of linear PCM and AAC. AAC is written with low complexity, and read in each form that FFmpeg
/// decodes.
public final class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat
    public let outputFormat: AVAudioFormat
    /// What the input is, or becomes first; and what the output is made of.
    private let (source, target): (PCMLayout, PCMLayout)
    /// The way of the sound: `unpacking`, `conversion`, `packing`.
    private var unpacking: SoundUnpacking?
    private var conversion: PCMConversion
    private(set) var packing: SoundPacking?
    /// What is converted and did not fit: interleaved, in the output's form.
    private var waiting: [UInt8] = []
    private var isAtEnd = false
    /// Why the converter could not begin anew; each conversion fails with it until it can.
    private var failure: FFmpegError?
    /// What the properties of compressed sound say.
    var compression: Compression {
        didSet { reset() }
    }

    /// How sound is compressed, and what a decoder is told.
    struct Compression {
        var bitRate = 0
        var strategy: String?
        var cookie: Data?
        var padding = AVAudioConverterPrimeInfo()

        /// `nil` for so many bits a second.
        var quality: Double? {
            strategy == AVAudioBitRateStrategy_Variable
                ? Double(AVAudioQuality.medium.rawValue) / Double(AVAudioQuality.max.rawValue) : nil
        }
    }

    /// For each channel of the output, the channel of the input that it is made of; -1 for silence.
    ///
    /// At first, channels that both have stay, others are silent, and a single one becomes all of them.
    public var channelMap: [NSNumber] {
        didSet {
            guard channelMap.count == target.channels else {
                raiseException("required condition is false: channelMap.count == outputFormat.channelCount")
            }
            conversion.channelMap = channelMap.map(\.intValue)
        }
    }

    /// Whether all channels of the input are heard in an output of fewer channels, mixed, instead of those that
    /// ``channelMap`` names; `false` by default.
    ///
    /// Linux: as FFmpeg mixes the usual layouts, so soft that nothing is cut off: two channels become one by their mean.
    /// Set it before the first conversion; later, what waits to be converted is lost.
    public var downmix = false {
        didSet {
            if downmix != oldValue { reset() }
        }
    }

    /// How well the sample rate is changed: the raw value of an ``AVAudioQuality``, `medium` by default.
    ///
    /// Linux: the length of libswresample's filter, from 8 samples to 128. Set it before the first conversion; later,
    /// what waits to be converted is lost.
    public var sampleRateConverterQuality = AVAudioQuality.medium.rawValue {
        didSet {
            if sampleRateConverterQuality != oldValue { reset() }
        }
    }

    /// - Returns: `nil` for formats that cannot be converted.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let source = try? PCMLayout(Self.sound(of: fromFormat)),
            let target = try? PCMLayout(Self.sound(of: toFormat)),
            fromFormat.isLinearPCM || SoundUnpacking.canRead(fromFormat),
            toFormat.isLinearPCM || SoundPacking.canMake(toFormat)
        else { return nil }
        var compression = Compression()
        if !fromFormat.isLinearPCM { compression.cookie = fromFormat.magicCookie }
        if !toFormat.isLinearPCM {
            compression.bitRate = min(64_000 * target.channels, SoundPacking.highestBitRate(toFormat))
            compression.strategy = AVAudioBitRateStrategy_LongTermAverage
        }
        let map = (0..<target.channels).map { source.channels == 1 ? 0 : $0 < source.channels ? $0 : -1 }
        do {
            conversion = try PCMConversion(
                source, target, channelMap: map, isMixed: false, filterLength: Self.filterLength(.medium))
            unpacking = try Self.unpacking(fromFormat, compression)
            packing = try Self.packing(toFormat, compression)
        } catch {
            return nil
        }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        (self.source, self.target) = (source, target)
        self.compression = compression
        channelMap = map.map { NSNumber(value: $0) }
    }

    /// A format, or the linear PCM that its packets are made of.
    private static func sound(of format: AVAudioFormat) -> AudioStreamBasicDescription {
        format.isLinearPCM ? format.streamFormat : SoundUnpacking.sound(of: format)
    }

    private static func unpacking(
        _ format: AVAudioFormat, _ compression: Compression
    ) throws(FFmpegError) -> SoundUnpacking? {
        if format.isLinearPCM { return nil }
        return try SoundUnpacking(
            format, cookie: Array(compression.cookie ?? Data()),
            padding: (Int(compression.padding.leadingFrames), Int(compression.padding.trailingFrames)))
    }

    private static func packing(
        _ format: AVAudioFormat, _ compression: Compression
    ) throws(FFmpegError) -> SoundPacking? {
        if format.isLinearPCM { return nil }
        return try SoundPacking(format, bitRate: compression.bitRate, quality: compression.quality)
    }

    private static func filterLength(_ quality: AVAudioQuality) -> Int {
        switch quality {
        case .min: 8
        case .low: 16
        case .medium: 32
        case .high: 64
        case .max: 128
        }
    }

    /// The best of the qualities that a number reaches.
    private var quality: AVAudioQuality {
        let qualities: [AVAudioQuality] = [.max, .high, .medium, .low]
        return qualities.first { sampleRateConverterQuality >= $0.rawValue } ?? .min
    }

    /// Forgets what came before, to begin with other sound.
    ///
    /// If that cannot be done as the properties say, each conversion is an error, until a property is set to another
    /// value or this succeeds.
    public func reset() {
        waiting = []
        isAtEnd = false
        do throws(FFmpegError) {
            conversion = try PCMConversion(
                source, target, channelMap: channelMap.map(\.intValue), isMixed: downmix,
                filterLength: Self.filterLength(quality))
            unpacking = try Self.unpacking(inputFormat, compression)
            packing = try Self.packing(outputFormat, compression)
            failure = nil
        } catch {
            failure = error
        }
    }

    /// Converts a buffer to one of the same sample rate.
    ///
    /// - Throws: an `NSError` if the sample rates differ, or the output is too small, or one of the formats is
    ///   compressed.
    public func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputFormat.sampleRate == outputFormat.sampleRate else {
            throw AudioError.make(
                AudioError.badArgument, "This conversion cannot change the sample rate; use the one with a block.")
        }
        guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
            throw AudioError.make(AudioError.badArgument, "The output buffer is smaller than the input.")
        }
        try check(inputBuffer, inputFormat)
        try check(outputBuffer, outputFormat)
        outputBuffer.frameLength = 0
        do {
            if let failure { throw failure }
            try feed(inputBuffer)
        } catch let error as FFmpegError {
            throw AudioError.make(CaptureError(error))
        }
        _ = try deliver(to: outputBuffer)
    }

    /// Converts what a block gives, until a buffer is full.
    ///
    /// - Parameters:
    ///   - outputBuffer: what was in it is replaced. Packets go into an ``AVAudioCompressedBuffer``.
    ///   - outError: says what went wrong.
    ///   - inputBlock: called as often as needed; it sets the status, and returns a buffer of the input's format.
    @discardableResult
    public func convert(
        to outputBuffer: AVAudioBuffer, error outError: UnsafeMutablePointer<NSError?>?,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        do {
            try check(outputBuffer, outputFormat)
            (outputBuffer as? AVAudioPCMBuffer)?.frameLength = 0
            if let packets = outputBuffer as? AVAudioCompressedBuffer {
                (packets.packetCount, packets.byteLength) = (0, 0)
            }
            if let failure { throw failure }
            return try fill(outputBuffer, inputBlock)
        } catch let error as FFmpegError {
            outError?.pointee = AudioError.make(CaptureError(error))
        } catch {
            outError?.pointee = error as NSError
        }
        return .error
    }

    private func fill(
        _ output: AVAudioBuffer, _ inputBlock: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        while true {
            if try deliver(to: output) { return .haveData }
            if isAtEnd { return output.usedBytes > 0 ? .haveData : .endOfStream }
            var status = AVAudioConverterInputStatus.haveData
            let input = inputBlock(needed(for: output), &status)
            switch status {
            case .haveData:
                guard let input, input.usedBytes > 0 else { return .inputRanDry }
                try check(input, inputFormat)
                try feed(input)
            case .noDataNow: return .inputRanDry
            case .endOfStream: try finish()
            }
        }
    }

    /// How many packets of input fill the rest of a buffer, about.
    private func needed(for output: AVAudioBuffer) -> AVAudioPacketCount {
        var frames = 0.0
        if let output = output as? AVAudioPCMBuffer { frames = Double(output.frameCapacity - output.frameLength) }
        if let output = output as? AVAudioCompressedBuffer {
            frames = Double(output.packetCapacity - output.packetCount) * Double(SoundPacking.framesPerPacket)
        }
        let perPacket = Double(Swift.max(inputFormat.streamFormat.mFramesPerPacket, 1))
        let needed = frames * inputFormat.sampleRate / outputFormat.sampleRate / perPacket
        return AVAudioPacketCount(Swift.min(Swift.max(needed.rounded(.up), 1), 1e9))
    }

    private func check(_ buffer: AVAudioBuffer, _ format: AVAudioFormat) throws {
        guard buffer.format.isEqual(format) else {
            throw AudioError.make(AudioError.badArgument, "The buffer's format is not that of the converter.")
        }
    }

    // MARK: The way of the sound

    private func feed(_ input: AVAudioBuffer) throws {
        if let input = input as? AVAudioPCMBuffer {
            // In one piece: channels one behind the other.
            var bytes: [UInt8] = []
            for plane in input.planes() { bytes += UnsafeRawBufferPointer(start: plane, count: input.usedBytes) }
            try take(bytes)
        } else if let input = input as? AVAudioCompressedBuffer, let unpacking {
            guard let packets = input.allPackets() else {
                throw AudioError.make(AudioError.badArgument, "A packet lies outside of the bytes in use.")
            }
            for packet in packets { try take(try unpacking.decode(packet)) }
        }
    }

    private func finish() throws {
        if let unpacking { try take(try unpacking.finish()) }
        try pass(try conversion.finish())
        try packing?.finish()
        isAtEnd = true
    }

    private func take(_ sound: [UInt8]) throws {
        try pass(try sound.withUnsafeBytes { try conversion.convert($0) })
    }

    private func pass(_ converted: [UInt8]) throws {
        if let packing { try packing.take(converted) } else { waiting += converted }
    }

    /// - Returns: whether the buffer is full.
    private func deliver(to output: AVAudioBuffer) throws -> Bool {
        if let output = output as? AVAudioCompressedBuffer { return try packing?.deliver(to: output) ?? false }
        guard let output = output as? AVAudioPCMBuffer else { return false }
        let taken = waiting.withUnsafeBytes { output.append(interleaved: $0) }
        waiting.removeFirst(taken * target.bytesPerFrame)
        return output.frameLength == output.frameCapacity
    }
}
