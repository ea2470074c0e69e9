import Foundation

extension AVCaptureSession {
    /// Whether the connection's ports and output belong to this session and are not connected with each other yet.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        problem(adding: connection) == nil
    }

    /// Adds a connection between an input and an output that were added without.
    ///
    /// Source: Apple, AVCaptureSession.addConnection(_:).
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

    private func problem(adding connection: AVCaptureConnection) -> String? {
        if connection.session != nil { return "The connection was already added to a session" }
        let ports = inputs.flatMap(\.ports)
        guard connection.inputPorts.allSatisfy({ port in ports.contains { $0 === port } }) else {
            return "The connection's input ports do not belong to the session"
        }
        if let output = connection.output {
            guard outputs.contains(where: { $0 === output }) else {
                return "The connection's output does not belong to the session"
            }
            guard output.acceptedMediaTypes.contains(connection.mediaType) else {
                return "\(type(of: output)) does not accept \(connection.mediaType.rawValue)"
            }
            if output.connection(with: connection.mediaType) != nil {
                return "The output already has a connection for \(connection.mediaType.rawValue)"
            }
        }
        return nil
    }

    /// Makes the connections that follow from the inputs and outputs there are.
    func connectImplicitly() {
        for port in inputs.flatMap(\.ports) {
            for output in outputs
            where output.acceptedMediaTypes.contains(port.mediaType) && output.connection(with: port.mediaType) == nil {
                attach(AVCaptureConnection(inputPorts: [port], output: output))
            }
            for layer in previewLayers where port.mediaType == .video && layer.connection == nil {
                attach(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
            }
        }
    }

    private func attach(_ connection: AVCaptureConnection) {
        connection.session = self
        state.withLock { $0.connections.append(connection) }
    }

    func detach(where isDoomed: (AVCaptureConnection) -> Bool) {
        let doomed = connections.filter(isDoomed)
        state.withLock { state in
            state.connections.removeAll { connection in doomed.contains { $0 === connection } }
        }
        for connection in doomed { connection.session = nil }
    }

    // MARK: Preview layers

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
