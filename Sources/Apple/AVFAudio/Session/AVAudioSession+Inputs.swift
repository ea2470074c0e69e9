import CaptureEngine
import Foundation

// Which microphones there are, and which one the program wants.
extension AVAudioSession {
    /// The microphones that are connected, the best one first.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        world.microphones.offered.map(port)
    }

    /// The microphone that was chosen with ``setPreferredInput(_:)``; `nil` if none was, or if it is gone.
    public var preferredInput: AVAudioSessionPortDescription? {
        let chosen = world.microphones.preferred
        return availableInputs?.first { $0.id == chosen }
    }

    /// Chooses the microphone that `AVCaptureDevice.default(for:)` returns from now on; while it is gone, the best one
    /// stands in. Sessions that have an input already keep it.
    ///
    /// - Throws: ``ErrorCode/badParam`` when the port is not among ``availableInputs``.
    /// - `inPort`: `nil` leaves the choice to the system.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        if let inPort, availableInputs?.contains(inPort) != true {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: ErrorCode.badParam.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "“\(inPort.portName)” is not connected; plug it in again."])
        }
        let old = currentInput?.id
        world.microphones.preferred = inPort?.id
        if currentInput?.id != old { postRouteChange(.override) }
    }

    /// Where sound comes from now. Linux: outputs are left to the sound server, so none is listed.
    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(inputs: currentInput.map { [$0] } ?? [], outputs: [])
    }

    private var currentInput: AVAudioSessionPortDescription? { world.microphones.best.map(port) }

    private func port(_ microphone: DeviceDescription) -> AVAudioSessionPortDescription {
        AVAudioSessionPortDescription(microphone, world.microphones.format(of: microphone))
    }

    /// The most channels that the current microphone has; 0 without one.
    public var maximumInputNumberOfChannels: Int { inputNumberOfChannels }

    /// Linux: `nil`, as the microphones do not say which capsule they use.
    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }

    /// Linux: `nil`, see ``inputDataSources``.
    public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }

    // MARK: Wishes

    /// In hertz; 0 if there was no wish. Linux: only stored; ``sampleRate`` is what the microphone gives.
    public var preferredSampleRate: Double { wishes.sampleRate }

    /// Asks for a sample rate in hertz. Linux: stored without effect.
    public func setPreferredSampleRate(_ sampleRate: Double) throws { change { $0.sampleRate = sampleRate } }

    /// In seconds; 0 if there was no wish.
    public var preferredIOBufferDuration: TimeInterval { wishes.bufferDuration }

    /// Asks for shorter or longer buffers, in seconds. Linux: stored without effect; the sound server decides.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        change { $0.bufferDuration = duration }
    }

    /// 0 if there was no wish.
    public var preferredInputNumberOfChannels: Int { wishes.inputChannels }

    /// Asks for a number of channels. Linux: stored without effect; ``inputNumberOfChannels`` is what the microphone
    /// gives.
    ///
    /// - Throws: ``ErrorCode/badParam`` when the microphone has fewer.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumInputNumberOfChannels).contains(count) else {
            let sentence = "The microphone has \(maximumInputNumberOfChannels) channels, not \(count)."
            throw NSError(
                domain: NSOSStatusErrorDomain, code: ErrorCode.badParam.rawValue,
                userInfo: [NSLocalizedDescriptionKey: sentence])
        }
        change { $0.inputChannels = count }
    }
}
