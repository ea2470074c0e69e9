import Foundation

extension AVCaptureSession {
    /// Whether the output can be added: no session has it, and this one has no other output of a class that a session
    /// can have only once, or only one of. A depth data output needs a camera whose active format has depth formats, if there is a camera
    /// at all.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        problem(adding: output) == nil
    }

    /// Adds an output, and connects it to the inputs that it can use.
    public func addOutput(_ output: AVCaptureOutput) {
        insert(output, "addOutput:")
        connectImplicitly()
        configurationChanged()
    }

    /// Adds an output without connecting it; see ``addConnection(_:)``.
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
        insert(output, "addOutputWithNoConnections:")
        configurationChanged()
    }

    /// Removes an output and its connections.
    public func removeOutput(_ output: AVCaptureOutput) {
        let wasThere = state.withLock { state in
            guard let index = state.outputs.firstIndex(where: { $0 === output }) else { return false }
            state.outputs.remove(at: index)
            return true
        }
        guard wasThere else { return }
        detach { $0.output === output }
        configurationChanged()
        output.session = nil
        output.sessionDidChange()
    }

    private func insert(_ output: AVCaptureOutput, _ method: String) {
        if let problem = problem(adding: output) { raiseException("*** -[AVCaptureSession \(method)] \(problem)") }
        state.withLock { $0.outputs.append(output) }
        output.session = self
        output.lostConnections = []
    }

    private func problem(adding output: AVCaptureOutput) -> String? {
        if output.session != nil { return "An AVCaptureOutput instance may not be added to more than one session" }
        let isSingle = output is AVCapturePhotoOutput || output is AVCaptureMovieFileOutput
        if isSingle, !takesSeveralCameras, outputs.contains(where: { type(of: $0) == type(of: output) }) {
            return "Only one \(type(of: output)) may be added to a session"
        }
        if output.takesPhotos, outputs.contains(where: { $0.takesPhotos && type(of: $0) != type(of: output) }) {
            return "AVCaptureStillImageOutput and AVCapturePhotoOutput may not both be added to a capture session"
        }
        if output is AVCaptureDepthDataOutput {
            let cameras = inputs.compactMap { ($0 as? AVCaptureDeviceInput)?.device }.filter { $0.mediaType == .video }
            if !cameras.isEmpty, cameras.allSatisfy({ $0.activeFormat.supportedDepthDataFormats.isEmpty }) {
                return "The activeFormat of the session's camera has no supportedDepthDataFormats"
            }
        }
        return nil
    }
}
