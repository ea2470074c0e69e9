import Foundation

extension AVCaptureSession {
    /// Whether the connection's ports and output belong to this session and are not connected to each other yet.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        problem(adding: connection) == nil
    }

    /// Adds a connection between an input and an output that were added without one.
    public func addConnection(_ connection: AVCaptureConnection) {
        if let problem = problem(adding: connection) {
            raiseException("*** -[AVCaptureSession addConnection:] \(problem)")
        }
        attach(connection)
        configurationChanged()
    }

    /// Removes a connection; its input and output stay.
    public func removeConnection(_ connection: AVCaptureConnection) {
        detach { $0 === connection }
        configurationChanged()
    }

    /// A microphone's ports for the sound from one side count only in a session with several cameras.
    private func has(_ port: AVCaptureInput.Port) -> Bool {
        inputs.contains { input in
            takesSeveralCameras && port.mediaType == .audio
                ? input === port.owner : input.ports.contains { $0 === port }
        }
    }

    private func problem(adding connection: AVCaptureConnection) -> String? {
        if connection.session != nil { return "The connection was already added to a session" }
        guard connection.inputPorts.allSatisfy(has) else {
            return "The connection's input ports do not belong to the session"
        }
        if let output = connection.output {
            guard outputs.contains(where: { $0 === output }) else {
                return "The connection's output does not belong to the session"
            }
            guard output.acceptedMediaTypes.contains(connection.mediaType) else {
                return "\(type(of: output)) does not accept \(connection.mediaType.rawValue)"
            }
            if connection.mediaType != .metadata, output.connection(with: connection.mediaType) != nil {
                return "The output already has a connection for \(connection.mediaType.rawValue)"
            }
        }
        if let layer = connection.videoPreviewLayer {
            guard previewLayers.contains(where: { $0 === layer }) else {
                return "The connection's preview layer does not belong to the session"
            }
            guard connection.mediaType == .video else { return "A preview layer accepts video only" }
            if layer.connection != nil { return "The preview layer already has a connection" }
        }
        if connection.output == nil, connection.videoPreviewLayer == nil {
            return "The connection's output or preview layer no longer exists"
        }
        return nil
    }

    /// Makes the connections that follow from the current inputs, outputs and layers.
    func connectImplicitly() {
        for port in inputs.flatMap(\.ports) {
            for output in outputs
            where output.acceptedMediaTypes.contains(port.mediaType) && !isTaken(port, output) {
                attach(AVCaptureConnection(inputPorts: [port], output: output))
            }
            for layer in previewLayers where port.mediaType == .video && layer.connection == nil {
                attach(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
            }
        }
    }

    /// An output takes the metadata of several inputs, each with a connection of its own.
    private func isTaken(_ port: AVCaptureInput.Port, _ output: AVCaptureOutput) -> Bool {
        port.mediaType == .metadata
            ? output.connections.contains { $0.inputPorts.contains { $0 === port } }
            : output.connection(with: port.mediaType) != nil
    }

    private func attach(_ connection: AVCaptureConnection) {
        connection.session = self
        connection.output?.lostConnections = []
        state.withLock { $0.connections.append(connection) }
    }

    func detach(where isDoomed: (AVCaptureConnection) -> Bool) {
        let doomed = connections.filter(isDoomed)
        state.withLock { state in
            state.connections.removeAll { connection in doomed.contains { $0 === connection } }
        }
        for connection in doomed { connection.session = nil }
    }

    /// Runs a change that concerns some ports, and notifies the observers of connections whose activity it changes.
    func changingActivity(where isAffected: (AVCaptureInput.Port) -> Bool, _ body: () -> Void) {
        let affected = connections.filter { $0.inputPorts.contains(where: isAffected) }
        for connection in affected { connection.mayChangeValue(for: \.isActive) }
        body()
        for connection in affected { connection.didChangeValue(for: \.isActive) }
        for layer in affected.compactMap(\.videoPreviewLayer) { layer.refreshPreviewing() }
    }

    // MARK: Preview layers

    /// Removes deallocated layers and their connections.
    func dropOrphans() {
        let orphans = state.withLock { state in
            state.previewLayers.removeAll { $0.layer == nil }
            let orphans = state.connections.filter(\.isOrphan)
            state.connections.removeAll { connection in orphans.contains { $0 === connection } }
            return orphans
        }
        for orphan in orphans { orphan.session = nil }
        if !orphans.isEmpty { configurationChanged() }
    }

    var previewLayers: [AVCaptureVideoPreviewLayer] {
        state.withLock { $0.previewLayers.compactMap(\.layer) }
    }

    func attach(_ layer: AVCaptureVideoPreviewLayer, connecting: Bool) {
        state.withLock { state in
            state.previewLayers.removeAll { $0.layer == nil || $0.layer === layer }
            state.previewLayers.append(WeakLayer(layer: layer))
        }
        if connecting { connectImplicitly() }
        configurationChanged()
    }

    func detach(_ layer: AVCaptureVideoPreviewLayer) {
        state.withLock { state in state.previewLayers.removeAll { $0.layer == nil || $0.layer === layer } }
        detach { $0.videoPreviewLayer === layer }
        configurationChanged()
    }
}
