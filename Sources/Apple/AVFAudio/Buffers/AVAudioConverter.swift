import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import MissingFoundation
import MovieCoding

/// What a conversion brought. Source: Apple, AVAudioConverterOutputStatus.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full, or has the last sound.
    case haveData = 0
    /// There is no more input now; what there was is in the buffer.
    case inputRanDry = 1
    /// There is no more, and never will be.
    case endOfStream = 2
    case error = 3
}

/// What a source of sound says of what it returns. Source: Apple, AVAudioConverterInputStatus.
public enum AVAudioConverterInputStatus: Int, Sendable {
    case haveData = 0
    case noDataNow = 1
    case endOfStream = 2
}

/// Gives the next sound to convert. Source: Apple, AVAudioConverterInputBlock.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Changes the sample rate, the number of channels and the samples of sound. Source: Apple, AVAudioConverter.
///
/// Linux: between formats of linear PCM.
public final class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat
    public let outputFormat: AVAudioFormat
    private let source: PCMLayout
    private let target: PCMLayout
    private var converter: SoundConverter
    /// Makes fewer channels of the input's, before they are converted; `nil` where channels are only arranged.
    private var mixer: SoundConverter?
    /// What is converted and did not fit: interleaved, in the output's form.
    private var waiting: [UInt8] = []
    private var isAtEnd = false

    /// For each channel of the output, the channel of the input that it is made of; -1 for silence.
    ///
    /// At first, channels that both have stay, others are silent, and a single one becomes all of them.
    public var channelMap: [NSNumber] {
        didSet {
            guard channelMap.count == target.channels else {
                raiseException("required condition is false: channelMap.count == outputFormat.channelCount")
            }
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

    /// - Returns: `nil` for formats that cannot be converted.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let source = try? PCMLayout(fromFormat.streamFormat), let target = try? PCMLayout(toFormat.streamFormat),
            let converter = try? Self.converter(source, target)
        else { return nil }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        channelMap = (0..<target.channels).map {
            NSNumber(value: source.channels == 1 ? 0 : $0 < source.channels ? $0 : -1)
        }
        (self.source, self.target, self.converter) = (source, target, converter)
    }

    /// - Parameter isMixed: whether what it is given comes from ``mixer(_:_:)``.
    private static func converter(
        _ source: PCMLayout, _ target: PCMLayout, isMixed: Bool = false
    ) throws -> SoundConverter {
        var wanted = target.native
        wanted.isPlanar = false
        var given = source.native
        given.isPlanar = false
        given.channels = target.channels
        if isMixed { given.sample = .int32 }
        return try SoundConverter(from: given, to: wanted)
    }

    /// Into integers: FFmpeg mixes them softly enough not to be cut off, and floats as loud as they come.
    private static func mixer(_ source: PCMLayout, _ target: PCMLayout) throws -> SoundConverter {
        try SoundConverter(
            from: source.native,
            to: .init(sampleRate: source.sampleRate, channels: target.channels, sample: .int32))
    }

    /// Forgets what came before, to begin with other sound.
    public func reset() {
        waiting = []
        isAtEnd = false
        let mixer = downmix && source.channels > target.channels ? try? Self.mixer(source, target) : nil
        guard let fresh = try? Self.converter(source, target, isMixed: mixer != nil) else { return }
        (converter, self.mixer) = (fresh, mixer)
    }

    /// Converts a buffer to one of the same sample rate.
    ///
    /// - Throws: an `NSError` if the sample rates differ, or the output is too small.
    public func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputFormat.sampleRate == outputFormat.sampleRate else {
            throw AudioError.make(
                AudioError.badArgument, "This conversion cannot change the sample rate; use the one with a block.")
        }
        guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
            throw AudioError.make(AudioError.badArgument, "The output buffer is smaller than the input.")
        }
        try check(inputBuffer, outputBuffer)
        outputBuffer.frameLength = 0
        waiting += try convert(inputBuffer)
        deliver(to: outputBuffer)
    }

    /// Converts what a block gives, until a buffer is full.
    ///
    /// - Parameters:
    ///   - outputBuffer: what was in it is replaced.
    ///   - outError: says what went wrong.
    ///   - inputBlock: called as often as needed; it sets the status, and returns a buffer of the input's format.
    @discardableResult
    public func convert(
        to outputBuffer: AVAudioBuffer, error outError: UnsafeMutablePointer<NSError?>?,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        do {
            guard let output = outputBuffer as? AVAudioPCMBuffer else {
                throw AudioError.make(AudioError.unsupportedFormat, "Sound cannot be compressed here; write a file.")
            }
            try check(nil, output)
            output.frameLength = 0
            return try fill(output, inputBlock)
        } catch {
            outError?.pointee = error as NSError
            return .error
        }
    }

    private func fill(
        _ output: AVAudioPCMBuffer, _ inputBlock: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        while true {
            deliver(to: output)
            if output.frameLength == output.frameCapacity { return .haveData }
            if isAtEnd { return output.frameLength > 0 ? .haveData : .endOfStream }
            let missing = Double(output.frameCapacity - output.frameLength)
            let needed = (missing * inputFormat.sampleRate / outputFormat.sampleRate).rounded(.up)
            var status = AVAudioConverterInputStatus.haveData
            let input = inputBlock(AVAudioPacketCount(Swift.min(Swift.max(needed, 1), 1e9)), &status)
            switch status {
            case .haveData:
                guard let input = input as? AVAudioPCMBuffer, input.frameLength > 0 else { return .inputRanDry }
                try check(input, output)
                waiting += try convert(input)
            case .noDataNow: return .inputRanDry
            case .endOfStream:
                waiting += target.fromNative(try converter.finish())
                isAtEnd = true
            }
        }
    }

    private func check(_ input: AVAudioPCMBuffer?, _ output: AVAudioPCMBuffer) throws {
        guard input.map({ $0.format.isEqual(inputFormat) }) ?? true, output.format.isEqual(outputFormat) else {
            throw AudioError.make(AudioError.badArgument, "The buffer's format is not that of the converter.")
        }
    }

    /// - Returns: interleaved sound in the output's form.
    private func convert(_ input: AVAudioPCMBuffer) throws -> [UInt8] {
        // In one piece: channels one behind the other.
        var bytes: [UInt8] = []
        for plane in input.planes() { bytes += UnsafeRawBufferPointer(start: plane, count: input.usedBytes) }
        let given = bytes.withUnsafeBytes { source.toNative($0) }
        let native = try mixed(given, frames: Int(input.frameLength))
        let result = try native.withUnsafeBytes { memory -> [UInt8] in
            guard let base = memory.baseAddress else { return [] }
            return try converter.convert([base], frames: Int(input.frameLength))
        }
        return target.fromNative(result)
    }

    /// The channels that the converter takes, side by side.
    private func mixed(_ native: [UInt8], frames: Int) throws -> [UInt8] {
        guard let mixer else { return arranged(native, frames: frames) }
        return try native.withUnsafeBytes { memory -> [UInt8] in
            guard let base = memory.baseAddress else { return [] }
            let size = source.native.sample.bytes
            let planes = source.isPlanar ? (0..<source.channels).map { base + $0 * frames * size } : [base]
            return try mixer.convert(planes, frames: frames)
        }
    }

    /// As ``channelMap`` says.
    private func arranged(_ native: [UInt8], frames: Int) -> [UInt8] {
        let map = channelMap.map(\.intValue)
        if !source.isPlanar, map == Array(0..<source.channels) { return native }
        let size = source.native.sample.bytes
        var result = [UInt8](repeating: size == 1 ? 0x80 : 0, count: frames * map.count * size)
        for (channel, from) in map.enumerated() where (0..<source.channels).contains(from) {
            let (start, step) = source.isPlanar ? (from * frames, 1) : (from, source.channels)
            for frame in 0..<frames {
                let (given, taken) = ((start + frame * step) * size, (frame * map.count + channel) * size)
                for byte in 0..<size { result[taken + byte] = native[given + byte] }
            }
        }
        return result
    }

    private func deliver(to output: AVAudioPCMBuffer) {
        let taken = waiting.withUnsafeBytes { output.append(interleaved: $0) }
        waiting.removeFirst(taken * target.bytesPerFrame)
    }
}
