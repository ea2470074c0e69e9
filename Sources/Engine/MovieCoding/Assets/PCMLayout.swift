import CaptureEngine
import CoreMedia
import FFmpeg

/// How linear PCM lies in memory, and how it becomes what libswresample takes, and back.
package struct PCMLayout: Equatable {
    package let sampleRate: Int
    package let channels: Int
    /// 8, 16, 24, 32 or 64.
    let bits: Int
    let isFloat: Bool
    let isSigned: Bool
    let isBigEndian: Bool
    package let isPlanar: Bool

    /// - Throws: ``CaptureError`` `formatUnsupported` for anything but packed linear PCM.
    package init(_ format: AudioStreamBasicDescription) throws(CaptureError) {
        let flags = format.mFormatFlags
        let rates = 1.0...1_000_000
        sampleRate = rates.contains(format.mSampleRate) ? Int(format.mSampleRate) : 0
        channels = Int(format.mChannelsPerFrame)
        bits = Int(format.mBitsPerChannel)
        isFloat = flags & kAudioFormatFlagIsFloat != 0
        isSigned = isFloat || flags & kAudioFormatFlagIsSignedInteger != 0
        isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0 && bits > 8
        isPlanar = flags & kAudioFormatFlagIsNonInterleaved != 0 && channels > 1
        let sizes = isFloat ? [32, 64] : [8, 16, 24, 32]
        let bytes = bits / 8 * (isPlanar ? 1 : channels)
        guard format.mFormatID == kAudioFormatLinearPCM, sampleRate > 0, (1...64).contains(channels),
            sizes.contains(bits), Int(format.mBytesPerFrame) == bytes, isSigned || bits == 8
        else {
            throw CaptureError(.formatUnsupported, "only packed linear PCM of 8 to 64 bits can be written")
        }
    }

    var bytesPerSample: Int { bits / 8 }
    /// The bytes of a sample of all channels.
    package var bytesPerFrame: Int { bytesPerSample * channels }

    /// The same sound, interleaved.
    var interleaved: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: Double(sampleRate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: (isFloat ? kAudioFormatFlagIsFloat : isSigned ? kAudioFormatFlagIsSignedInteger : 0)
                | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0) | kAudioFormatFlagIsPacked,
            mBytesPerPacket: UInt32(bytesPerFrame), mFramesPerPacket: 1, mBytesPerFrame: UInt32(bytesPerFrame),
            mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
    }

    /// The nearest form in the machine's byte order: 24 bits become 32.
    package var native: SoundConverter.Format {
        let sample: SoundConverter.Format.Sample =
            switch (bits, isFloat) {
            case (32, true): .float32
            case (64, _): .float64
            case (8, _): .uint8
            case (16, _): .int16
            default: .int32
            }
        return .init(sampleRate: sampleRate, channels: channels, sample: sample, isPlanar: isPlanar)
    }

    private var isNative: Bool { !isBigEndian && bits != 24 && !(bits == 8 && isSigned) }

    /// Samples in the form of ``native``.
    package func toNative(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        if isNative { return Array(bytes) }
        if bits == 8 { return bytes.map { $0 ^ 0x80 } }
        if bits != 24 { return Self.swapped(Array(bytes), bytesPerSample) }
        var result = [UInt8](repeating: 0, count: bytes.count / 3 * 4)
        for index in 0..<(bytes.count / 3) {
            for byte in 0..<3 { result[index * 4 + 1 + byte] = bytes[index * 3 + (isBigEndian ? 2 - byte : byte)] }
        }
        return result
    }

    /// The samples of ``native`` in this form.
    package func fromNative(_ bytes: [UInt8]) -> [UInt8] {
        if isNative { return bytes }
        if bits == 8 { return bytes.map { $0 ^ 0x80 } }
        if bits != 24 { return Self.swapped(bytes, bytesPerSample) }
        var result = [UInt8](repeating: 0, count: bytes.count / 4 * 3)
        for index in 0..<(bytes.count / 4) {
            for byte in 0..<3 { result[index * 3 + (isBigEndian ? 2 - byte : byte)] = bytes[index * 4 + 1 + byte] }
        }
        return result
    }

    /// Samples from -1 to 1 in the form of ``native``; what is louder is limited, except in 32-bit floating point.
    func nativeBytes(of samples: [Float]) -> [UInt8] {
        func bytes<Value>(_ convert: (Double) -> Value) -> [UInt8] {
            let values = samples.map { convert(Double(max(-1, min(1, $0)))) }
            return values.withUnsafeBytes { Array($0) }
        }
        func limited(_ sample: Double, _ scale: Double) -> Double {
            max(-scale, min(scale - 1, (sample * scale).rounded()))
        }
        switch native.sample {
        case .uint8: return bytes { UInt8(limited($0, 128) + 128) }
        case .int16: return bytes { Int16(limited($0, 32_768)) }
        case .int32: return bytes { Int32(limited($0, 2_147_483_648)) }
        case .float32: return samples.withUnsafeBytes { Array($0) }
        case .float64: return bytes { $0 }
        }
    }

    private static func swapped(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
        var result = bytes
        for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
            for byte in 0..<size { result[start + byte] = bytes[start + size - 1 - byte] }
        }
        return result
    }

    /// Silence; unsigned samples are 128 then.
    func silence(frames: Int) -> [UInt8] {
        [UInt8](repeating: bits == 8 && !isSigned ? 0x80 : 0, count: frames * bytesPerFrame)
    }
}
