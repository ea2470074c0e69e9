import AVFoundation

/// A sound recorder with a level meter: a tap of the engine's input, written to a file.
public class EngineRecorder {
    public enum RecordingState {
        case recording, paused, stopped
    }

    public private(set) var state: RecordingState = .stopped
    /// From 0, silence, to 1; called for each buffer.
    public var onLevel: ((Float) -> Void)?
    public var onFinishedPlaying: (() -> Void)?
    public private(set) var fileURL: URL!
    private var engine: AVAudioEngine!
    private var mixerNode: AVAudioMixerNode!
    private var playerNode: AVAudioPlayerNode!

    public init() {
        setupSession()
        setupEngine()
    }

    private func setupSession() {
        let session = AVAudioSession.sharedInstance()
        try? session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
        try? session.setActive(true, options: .notifyOthersOnDeactivation)
    }

    private func setupEngine() {
        engine = AVAudioEngine()
        mixerNode = AVAudioMixerNode()
        playerNode = AVAudioPlayerNode()

        // Set volume to 0 to avoid audio feedback while recording.
        mixerNode.volume = 0

        engine.attach(mixerNode)
        engine.attach(playerNode)
        makeConnections()
        engine.prepare()
    }

    private func makeConnections() {
        let inputNode = engine.inputNode
        let inputFormat = inputNode.outputFormat(forBus: 0)
        engine.connect(inputNode, to: mixerNode, format: inputFormat)

        let mainMixerNode = engine.mainMixerNode
        let mixerFormat = AVAudioFormat(
            commonFormat: .pcmFormatFloat32, sampleRate: inputFormat.sampleRate, channels: 1, interleaved: false)
        engine.connect(mixerNode, to: mainMixerNode, format: mixerFormat)
        engine.connect(playerNode, to: mainMixerNode, format: mixerFormat)
    }

    public func startRecording(to url: URL) throws {
        let tapNode: AVAudioNode = mixerNode
        let format = tapNode.outputFormat(forBus: 0)
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        fileURL = url

        tapNode.installTap(onBus: 0, bufferSize: 4096, format: format) { [weak self] buffer, time in
            try? file.write(from: buffer)
            self?.onLevel?(EngineRecorder.level(of: buffer))
        }
        try engine.start()
        state = .recording
    }

    public func resumeRecording() throws {
        try engine.start()
        state = .recording
    }

    public func pauseRecording() {
        engine.pause()
        state = .paused
    }

    public func stopRecording() {
        // Remove existing taps on nodes.
        mixerNode.removeTap(onBus: 0)
        engine.stop()
        state = .stopped
    }

    public func play() throws {
        let file = try AVAudioFile(forReading: fileURL)
        try engine.start()
        playerNode.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { [weak self] _ in
            DispatchQueue.main.async {
                self?.onFinishedPlaying?()
            }
        }
        playerNode.volume = 0.5
        playerNode.play()
    }

    public func stopPlaying() {
        playerNode.stop()
        engine.stop()
    }

    private static func level(of buffer: AVAudioPCMBuffer) -> Float {
        guard let channelData = buffer.floatChannelData else { return 0 }
        let channelDataValue = channelData.pointee
        let values = stride(from: 0, to: Int(buffer.frameLength), by: buffer.stride).map { channelDataValue[$0] }
        let rms = sqrt(values.map { $0 * $0 }.reduce(0, +) / Float(buffer.frameLength))
        let avgPower = 20 * log10(rms)
        let minDb: Float = -80
        guard avgPower.isFinite else { return 0 }
        return avgPower < minDb ? 0 : min((abs(minDb) - abs(avgPower)) / abs(minDb), 1)
    }
}
