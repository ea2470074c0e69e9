import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import Locking
import MissingFoundation

/// Nodes of sound, what connects them, and what makes it heard. Source: Apple, AVAudioEngine.
///
/// | phase | `start` | `pause`, `stop` |
/// | --- | --- | --- |
/// | at rest | opens the microphone if the input node is used, begins to render → running | nothing |
/// | running | nothing | ends both → at rest; `stop` stops the players too |
///
/// Linux: the microphone is the one that captures by default, and sound is heard through the desktop's output. Blocks of a
/// program are called on a serial queue of the engine. Mistakes in the use of nodes stop the process, as on Apple's
/// systems.
public final class AVAudioEngine: NSObject, @unchecked Sendable {  // the state is locked
    struct State {
        var nodes: [AVAudioNode] = []
        var connections: [NodeConnection] = []
        var input: AVAudioInputNode?
        var output: AVAudioOutputNode?
        var mixer: AVAudioMixerNode?
        var isRunning = false
        var thread: SourceThread?
        var microphone: SoundInput?
        var manual: ManualRendering?
    }

    /// Rendering by the program.
    struct ManualRendering: @unchecked Sendable {  // its converter is used by the thread that renders
        var format: AVAudioFormat
        var maximumFrames: AVAudioFrameCount
        var frames: Int64 = 0
        /// To other samples than the engine's.
        var converter: AVAudioConverter?
    }

    let world = CaptureWorld.current
    let state = Mutex(State())
    /// Held while the engine starts or ends. Neither of its threads takes it.
    private let control = Mutex(())
    /// Where blocks of the program are called.
    let calls = DispatchQueue(label: "AVAudioEngine")

    public override init() {}

    deinit {
        let (thread, microphone) = state.withLock { ($0.thread, $0.microphone) }
        thread?.cancel()
        guard thread != nil || microphone != nil else { return }
        // The last reference may be that of one of these threads, which must not wait for itself.
        DispatchQueue.global().async {
            thread?.join()
            microphone?.stop()
        }
    }

    // MARK: The engine's own nodes

    /// The microphone; made when it is first asked for. Whoever asks needs the permission to record when the engine
    /// starts.
    public var inputNode: AVAudioInputNode {
        state.withLock { state in
            let node = state.input ?? AVAudioInputNode()
            if state.input == nil {
                node.engine = self
                state.input = node
                state.nodes.append(node)
            }
            return node
        }
    }

    /// What is heard; made when it is first asked for.
    public var outputNode: AVAudioOutputNode {
        state.withLock { state in
            let node = state.output ?? AVAudioOutputNode()
            if state.output == nil {
                node.engine = self
                state.output = node
                state.nodes.append(node)
            }
            return node
        }
    }

    /// A mixer that is connected to the output; made when it is first asked for.
    public var mainMixerNode: AVAudioMixerNode {
        let (mixer, isNew) = state.withLock { state -> (AVAudioMixerNode, Bool) in
            if let mixer = state.mixer { return (mixer, false) }
            let mixer = AVAudioMixerNode()
            mixer.engine = self
            state.mixer = mixer
            state.nodes.append(mixer)
            return (mixer, true)
        }
        if isNew { connect(mixer, to: outputNode, format: nil) }
        return mixer
    }

    /// The format of what is heard: that of the output, or of manual rendering.
    var heardFormat: AVAudioFormat {
        if let manual = state.withLock({ $0.manual }) { return manual.format.standard }
        return AVAudioFormat(
            ofFile: .linearPCM(
                sampleRate: Double(EngineRun.sampleRate), channels: EngineRun.channels, bitsPerSample: 32,
                isFloat: true)
        ).standard
    }

    /// `nil` without a microphone.
    var microphoneFormat: AudioStreamBasicDescription? {
        let device = world.offer.devices(of: .microphone).first
        return device?.formats.first?.description.audioStreamBasicDescription
    }

    // MARK: Running

    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Linux: never stops by itself; setting it is without effect, as an engine at rest costs nothing.
    public var isAutoShutdownEnabled: Bool {
        get { false }
        set {}
    }

    /// Linux: nothing has to be prepared. An engine whose input, output and main mixer were never asked for is a
    /// programmer's mistake.
    public func prepare() { requireInputOrOutput() }

