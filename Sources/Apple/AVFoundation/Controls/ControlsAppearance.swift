import CaptureEngine

/// What the Camera Control has on the screen, for whoever draws it. Linux only: elsewhere the system does.
package struct ControlsAppearance: Sendable, Equatable {
    package struct Control: Sendable, Equatable {
        package var title: String
        /// A name from Apple's symbol library.
        package var symbolName: String
        /// For people.
        package var value: String
        /// From 0, the left end of its scale, to 1.
        package var position: Double
        package var isEnabled: Bool
    }

    package var controls: [Control]
    /// The place of the one that is shown or chosen.
    package var index: Int
    /// Whether one of all is being chosen; otherwise one is adjusted.
    package var isList: Bool

    package init(controls: [Control], index: Int, isList: Bool) {
        self.controls = controls
        self.index = index
        self.isList = isList
    }
}

extension AVCaptureSession {
    /// Calls `handler` with each change of what the Camera Control shows; with `nil` when it shows nothing any more.
    /// Linux only.
    ///
    /// - Parameter handler: called on an arbitrary thread.
    package func setControlsAppearanceHandler(_ handler: (@Sendable (ControlsAppearance?) -> Void)?) {
        state.withLock { $0.controls.appearanceHandler = handler }
    }

    /// Does what a touch of the button does, for a window that has no such button. Linux only.
    package func touchControls(_ touch: ButtonTouch) {
        events.async { [weak self] in self?.handle(touch) }
    }

    /// What is shown of the controls is not what was told.
    func controlsChanged() {
        guard state.withLock({ $0.controls.overlay.isShown }) else { return }
        events.async { [weak self] in
            // They may have been put away meanwhile, and that been told.
            guard let self, state.withLock({ $0.controls.overlay.isShown }) else { return }
            tellControlsAppearance()
        }
    }

    func tellControlsAppearance() {
        let controls = state.withLock { $0.controls }
        guard let handler = controls.appearanceHandler else { return }
        guard controls.overlay.isShown, !controls.list.isEmpty else { return handler(nil) }
        handler(
            ControlsAppearance(
                controls: controls.list.map { ControlsAppearance.Control($0) },
                index: min(controls.overlay.index, controls.list.count - 1), isList: controls.overlay.isList))
    }
}

extension ControlsAppearance.Control {
    init(_ control: AVCaptureControl) {
        let face = control.face
        self.init(
            title: face.title, symbolName: face.symbolName, value: face.value, position: Double(face.position),
            isEnabled: control.isEnabled)
    }
}
