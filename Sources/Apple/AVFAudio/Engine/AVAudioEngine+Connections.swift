import Foundation
import MissingFoundation

extension AVAudioEngine {
    /// All nodes, the engine's own included.
    public var attachedNodes: Set<AVAudioNode> { state.withLock { Set($0.nodes) } }

    /// Makes a node part of the engine. One that is part of another engine is a programmer's mistake.
    public func attach(_ node: AVAudioNode) {
        if let owner = node.engine, owner !== self {
            raiseException("required condition is false: nil == owningEngine || GetEngine() == owningEngine")
        }
        node.engine = self
        state.withLock { state in
            if !state.nodes.contains(where: { $0 === node }) { state.nodes.append(node) }
        }
    }

    /// Removes a node and its connections.
    public func detach(_ node: AVAudioNode) {
        guard node.engine === self else {
            raiseException("required condition is false: [_nodes containsObject: node]")
        }
        (node as? AVAudioPlayerNode)?.stop()
        state.withLock { state in
            state.nodes.removeAll { $0 === node }
            state.connections.removeAll { $0.source === node || $0.target === node }
        }
        node.engine = nil
        node.rewind()
    }

    /// Connects output 0 of a node with the next free input of a mixer, or with input 0 of another node.
    ///
    /// - format: `nil` for the source's own.
    public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        let isThere = state.withLock { $0.connections.first { $0.source === node1 && $0.target === node2 } }
        let bus = isThere?.targetBus ?? (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
        connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
    }

    /// Connects an output of a node with an input of another one; what either was connected with before is not anymore.
    ///
    /// Nodes of other engines, a bus that a node does not have, a format without sound, and a circle are a programmer's
    /// mistake.
    public func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        guard node1.engine === self, node2.engine === self else {
            raiseException(
                "required condition is false: [_nodes containsObject: node1] && [_nodes containsObject: node2]")
        }
        node1.requireBus(bus1, node1.numberOfOutputs)
        node2.requireBus(bus2, node2.numberOfInputs)
        let format = format ?? (node1 is AVAudioInputNode ? node1.outputFormat(forBus: bus1) : sourceFormat(node1))
        guard format.isLinearPCM, format.sampleRate > 0, format.channelCount > 0 else {
            raiseException("required condition is false: IsFormatSampleRateAndChannelCountValid(format)")
        }
        if node1 is AVAudioInputNode, format.sampleRate != node1.outputFormat(forBus: bus1).sampleRate {
            raiseException("required condition is false: format.sampleRate == inputHWFormat.sampleRate")
        }
        if node1 === node2 || leads(from: node2, to: node1) {
            raiseException("required condition is false: !destNodeMixerConns.empty() && !isDestNodeConnectedToIONode")
        }
        let connection = NodeConnection(
            source: node1, sourceBus: bus1, target: node2, targetBus: bus2, format: format.standard)
        state.withLock { state in
            state.connections.removeAll {
                ($0.source === node1 && $0.sourceBus == bus1) || ($0.target === node2 && $0.targetBus == bus2)
            }
            state.connections.append(connection)
        }
    }

    /// What a node puts out when nothing else is said: the format that it has been connected with, or that of the output.
    private func sourceFormat(_ node: AVAudioNode) -> AVAudioFormat {
        connection(from: node, bus: 0)?.format ?? heardFormat
    }

    private func leads(from node: AVAudioNode, to end: AVAudioNode) -> Bool {
        let next = state.withLock { $0.connections.filter { $0.source === node } }
        return next.contains { $0.target === end || leads(from: $0.target, to: end) }
    }

    /// Ends the connection to an input.
    public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.connections.removeAll { $0.target === node && $0.targetBus == bus } }
    }

    /// Ends the connections to all inputs.
    public func disconnectNodeInput(_ node: AVAudioNode) {
        state.withLock { $0.connections.removeAll { $0.target === node } }
    }

    /// Ends the connection from an output.
    public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.connections.removeAll { $0.source === node && $0.sourceBus == bus } }
    }

    /// Ends the connections from all outputs.
    public func disconnectNodeOutput(_ node: AVAudioNode) {
        state.withLock { $0.connections.removeAll { $0.source === node } }
    }

    func connection(from node: AVAudioNode, bus: AVAudioNodeBus) -> NodeConnection? {
        state.withLock { $0.connections.first { $0.source === node && $0.sourceBus == bus } }
    }

    func connection(to node: AVAudioNode, bus: AVAudioNodeBus) -> NodeConnection? {
        state.withLock { $0.connections.first { $0.target === node && $0.targetBus == bus } }
    }

    func connections(to node: AVAudioNode) -> [NodeConnection] {
        state.withLock { $0.connections.filter { $0.target === node } }
    }
}
