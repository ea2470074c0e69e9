import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation

/// Passes presses of the buttons that take pictures to the app.
///
/// The *primary* button is volume-down, the action button, the Camera Control when it is fully pressed, or a headset;
/// the *secondary* one is volume-up. Only an app with a camera in its capture session gets them.
///
/// Linux: the buttons are those of the simulated phone, or of the machine, as far as the user may read its input
/// devices. The camera key (a webcam's snapshot button, too) is a primary button, and the volume keys are as on an
/// iPhone. The desktop sees them as well. The interaction needs no view: it works as long as it exists and is enabled.
///
/// Source: Apple, AVCaptureEventInteraction.
@MainActor @preconcurrency public final class AVCaptureEventInteraction: NSObject {
    private let primary: (AVCaptureEvent) -> Void
    private let secondary: (AVCaptureEvent) -> Void
    private var observations: [SurroundingsObservation] = []

    /// The view to which it was added.
    package weak var owner: AnyObject?

    /// Whether the handlers are called; `true` by default. If `false`, the buttons have their usual function.
    public var isEnabled = true

    /// Whether the app, not the system, plays the sound of a press on a headset; `false` by default.
    public static var defaultCaptureSoundDisabled = false

    /// - Parameter handler: gets the presses of all buttons.
    public convenience init(handler: @escaping (AVCaptureEvent) -> Void) {
        self.init(primary: handler, secondary: handler)
    }

    /// - Parameters:
    ///   - primary: gets the presses of the primary button.
    ///   - secondary: gets the presses of the secondary button.
    public init(primary: @escaping (AVCaptureEvent) -> Void, secondary: @escaping (AVCaptureEvent) -> Void) {
        self.primary = primary
        self.secondary = secondary
        super.init()
        let world = CaptureWorld.current
        observations = world.observe { [weak self] event, place in
            guard case .pressed(let button, let phase) = event, world.isCapturing(in: place) else { return }
            Task { @MainActor in self?.handle(button, phase, place) }
        }
        observations += world.readButtons()
    }

    private func handle(_ button: BodyButton, _ phase: ButtonPhase, _ place: any Surroundings) {
        guard isEnabled else { return }
        let isHeadset = button == .headset
        if isHeadset, !Self.defaultCaptureSoundDisabled, phase == .ended {
            place.play(AVCaptureEventSound.cameraShutter.name)
        }
        let event = AVCaptureEvent(
            phase: AVCaptureEventPhase(phase), shouldPlaySound: isHeadset && Self.defaultCaptureSoundDisabled,
            place: place)
        if button == .volumeUp { secondary(event) } else { primary(event) }
    }
}

extension AVCaptureEventPhase {
    fileprivate init(_ phase: ButtonPhase) {
        self =
            switch phase {
            case .began: .began
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}
