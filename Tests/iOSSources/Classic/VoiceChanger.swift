import AVFoundation

/// A recorder that changes voices while they are recorded, and a studio that does it to files.
public final class VoiceChanger {
    public enum Voice: String, CaseIterable {
        case plain, hall, echo, telephone, chipmunk
    }

    public var voice = Voice.plain { didSet { apply() } }
    /// In decibels; called for each buffer.
    public var onLevel: ((Float) -> Void)?
    private let engine = AVAudioEngine()
    private let pitch = AVAudioUnitTimePitch()
    private let equalizer = AVAudioUnitEQ(numberOfBands: 2)
    private let delay = AVAudioUnitDelay()
    private let reverb = AVAudioUnitReverb()
    private let recordMixer = AVAudioMixerNode()
    private var observer: NSObjectProtocol?

    public init() {
        observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: .main
        ) { [weak self] _ in
            try? self?.engine.start()
        }
    }

    deinit { observer.map(NotificationCenter.default.removeObserver) }

    private func configure() {
        delay.delayTime = 0.25
        delay.feedback = 40
        delay.lowPassCutoff = 8_000
        reverb.loadFactoryPreset(.largeHall2)
        let low = equalizer.bands[0]
        low.filterType = .highPass
        low.frequency = 300
        let high = equalizer.bands[1]
        high.filterType = .lowPass
        high.frequency = 3_400
        equalizer.globalGain = 3
        apply()
    }

    private func apply() {
        pitch.pitch = voice == .chipmunk ? 900 : 0
        for band in equalizer.bands { band.bypass = voice != .telephone }
        delay.wetDryMix = voice == .echo ? 40 : 0
        reverb.wetDryMix = voice == .hall ? 50 : 0
    }

    private func connect(_ source: AVAudioNode, to destination: AVAudioNode, format: AVAudioFormat) {
        let chain: [AVAudioNode] = [source, pitch, equalizer, delay, reverb, destination]
        chain.filter { $0.engine == nil }.forEach(engine.attach)
        for (node, next) in zip(chain, chain.dropFirst()) { engine.connect(node, to: next, format: format) }
        configure()
    }

    // MARK: Recording

    public func record(to url: URL) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker, .allowBluetooth])
        try session.setActive(true)
        let input = engine.inputNode
        connect(input, to: recordMixer, format: input.outputFormat(forBus: 0))
        engine.connect(recordMixer, to: engine.mainMixerNode, format: nil)
        // Nobody wants to hear himself.
        engine.mainMixerNode.outputVolume = 0
        let format = recordMixer.outputFormat(forBus: 0)
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: format.sampleRate,
                AVNumberOfChannelsKey: format.channelCount,
            ], commonFormat: .pcmFormatFloat32, interleaved: false)
        recordMixer.installTap(onBus: 0, bufferSize: 4096, format: format) { [weak self] buffer, time in
            try? file.write(from: buffer)
            guard time.isSampleTimeValid, let samples = buffer.floatChannelData else { return }
            let sum = (0..<Int(buffer.frameLength)).reduce(Float(0)) { $0 + samples[0][$1] * samples[0][$1] }
            self?.onLevel?(10 * log10(max(sum / Float(buffer.frameLength), 1e-16)))
        }
        engine.prepare()
        try engine.start()
    }

    public func stop() {
        recordMixer.removeTap(onBus: 0)
        engine.stop()
    }

    // MARK: Files

    /// Says a file again in the voice, and lets it die away for a second.
    public func render(_ source: URL, to destination: URL) throws {
        let file = try AVAudioFile(forReading: source)
        let player = AVAudioPlayerNode()
        connect(player, to: engine.mainMixerNode, format: file.processingFormat)
        player.scheduleFile(file, at: nil)
        try engine.enableManualRenderingMode(.offline, format: file.processingFormat, maximumFrameCount: 4096)
        try engine.start()
        player.play()
        let buffer = AVAudioPCMBuffer(
            pcmFormat: engine.manualRenderingFormat, frameCapacity: engine.manualRenderingMaximumFrameCount)!
        let output = try AVAudioFile(forWriting: destination, settings: file.fileFormat.settings)
        let end = file.length + AVAudioFramePosition(file.processingFormat.sampleRate)
        while engine.manualRenderingSampleTime < end {
            let left = AVAudioFrameCount(end - engine.manualRenderingSampleTime)
            switch try engine.renderOffline(min(left, buffer.frameCapacity), to: buffer) {
            case .success: try output.write(from: buffer)
            case .insufficientDataFromInputNode, .cannotDoInCurrentContext: continue
            case .error: throw CocoaError(.fileWriteUnknown)
            @unknown default: break
            }
        }
        player.stop()
        engine.stop()
        engine.disableManualRenderingMode()
    }
}
