import CaptureEngine

/// What the Camera Control shows on the screen, for the code that draws it. Linux only; on Apple's systems the system
/// draws it.
package struct ControlsAppearance: Sendable, Equatable {
    package struct Control: Sendable, Equatable {
        package var title: String
        /// A name from Apple's symbol library.
        package var symbolName: String
        /// A text to show to users.
        package var value: String
        /// From 0, the left end of its scale, to 1.
        package var position: Double
        package var isEnabled: Bool
    }

    package var controls: [Control]
    /// The index of the control that is shown or chosen.
    package var index: Int
    /// Whether a list is shown to choose a control from; otherwise a control is adjusted.
    package var isList: Bool

    package init(controls: [Control], index: Int, isList: Bool) {
        self.controls = controls
        self.index = index
        self.isList = isList
    }
}

extension AVCaptureSession {
    /// Calls `handler` with each change of what the Camera Control shows; with `nil` when it no longer shows anything.
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

    /// Called when what the controls show has changed.
    func controlsChanged() {
        guard state.withLock({ $0.controls.overlay.isShown }) else { return }
        events.async { [weak self] in
            // The controls may have been hidden meanwhile, and that reported.
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
