import CaptureEngine
import CoreMedia
import Foundation
import MovieCoding

/// A file of sound that is being written. One thread at a time.
final class SoundFileWriting {
    /// The format in the file.
    let stored: AudioStreamBasicDescription
    /// In frames of what is written.
    private(set) var length: Int64 = 0
    private let file: AssetFile
    private var isFinished = false

    /// Replaces what is at the address.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported`, `fileUnwritable`, `encoderNotFound`.
    init(_ url: URL, _ settings: [String: Any]) throws(CaptureError) {
        let (fileType, coding) = try Self.kind(url, settings)
        stored = Self.description(coding)
        // As on Apple's systems, a file of before is replaced.
        try? FileManager.default.removeItem(at: url)
        var configuration = AssetConfiguration(url: url, fileType: fileType)
        configuration.tracks = [.init(.sound(coding))]
        file = try AssetFile(configuration)
        file.start(at: .zero)
    }

    /// How names end of files of a type, by AudioToolbox's codes.
    private static let extensions: [UInt32: String] = [
        0x5741_5645: "wav", 0x6361_6666: "caf", 0x6D34_6166: "m4a", 0x6D70_3466: "mp4",
    ]

    /// What the address and the settings ask for.
    static func kind(
        _ url: URL, _ settings: [String: Any]
    ) throws(CaptureError) -> (AssetConfiguration.FileType, SoundCoding) {
        let kinds: [String: AssetConfiguration.FileType] = [
            "wav": .wave, "caf": .coreAudio, "m4a": .mpeg4(brand: "M4A "), "mp4": .mpeg4(brand: "mp42"),
            "mov": .quickTime,
        ]
        let type = SoundSettings.number(settings[AVAudioFileTypeKey]).flatMap { UInt32(exactly: $0) }
        if let type, Self.extensions[type] == nil {
            throw CaptureError(.formatUnsupported, "Sound files of the type \(type.letters) cannot be written.")
        }
        guard let fileType = kinds[type.flatMap { Self.extensions[$0] } ?? url.pathExtension.lowercased()] else {
            throw CaptureError(.formatUnsupported, "Sound files that end in \(url.pathExtension) cannot be written.")
        }
        let coding: SoundCoding
        do {
            coding = try SoundSettings.coding(SoundSettings.completed(settings), isWave: fileType == .wave)
        } catch {
            throw CaptureError(.formatUnsupported, error.words, cause: error)
        }
        let isPCM = if case .linearPCM = coding.kind { true } else { false }
        switch fileType {
        case .wave, .coreAudio:
            guard isPCM else {
                throw CaptureError(.formatUnsupported, "The file \(url.lastPathComponent) can only hold linear PCM.")
            }
        case .mpeg4:
            guard !isPCM else {
                throw CaptureError(.formatUnsupported, "The file \(url.lastPathComponent) can only hold AAC.")
            }
        case .quickTime: break
        }
        let format = SoundSettings.number(settings[AVFormatIDKey]).map { UInt32($0) } ?? kAudioFormatLinearPCM
        guard [kAudioFormatLinearPCM, kAudioFormatMPEG4AAC].contains(format) else {
            throw CaptureError(.formatUnsupported, "Sound cannot be written as \(format.letters).")
        }
        return (fileType, coding)
    }

    static func description(_ coding: SoundCoding) -> AudioStreamBasicDescription {
        switch coding.kind {
        case .linearPCM(let format): format ?? AudioStreamBasicDescription()
        case .aac(let sampleRate, let channels, _):
            AudioStreamBasicDescription(
                mSampleRate: Double(sampleRate), mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
                mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 0,
                mReserved: 0)
        }
    }

    func write(_ buffer: AVAudioPCMBuffer) throws(CaptureError) {
        guard buffer.frameLength > 0 else { return }
        let time = CMTime(value: length, timescale: CMTimeScale(buffer.format.sampleRate))
        length += Int64(buffer.frameLength)
        try file.append(buffer.sampleBuffer(at: time), to: 0)
    }

    /// Completes the file; without any sound, there is none.
    func finish() throws(CaptureError) {
        guard !isFinished else { return }
        isFinished = true
        try file.finish(at: nil)
    }
}
