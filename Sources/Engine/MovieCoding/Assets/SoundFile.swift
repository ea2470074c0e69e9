import CaptureEngine
import CoreMedia
import Foundation
import PixelCoding

/// Writes linear PCM as a WAVE file or one of Core Audio's.
///
/// The head of a WAVE file says how long it is, so it is written again from time to time: a file whose process died plays
/// up to there. A WAVE file of 4 GB and more becomes RF64.
///
/// Sources: Microsoft, "Multiple Channel Audio Data and WAVE Files"; EBU Tech 3306 (RF64); Apple, Core Audio Format
/// Specification.
final class SoundFile: AssetContainer {
    private let file: MovieOutputFile
    private let format: AudioStreamBasicDescription
    private let isWave: Bool
    private let interval: Int
    /// Where the sound begins in the file.
    private let dataOffset: Int
    private var pending: [UInt8] = []
    private var hasBegun = false
    /// The time of the first frame; silence comes before it.
    private var start: Int64?

    /// - Parameter interval: in seconds, how often what came is written.
    /// - Throws: ``CaptureError`` `formatUnsupported` for sound that such a file cannot hold.
    init(
        _ file: MovieOutputFile, _ format: AudioStreamBasicDescription, isWave: Bool, interval: Double
    ) throws(CaptureError) {
        let isUnsigned = format.mFormatFlags & (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsFloat) == 0
        let isBigEndian = format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        if isWave ? isBigEndian || isUnsigned != (format.mBitsPerChannel == 8) : isUnsigned {
            throw CaptureError(.formatUnsupported, "the file cannot hold linear PCM in this form")
        }
        self.file = file
        self.format = format
        self.isWave = isWave
        // Some MB wait at most.
        self.interval = max(1, Int(min(interval, 10) * format.mSampleRate)) * Int(format.mBytesPerFrame)
        dataOffset = isWave ? Self.waveHead(format, dataBytes: 0).count : Self.coreAudioHead(format, nil).count
    }

    func addTrack(_ track: MovieTrackDescription) {}

    func append(
        _ bytes: UnsafeRawBufferPointer, at time: Int64, compositionOffset: Int32, isKey: Bool, toTrack track: Int
    ) throws(CaptureError) {
        if start == nil {
            guard time <= Int64(Double(AssetSound.longestSilence) * format.mSampleRate) else {
                throw CaptureError(.encodeFailed, "the first sound came more than an hour after the session began")
            }
            start = time
            // Such a file has no other way to begin late.
            let silence = format.mBitsPerChannel == 8 && isWave ? UInt8(0x80) : 0
            pending = [UInt8](repeating: silence, count: Int(time) * Int(format.mBytesPerFrame))
        }
        pending.append(contentsOf: bytes)
        if pending.count >= interval { try writePending() }
    }

    func finish(ends: [QuickTimeWriter.TrackEnd]) throws(CaptureError) {
        if !pending.isEmpty || !hasBegun { try writePending() }
        if let end = ends.first?.played {
            let wanted = UInt64(dataOffset) + UInt64(max(0, end)) * UInt64(format.mBytesPerFrame)
            if wanted < file.size { file.truncate(to: wanted) }
        }
        let bytes = file.size - UInt64(dataOffset)
        // Chunks have an even length.
        if isWave, bytes % 2 == 1 { try file.append([[0]]) }
        try file.overwrite(head(dataBytes: bytes, isFinished: true), at: 0)
        try file.sync()
        try file.checkPlace()
        try file.complete()
        file.closeFile()
    }

    private func writePending() throws(CaptureError) {
        let isFirst = !hasBegun
        try file.append(isFirst ? [head(dataBytes: UInt64(pending.count), isFinished: false), pending] : [pending])
        hasBegun = true
        pending.removeAll(keepingCapacity: true)
        if !isFirst { try file.overwrite(head(dataBytes: file.size - UInt64(dataOffset), isFinished: false), at: 0) }
        file.syncInBackground()
    }

    private func head(dataBytes: UInt64, isFinished: Bool) -> [UInt8] {
        isWave ? Self.waveHead(format, dataBytes: dataBytes) : Self.coreAudioHead(format, isFinished ? dataBytes : nil)
    }

    private static func waveHead(_ format: AudioStreamBasicDescription, dataBytes: UInt64) -> [UInt8] {
        let isLarge = dataBytes > UInt64(UInt32.max) - 1024
        let isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
        var head = LittleEndianBytes()
        // "RIFF" and its size, "WAVE", the 36 bytes of "ds64" or "JUNK", the 24 of "fmt ", the head of "data".
        let riffBytes = 4 + 36 + 24 + 8 + dataBytes + dataBytes % 2
        head.write(isLarge ? "RF64" : "RIFF")
        head.write(isLarge ? UInt32.max : UInt32(riffBytes))
        head.write("WAVE")
        head.write(isLarge ? "ds64" : "JUNK")
        head.write(UInt32(28))
        head.write(isLarge ? riffBytes : 0)
        head.write(isLarge ? dataBytes : 0)
        head.write(isLarge ? dataBytes / UInt64(format.mBytesPerFrame) : 0)
        head.write(UInt32(0))
        head.write("fmt ")
        head.write(UInt32(16))
        head.write(UInt16(isFloat ? 3 : 1))
        head.write(UInt16(format.mChannelsPerFrame))
        head.write(UInt32(format.mSampleRate))
        head.write(UInt32(format.mSampleRate) * format.mBytesPerFrame)
        head.write(UInt16(format.mBytesPerFrame))
        head.write(UInt16(format.mBitsPerChannel))
        head.write("data")
        head.write(isLarge ? UInt32.max : UInt32(dataBytes))
        return head.bytes
    }

    /// - Parameter dataBytes: `nil` while the length is unknown: the sound then goes to the end of the file.
    private static func coreAudioHead(_ format: AudioStreamBasicDescription, _ dataBytes: UInt64?) -> [UInt8] {
        let isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let isLittleEndian = format.mFormatFlags & kAudioFormatFlagIsBigEndian == 0
        var head = BoxWriter()
        head.write("caff")
        head.write(UInt32(1 << 16))
        head.write("desc")
        head.write(UInt64(32))
        head.write(format.mSampleRate.bitPattern)
        head.write("lpcm")
        head.write(UInt32(isFloat ? 1 : 0) | (isLittleEndian ? 2 : 0))
        head.write(format.mBytesPerFrame)
        head.write(UInt32(1))
        head.write(format.mChannelsPerFrame)
        head.write(format.mBitsPerChannel)
        head.write("data")
        // The count of edits comes before the sound.
        head.write(dataBytes.map { $0 + 4 } ?? UInt64.max)
        head.write(UInt32(0))
        return head.bytes
    }
}

private struct LittleEndianBytes {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