    private func requireInputOrOutput() {
        let isUseless = state.withLock { $0.input == nil && $0.output == nil && $0.manual == nil }
        if isUseless { raiseException("required condition is false: inputNode != nullptr || outputNode != nullptr") }
    }

    /// Begins to record and to play.
    ///
    /// - Throws: an `NSError` if the input node is used and there is no microphone, or none that may be used.
    public func start() throws {
        requireInputOrOutput()
        try control.withLock { _ in try begin() }
    }

    private func begin() throws {
        let nodes = state.withLock { state -> [AVAudioNode]? in
            guard !state.isRunning else { return nil }
            state.isRunning = true
            return state.nodes
        }
        guard let nodes else { return }
        for node in nodes { node.beginRendering() }
        if isInManualRenderingMode { return }
        do throws(CaptureError) {
            try startMicrophone()
            try startOutput()
        } catch {
            end()
            throw AudioError.make(error)
        }
    }

    private func startMicrophone() throws(CaptureError) {
        guard let node = state.withLock({ $0.input }) else { return }
        let isNeeded = node.isTapped || connection(from: node, bus: 0) != nil
        // An input that was only asked for may still get a tap, if there is a microphone.
        guard isNeeded || microphoneFormat != nil else { return }
        let microphone = try SoundInput(world)
        try microphone.start { [weak self, weak node] sample in
            guard let self, let node else { return }
            let isPulled = connection(from: node, bus: 0) != nil
            var list: [() -> Void] = []
            node.take(sample, isPulled: isPulled) { list.append($0) }
            guard !list.isEmpty else { return }
            let batch = SoundCalls(list)
            calls.async { batch.run() }
        } onFailure: { [weak self, weak microphone] _ in
            // The microphone's thread must not wait for itself.
            DispatchQueue.global().async { [weak self, weak microphone] in self?.lost(microphone) }
        }
        state.withLock { $0.microphone = microphone }
    }

    private func lost(_ microphone: SoundInput?) {
        // A start that is under way comes first; another run has another microphone.
        let isCurrent = control.withLock { _ in
            state.withLock { $0.microphone != nil && $0.microphone === microphone }
        }
        guard isCurrent else { return }
        stop()
        NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
    }

    private func startOutput() throws(CaptureError) {
        guard state.withLock({ state in state.connections.contains { $0.target === state.output } }) else { return }
        let run = EngineRun(clock: world.clock, output: world.soundOutput, calls: calls) { [weak self] frames, time in
            guard let self, isRunning else { return nil }
            return render(frames, heardAt: time)
        }
        let thread = try SourceThread("audio engine") { run.run($0) }
        state.withLock { $0.thread = thread }
    }

    /// The next frames of the output.
    func render(_ frames: Int, heardAt time: CMTime) -> (block: SoundBlock, context: RenderContext)? {
        let (output, connections, isManual) = state.withLock { ($0.output, $0.connections, $0.manual != nil) }
        let format = heardFormat
        let context = RenderContext(connections, heardFormat: format, isManual: isManual, host: time)
        guard let output else { return (SoundBlock(channels: Int(format.channelCount), frames: frames), context) }
        return (output.pull(frames, context), context)
    }

    /// Ends recording and playing until ``start()``; players and the nodes' time go on then.
    public func pause() { control.withLock { _ in end() } }

    private func end() {
        let (thread, microphone) = state.withLock { state in
            defer { (state.thread, state.microphone, state.isRunning) = (nil, nil, false) }
            return (state.thread, state.microphone)
        }
        thread?.end()
        microphone?.stop()
    }

    /// Ends recording and playing, and stops the players.
    public func stop() {
        pause()
        for node in attachedNodes {
            (node as? AVAudioPlayerNode)?.stop()
            node.rewind()
        }
        state.withLock { $0.manual?.frames = 0 }
    }

    /// Resets all nodes: players forget what is scheduled.
    public func reset() { for node in attachedNodes { node.reset() } }
}

extension NSNotification.Name {
    /// The microphone is gone, and the engine has stopped; the object is the ``AVAudioEngine``.
    /// Source: Apple, NSNotification.Name.AVAudioEngineConfigurationChange.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
