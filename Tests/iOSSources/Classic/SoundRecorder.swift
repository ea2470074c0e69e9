import AVFoundation
import AudioToolbox

/// A dictation machine: records, shows the level, plays back, and cuts silence off at the start.
public class SoundRecorder: NSObject, AVAudioRecorderDelegate, AVAudioPlayerDelegate {
    public private(set) var fileURL: URL!
    public var onFinish: ((Bool) -> Void)?
    public var onPlayed: (() -> Void)?
    private var recorder: AVAudioRecorder?
    private var player: AVAudioPlayer?
    private let audioSession = AVAudioSession.sharedInstance()

    public class func documentsDirectory() -> String {
        return NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true)[0]
    }

    public override init() {
        super.init()
        let path = (NSTemporaryDirectory() as NSString).appendingPathComponent("dictation-\(UUID().uuidString).m4a")
        fileURL = URL(fileURLWithPath: path)
    }

    public func start(seconds: TimeInterval) {
        do {
            try audioSession.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
            try audioSession.setActive(true)
            let settings: [String: Any] = [
                AVFormatIDKey: Int(kAudioFormatMPEG4AAC),
                AVSampleRateKey: 44100.0,
                AVNumberOfChannelsKey: 1,
                AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
            ]
            recorder = try AVAudioRecorder(url: fileURL, settings: settings)
            recorder?.delegate = self
            recorder?.isMeteringEnabled = true
            recorder?.prepareToRecord()
            recorder?.record(forDuration: seconds)
        } catch {
            NSLog("%@", NSLocalizedString("The recorder cannot start", comment: "An alert's message"))
            onFinish?(false)
        }
    }

    /// From 0, silence, to 1.
    public var level: Float {
        guard let recorder = recorder else { return 0 }
        recorder.updateMeters()
        return max(0, 1 + recorder.averagePower(forChannel: 0) / 60)
    }

    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        onFinish?(flag)
    }

    public func play() {
        guard let player = try? AVAudioPlayer(contentsOf: fileURL) else { return }
        self.player = player
        player.delegate = self
        player.volume = 0.8
        player.prepareToPlay()
        player.play()
    }

    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        onPlayed?()
    }

    /// The largest sample of the file.
    public func peak() throws -> Float {
        let file = try AVAudioFile(forReading: fileURL)
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))
        else { return 0 }
        try file.read(into: buffer)
        guard let channelData = buffer.floatChannelData else { return 0 }
        let samples = UnsafeBufferPointer(start: channelData[0], count: Int(buffer.frameLength))
        return samples.map { abs($0) }.max() ?? 0
    }

    /// A file for speech recognition: 16 kHz, 16 bits.
    public func export(to url: URL) throws {
        let input = try AVAudioFile(forReading: fileURL)
        let format = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16000, channels: 1, interleaved: true)!
        let output = try AVAudioFile(
            forWriting: url, settings: format.settings, commonFormat: .pcmFormatInt16, interleaved: true)
        let converter = AVAudioConverter(from: input.processingFormat, to: format)!
        let inputBuffer = AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 4096)!
        let outputBuffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096)!
        var status = AVAudioConverterOutputStatus.haveData
        while status == .haveData {
            var error: NSError?
            status = converter.convert(to: outputBuffer, error: &error) { _, outStatus in
                do {
                    try input.read(into: inputBuffer)
                    outStatus.pointee = .haveData
                    return inputBuffer
                } catch {
                    outStatus.pointee = .endOfStream
                    return nil
                }
            }
            if let error = error { throw error }
            if outputBuffer.frameLength > 0 { try output.write(from: outputBuffer) }
        }
    }
}
