import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// What the program has asked of the device, in the API's terms; ``State/settings`` is the engine's form of it.
    struct Controls {
        var focusMode: FocusMode
        var focusPoint = CGPoint(x: 0.5, y: 0.5)
        var focusRange = AutoFocusRangeRestriction.none
        var exposureMode: ExposureMode
        var exposurePoint = CGPoint(x: 0.5, y: 0.5)
        var whiteBalanceMode: WhiteBalanceMode
        var torchMode = TorchMode.off
        /// An automatic torch judges the light by frames with this revision of the settings or a later one.
        var torchStart: UInt64 = 0
        var ramp: ZoomRamp?
        var monitorsSubjectArea = false
        var colorSpace: AVCaptureColorSpace?
        var depthFormat = DepthFormatChoice.automatic
        var depthFrameDuration: CMTime?
        var switching = SwitchingRule(behavior: .auto, conditions: [])
        /// The rule that applies instead while a movie is recorded.
        var switchingForRecording: SwitchingRule?
        /// `nil` until the program chooses some: then all that are supported.
        var fallbacks: [AVCaptureDevice]?

        init(_ capabilities: CameraCapabilities) {
            focusMode = capabilities.hasAutoFocus && !capabilities.focusesOnRequest ? .continuousAutoFocus : .locked
            exposureMode = capabilities.hasAutoExposure ? .continuousAutoExposure : .locked
            whiteBalanceMode = capabilities.hasAutoWhiteBalance ? .continuousAutoWhiteBalance : .locked
        }
    }

    var capabilities: CameraCapabilities { engineDescription.capabilities }

    // MARK: Setting

    /// Runs `body`, which may change several properties, and notifies the observers of those whose value is different
    /// then.
    func mayChange<each Value, Result>(
        all keyPaths: repeat KeyPath<AVCaptureDevice, each Value>, in body: () -> Result
    ) -> Result {
        repeat mayChangeValue(for: each keyPaths)
        defer { repeat didChangeValue(for: each keyPaths) }
        return body()
    }

    /// Changes something that does not concern the engine.
    func configure<Value>(
        _ property: KeyPath<AVCaptureDevice, Value>, _ setter: String, _ change: (inout State) -> Void
    ) {
        requireLock(setter)
        changing(property) { state.withLock { change(&$0) } }
    }

    /// Changes ``State/settings`` and sends them to the running camera.
    ///
    /// - Parameters:
    ///   - part: what must have finished adjusting before a frame shows the change.
    ///   - handler: gets the time of the first such frame, once.
    func adjust<Value>(
        _ property: KeyPath<AVCaptureDevice, Value>, _ setter: String, shownBy part: ShownChange.Part? = nil,
        _ handler: (@Sendable (CMTime) -> Void)? = nil, _ change: (inout State) -> Void
    ) {
        requireLock(setter)
        adjustWithoutLock(property, shownBy: part, handler, change)
    }

    /// The same as `adjust`, for what the device does by itself, without the program's lock.
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
        // With restricted switching the change may select another constituent, which has another limit.
        if state.withLock({ $0.switchingInForce.behavior == .restricted }) {
            mayChange(\.minAvailableVideoZoomFactor) { changing(property, store) }
        } else {
            changing(property, store)
        }
        sendSettings()
    }

    /// Changes settings that the API does not show.
    func adjustSilently(_ change: (inout State) -> Void) {
        state.withLock { state in
            state.settings.revision += 1
            change(&state)
        }
        sendSettings()
    }

    /// Sends the newest settings to the source; calls the pending handlers when no frames will come.
    func sendSettings() {
        if let session = state.withLock({ $0.runner }) {
            // The last caller sends the newest settings, so the source never ends up with old ones.
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

    /// Called when a session runs the device: sends the settings that it missed while it was being opened.
    func runs(in session: AVCaptureSession) {
        state.withLock { state in
            state.runner = session
            state.settings.revision += 1
            state.controls.torchStart = state.settings.revision
        }
        sendSettings()
    }

    /// Called when a session no longer runs the device.
    func runsNoMore(in session: AVCaptureSession) {
        let (runner, wasRunner) = state.withLock { state in
            let runner = state.runner
            guard runner == nil || runner === session else { return (runner, false) }
            state.runner = nil
            return (runner, true)
        }
        if wasRunner { framesEnded() }
        // Its end must not come with the state locked, if another thread has let go of it.
        withExtendedLifetime(runner) {}
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
}

extension CGPoint {
    /// The nearest point from (0, 0) to (1, 1); NaN becomes 0.5.
    var inPicture: CGPoint {
        func nearest(_ value: CGFloat) -> CGFloat { value.isNaN ? 0.5 : min(max(value, 0), 1) }
        return CGPoint(x: nearest(x), y: nearest(y))
    }
}
