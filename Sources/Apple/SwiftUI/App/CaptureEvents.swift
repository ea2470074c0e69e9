// AVKit and SwiftUI together have these names; SwiftUI is the upper one of the two here.
public import AVKit

/// Presses of the buttons that take pictures, while the view is there.
private struct CaptureEvents: Event {
    let isEnabled: Bool
    let isDefaultSoundDisabled: Bool
    let primary: (AVCaptureEvent) -> Void
    let secondary: (AVCaptureEvent) -> Void

    func update(_ node: EventNode, from old: Self?) {
        if let interaction = node.kept as? AVCaptureEventInteraction {
            interaction.isEnabled = isEnabled
        } else {
            // It calls the actions of the newest value.
            let interaction = AVCaptureEventInteraction { [weak node] event in
                (node?.event as? Self)?.primary(event)
            } secondary: { [weak node] event in
                (node?.event as? Self)?.secondary(event)
            }
            interaction.isEnabled = isEnabled
            node.kept = interaction
        }
        if isDefaultSoundDisabled { AVCaptureEventInteraction.defaultCaptureSoundDisabled = true }
    }

    func disappear(_ node: EventNode) { node.kept = nil }
    func hide(_ node: EventNode) { disappear(node) }
    func show(_ node: EventNode) { update(node, from: nil) }
}

extension View {
    /// Runs an action for presses of all buttons that take pictures.
    public nonisolated func onCameraCaptureEvent(
        isEnabled: Bool = true, action: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        onCameraCaptureEvent(isEnabled: isEnabled, primaryAction: action, secondaryAction: action)
    }

    public nonisolated func onCameraCaptureEvent(
        isEnabled: Bool = true, primaryAction: @escaping (AVCaptureEvent) -> Void,
        secondaryAction: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        modified(
            CaptureEvents(
                isEnabled: isEnabled, isDefaultSoundDisabled: false, primary: primaryAction, secondary: secondaryAction)
        )
    }

    /// Also says whether the app plays the sounds of a headset's presses itself.
    public nonisolated func onCameraCaptureEvent(
        isEnabled: Bool = true, defaultSoundDisabled: Bool, action: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        modified(
            CaptureEvents(
                isEnabled: isEnabled, isDefaultSoundDisabled: defaultSoundDisabled, primary: action, secondary: action))
    }

    public nonisolated func onCameraCaptureEvent(
        isEnabled: Bool = true, defaultSoundDisabled: Bool, primaryAction: @escaping (AVCaptureEvent) -> Void,
        secondaryAction: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        modified(
            CaptureEvents(
                isEnabled: isEnabled, isDefaultSoundDisabled: defaultSoundDisabled, primary: primaryAction,
                secondary: secondaryAction))
    }
}
