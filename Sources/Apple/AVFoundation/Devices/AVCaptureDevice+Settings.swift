import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// What the program has asked of the device, in the API's terms; ``State/settings`` says the same to the engine.
    struct Controls {
        var focusMode: FocusMode
        var focusPoint = CGPoint(x: 0.5, y: 0.5)
        var focusRange = AutoFocusRangeRestriction.none
        var exposureMode: ExposureMode
        var exposurePoint = CGPoint(x: 0.5, y: 0.5)
        var whiteBalanceMode: WhiteBalanceMode
        var torchMode = TorchMode.off
        /// The first revision of the settings whose frames tell an automatic torch whether it is dark.
        var torchStart: UInt64 = 0
        var ramp: ZoomRamp?
        var monitorsSubjectArea = false
        var colourSpace: AVCaptureColorSpace?
        var depthFormat = DepthFormatChoice.automatic
        var depthFrameDuration: CMTime?
        var switching = SwitchingRule(behavior: .auto, conditions: [])
        /// What holds instead while a movie is recorded.
        var switchingForRecording: SwitchingRule?
        /// `nil` while nobody has chosen any: then all that are supported.
        var fallbacks: [AVCaptureDevice]?

        init(_ capabilities: CameraCapabilities) {
            focusMode = capabilities.hasAutoFocus ? .continuousAutoFocus : .locked
            exposureMode = capabilities.hasAutoExposure ? .continuousAutoExposure : .locked
            whiteBalanceMode = capabilities.hasAutoWhiteBalance ? .continuousAutoWhiteBalance : .locked
        }
    }

    var capabilities: CameraCapabilities { engineDescription.capabilities }

    // MARK: Setting

    /// Runs `body`, which may change several properties, and tells the observers of those that have another value.
    func mayChange<each Value, Result>(
        all keyPaths: repeat KeyPath<AVCaptureDevice, each Value>, in body: () -> Result
    ) -> Result {
        repeat mayChangeValue(for: each keyPaths)
        defer { repeat didChangeValue(for: each keyPaths) }
        return body()
    }

    /// Changes something that the engine need not know.
    func configure<Value>(
        _ property: KeyPath<AVCaptureDevice, Value>, _ setter: String, _ change: (inout State) -> Void
    ) {
        requireLock(setter)
        changing(property) { state.withLock { change(&$0) } }
    }

    /// Changes ``State/settings`` and lets the running camera know.
    ///
    /// - Parameters:
    ///   - part: what has to be at rest before a frame shows the change.
    ///   - handler: gets the time of the first such frame, once.
    func adjust<Value>(
        _ property: KeyPath<AVCaptureDevice, Value>, _ setter: String, shownBy part: ShownChange.Part? = nil,
        _ handler: (@Sendable (CMTime) -> Void)? = nil, _ change: (inout State) -> Void
    ) {
        requireLock(setter)
        adjustWithoutLock(property, shownBy: part, handler, change)
    }

    /// As `adjust`, for what the device goes on doing without the program's lock.
    func adjustWithoutLock<Value>(
        _ property: KeyPath<AVCaptureDevice, Value>, shownBy part: ShownChange.Part? = nil,
        _ handler: (@Sendable (CMTime) -> Void)? = nil, _ change: (inout State) -> Void
    ) {
        func store() {
            self.state.withLock { state in
                state.settings.revision += 1
                change(&state)
                if let handler {
                    state.waiting.append(
                        ShownChange(
                            revision: state.settings.revision, part: part, asked: world.clock.now,
                            handler: handler))
                }
            }
        }
        // Then the change may bring another constituent, and with it another limit.
        if state.withLock({ $0.switchingInForce.behavior == .restricted }) {
            mayChange(\.minAvailableVideoZoomFactor) { changing(property, store) }
        } else {
            changing(property, store)
        }
        sendSettings()
    }

    /// Changes settings of which the API shows nothing.
    func adjustSilently(_ change: (inout State) -> Void) {
        state.withLock { state in
            state.settings.revision += 1
            change(&state)
        }
        sendSettings()
    }

    /// Brings the newest settings to the source, and ends what waits for frames when none will come.
    func sendSettings() {
        if let session = state.withLock({ $0.runner }) {
            // Whoever comes last sends what is newest, so that the source never ends with old settings.
            sending.withLock { lastSent in
                let settings = state.withLock { $0.settings }
                session.pipeline.adjust(id, to: settings)
                lastSent = settings.revision
            }
        }
        if !isStreaming { framesEnded() }
    }

    /// Whether a session runs the camera, so that frames come.
    var isStreaming: Bool { state.withLock { $0.runner }?.isRunning == true }

    /// A session runs the device: it gets the settings that it missed while it was opened.
    func runs(in session: AVCaptureSession) {
        state.withLock { state in
            state.runner = session
            state.settings.revision += 1
            state.controls.torchStart = state.settings.revision
        }
        sendSettings()
    }

    /// A session does not run the device any more.
    func runsNoMore(in session: AVCaptureSession) {
        let wasRunner = state.withLock { state in
            guard state.runner == nil || state.runner === session else { return false }
            state.runner = nil
            return true
        }
        if wasRunner { framesEnded() }
    }

    // MARK: Programmer's mistakes

    func requireLock(_ setter: String) {
        guard configuration.isHeld else {
            raiseException(
                .generic,
                "*** -[AVCaptureDevice \(setter)] May not be set without first successfully gaining exclusive access "
                    + "using lockForConfiguration:")
        }
    }

    func require(_ isSupported: Bool, _ setter: String, _ query: String) {
        if !isSupported { raiseException("*** -[AVCaptureDevice \(setter)] Not supported - use \(query)") }
    }

    func requireRange<Value: Comparable>(_ value: Value, _ range: ClosedRange<Value>, _ name: String, _ setter: String)
    {
        guard range.contains(value) else {
            raiseException(
                .range,
                "*** -[AVCaptureDevice \(setter)] The passed \(name) \(value) is out of range "
                    + "[\(range.lowerBound), \(range.upperBound)]")
        }
    }

    func requireInPicture(_ point: CGPoint, _ setter: String) {
        guard (0...1).contains(point.x), (0...1).contains(point.y) else {
            raiseException(
                .range,
                "*** -[AVCaptureDevice \(setter)] The point (\(point.x), \(point.y)) is not within (0, 0) and (1, 1)")
        }
    }
}
