import CaptureEngine
import CoreMedia
import Foundation

/// From an output of one node to an input of another one.
struct NodeConnection {
    var source: AVAudioNode
    var sourceBus: AVAudioNodeBus
    var target: AVAudioNode
    var targetBus: AVAudioNodeBus
    var format: AVAudioFormat
}

/// One block on its way through the nodes. Used by the thread that renders.
final class RenderContext {
    private let connections: [NodeConnection]
    private let heardFormat: AVAudioFormat
    let isManual: Bool
    /// When the first frame that is pulled is heard, on the host's clock.
    private(set) var host: CMTime
    /// Whether an input had no sound.
    var isInputMissing = false
    /// What to call when the block is done.
    private(set) var calls: [() -> Void] = []
    /// What to call when its sound has been heard.
    private(set) var later: [(time: CMTime, call: () -> Void)] = []

    /// - Parameter heardFormat: of the engine's output.
    init(_ connections: [NodeConnection], heardFormat: AVAudioFormat, isManual: Bool, host: CMTime) {
        (self.connections, self.heardFormat) = (connections, heardFormat)
        (self.isManual, self.host) = (isManual, host)
    }

    func connections(to node: AVAudioNode) -> [NodeConnection] { connections.filter { $0.target === node } }

    func outputFormat(of node: AVAudioNode) -> AVAudioFormat {
        connections.first { $0.source === node }?.format ?? heardFormat
    }

    /// Pulls what is heard later than the block's first frame.
    func pull<Result>(later delay: CMTime, _ body: () -> Result) -> Result {
        let own = host
        host = own + delay
        defer { host = own }
        return body()
    }

    func collect(_ call: @escaping () -> Void) { calls.append(call) }

    /// - Parameter time: when the end of the sound is heard.
    func complete(_ completion: ScheduledSound.Completion?, heardAt time: CMTime) {
        guard let completion else { return }
        let call = { completion.call(completion.type) }
        if completion.type == .dataPlayedBack, !isManual {
            later.append((time, call))
        } else {
            calls.append(call)
        }
    }
}

/// Calls of a program's blocks, on their way to the queue that runs them.
struct SoundCalls: @unchecked Sendable {  // run once, by one thread
    private let calls: [() -> Void]

    init(_ calls: [() -> Void]) { self.calls = calls }

    func run() { for call in calls { call() } }
}
