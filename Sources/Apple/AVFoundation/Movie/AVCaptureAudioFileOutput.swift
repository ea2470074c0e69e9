import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// Records a microphone into a file of sound.
///
/// The file is playable at any time during the recording: a crash loses at most half a second. Source: Apple,
/// AVCaptureAudioFileOutput.
public final class AVCaptureAudioFileOutput: AVCaptureFileOutput, @unchecked Sendable {  // the state is in Mutexes
    private struct Settings: @unchecked Sendable {  // holds property lists, never changed
        var metadata: [AVMetadataItem] = []
        var audio: [String: Any]?
    }

    private let settings = Mutex(Settings())

    /// An output without limits that records nothing yet.
    public override init() {}

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    /// The kinds of files that can be recorded.
    public class func availableOutputFileTypes() -> [AVFileType] { [.m4a, .caf, .wav] }

    /// How the sound is compressed, with `AVFormatIDKey` and its kind. `nil`, the default, is AAC in files of type
    /// `m4a`, and for 16-bit samples in the others, with at most two channels. It applies to recordings that begin later.
    ///
    /// Settings that cannot be carried out, or that do not go with the type of the file, are a programmer's mistake.
    public var audioSettings: [String: Any]? {
        get { settings.withLock { $0 }.audio }
        set {
            if let newValue {
                do {
                    let types = Self.availableOutputFileTypes()
                    try Self.check(newValue, canBeIn: types)
                    _ = try OutputSettings.sound(newValue, in: nil)
                } catch { raiseException("*** -[AVCaptureAudioFileOutput setAudioSettings:] \(error.words)") }
            }
            settings.withLock { $0.audio = newValue }
        }
    }

    /// Metadata for files of the type `m4a`, in addition to when and by which program they were made; empty at first. It
    /// applies to recordings that begin later.
    public var metadata: [AVMetadataItem] {
        get { settings.withLock { $0 }.metadata }
        set { settings.withLock { $0.metadata = newValue } }
    }

    /// Begins a recording into a new file; the delegate is notified when recording has begun and when the file is complete.
    ///
    /// - Parameters:
    ///   - outputFileURL: a file URL; there must be no file yet.
    ///   - fileType: one of ``availableOutputFileTypes()``; another one is a programmer's mistake.
    ///   - delegate: kept until the recording is complete.
    public func startRecording(
        to outputFileURL: URL, outputFileType fileType: AVFileType,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        guard Self.availableOutputFileTypes().contains(fileType), let kind = AVFileType.written[fileType] else {
            raiseException("\(startMethod) Unsupported output file type \(fileType.rawValue)")
        }
        let coding: SoundCoding
        do { coding = try self.coding(of: fileType) } catch { raiseException("\(startMethod) \(error.words)") }
        record(to: outputFileURL, delegate) { (configuration) throws(CaptureError) in
            var asset = AssetConfiguration(url: configuration.url, fileType: kind)
            asset.tracks = [AssetConfiguration.Track(.sound(coding))]
            asset.metadata = configuration.metadata
            asset.fragmentInterval = configuration.fragmentInterval
            return try SoundRecordingFile(asset)
        }
    }

    /// A programmer's mistake: the type of the file has to be said.
    public override func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        raiseException(
            "*** -[AVCaptureAudioFileOutput startRecordingToOutputFileURL:recordingDelegate:] Not supported - "
                + "use -startRecordingToOutputFileURL:outputFileType:recordingDelegate:")
    }

    override var startMethod: String {
        "*** -[AVCaptureAudioFileOutput startRecordingToOutputFileURL:outputFileType:recordingDelegate:]"
    }

    override var connectionsToRecord: [AVCaptureConnection] {
        let wanted = connections.filter(\.isWanted)
        return wanted.isEmpty ? lostConnections : wanted
    }

    private var format: CMFormatDescription? { connectionsToRecord.first?.inputPorts.first?.formatDescription }

    private func coding(of fileType: AVFileType) throws(OutputSettings.Problem) -> SoundCoding {
        let settings = settings.withLock { $0 }.audio ?? defaultSettings(of: fileType)
        try Self.check(settings, canBeIn: [fileType])
        return try OutputSettings.sound(settings, in: fileType)
    }

    private static func check(
        _ settings: [String: Any], canBeIn types: [AVFileType]
    ) throws(OutputSettings.Problem) {
        guard let format = OutputSettings.number(settings[AVFormatIDKey]).flatMap(FourCharCode.init(exactly:)),
            !types.contains(where: { $0.canHold(format) })
        else { return }
        let names = types.map(\.rawValue).joined(separator: ", ")
        throw OutputSettings.Problem(
            words: "\(AVFormatIDKey) \(format.letters) cannot be in files of the type \(names)")
    }

    private func defaultSettings(of fileType: AVFileType) -> [String: Any] {
        let sound = format?.audioStreamBasicDescription
        let channels = min(Int(sound?.mChannelsPerFrame ?? 1), 2)
        var settings: [String: Any] = [AVNumberOfChannelsKey: channels]
        guard fileType == .m4a else {
            settings[AVFormatIDKey] = kAudioFormatLinearPCM
            settings[AVSampleRateKey] = sound?.mSampleRate ?? 48_000
            settings[AVLinearPCMBitDepthKey] = 16
            settings[AVLinearPCMIsFloatKey] = false
            settings[AVLinearPCMIsBigEndianKey] = false
            settings[AVLinearPCMIsNonInterleaved] = false
            return settings
        }
        let wanted = sound?.mSampleRate ?? 48_000
        settings[AVFormatIDKey] = kAudioFormatMPEG4AAC
        settings[AVSampleRateKey] = OutputSettings.aacSampleRates.contains(wanted) ? wanted : 48_000
        return settings
    }

    override func configuration(of url: URL, _ connections: [AVCaptureConnection]) -> MovieConfiguration {
        var configuration = MovieConfiguration(
            url: url, video: nil, audio: format.map(MovieConfiguration.Audio.init(format:)),
            fragmentInterval: CMTime(value: 1, timescale: 2))
        configuration.metadata = MovieMetadata.merge(MovieMetadata.items(device: nil), with: metadata)
        return configuration
    }
}
