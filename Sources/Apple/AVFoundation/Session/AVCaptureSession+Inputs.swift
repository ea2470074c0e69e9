import Foundation

extension AVCaptureSession {
    /// Whether the input can be added: no session has it, there is no other camera (microphone) in this one, and the
    /// device supports the session's preset. An ``AVCaptureMultiCamSession`` takes the cameras of one of the
    /// ``AVCaptureDevice/DiscoverySession/supportedMultiCamDeviceSets``.
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        problem(adding: input) == nil
    }

    /// Adds an input, and connects it to every output and preview layer that has no such input yet.
    public func addInput(_ input: AVCaptureInput) {
        insert(input, "addInput:")
        connectImplicitly()
        configurationChanged()
    }

    /// Adds an input without connecting it; see ``addConnection(_:)``.
    public func addInputWithNoConnections(_ input: AVCaptureInput) {
        insert(input, "addInputWithNoConnections:")
        configurationChanged()
    }

    /// Removes an input and its connections.
    public func removeInput(_ input: AVCaptureInput) {
        let wasThere = state.withLock { state in
            guard let index = state.inputs.firstIndex(where: { $0 === input }) else { return false }
            state.inputs.remove(at: index)
            return true
        }
        guard wasThere else { return }
        detach { connection in connection.inputPorts.contains { $0.owner === input } }
        release(input)
        configurationChanged()
    }

    func release(_ input: AVCaptureInput) {
        input.session = nil
        for device in input.ports.compactMap(\.device) {
            let last = device.state.withLock { state in
                let session = state.session
                if session === self { state.session = nil }
                // It may be another thread's, which lets go of it now: its end must not come with the state locked.
                return session
            }
            withExtendedLifetime(last) {}
            device.runsNoMore(in: self)
        }
    }

    private func insert(_ input: AVCaptureInput, _ method: String) {
        if let problem = problem(adding: input) { raiseException("*** -[AVCaptureSession \(method)] \(problem)") }
        state.withLock { $0.inputs.append(input) }
        adopt(input)
        // From now on the session decides on the format, unless it leaves that to the device.
        let leavesFormat = sessionPreset == .inputPriority
        for camera in cameras { camera.state.withLock { $0.isFormatPinned = leavesFormat } }
        adoptPreset()
    }

    func adopt(_ input: AVCaptureInput) {
        input.session = self
        for device in input.ports.compactMap(\.device) { device.state.withLock { $0.session = self } }
    }

    private func problem(adding input: AVCaptureInput) -> String? {
        if input.session != nil { return "An AVCaptureInput instance may not be added to more than one session" }
        let present = Set(inputs.flatMap(\.ports).map(\.mediaType))
        for port in input.ports {
            guard let device = port.device else { continue }
            if takesSeveralCameras, inputs.flatMap(\.ports).contains(where: { $0.device === device }) {
                return "\(device.localizedName) is an input of the session already"
            }
            if takesSeveralCameras, port.mediaType == .video, !AVCaptureDevice.runTogether(cameras + [device]) {
                return "\(device.localizedName) cannot run beside the session's cameras - use "
                    + "supportedMultiCamDeviceSets"
            }
            if present.contains(port.mediaType), !takesSeveralCameras || port.mediaType == .audio {
                return "Multiple audio/video AVCaptureInputs are not currently supported"
            }
            if !device.supportsSessionPreset(sessionPreset) {
                return "\(device.localizedName) does not support \(sessionPreset.rawValue)"
            }
        }
        return nil
    }
}
