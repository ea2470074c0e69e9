/// How a body is held. In ``landscapeLeft`` the pictures of its sensors are upright.
package enum BodyOrientation: Sendable, Hashable, CaseIterable {
    case portrait, portraitUpsideDown
    /// The top points to the left; the charging port is on the right.
    case landscapeLeft
    case landscapeRight
    case faceUp, faceDown
}

/// What takes devices away from an app for a while.
package enum CaptureInterruption: Sendable, Hashable, CaseIterable {
    /// The app is in the background; a locked phone has every app there.
    case background
    /// A phone call has the microphone.
    case microphoneInUse
    /// Another app has the camera.
    case cameraInUse
    /// Another app shares the screen.
    case otherAppInForeground
    /// It is too hot.
    case pressure
    /// The machine is about to sleep, or sleeps.
    case sleep
}

package enum BodyButton: Sendable, Hashable, CaseIterable {
    case cameraControl, volumeUp, volumeDown, action
    /// The stem of an earphone.
    case headset
}

package enum ButtonPhase: Sendable, Hashable {
    case began, ended, cancelled
}

/// What a finger does on the Camera Control without pressing it fully.
package enum ButtonTouch: Sendable, Hashable {
    case lightPress, doubleLightPress
    /// The finger slid by a part of the button's length; negative is to the left.
    case slide(Float)
    /// The person turned to something else.
    case leave
}

/// What happens around a camera.
package enum SurroundingsEvent: Sendable, Hashable {
    case turned(BodyOrientation)
    /// By this many degrees clockwise, as seen by a person who looks at the screen.
    case tilted(Double)
    case interruptionsChanged
    case lockChanged(isLocked: Bool)
    case touched(ButtonTouch)
    case pressed(BodyButton, ButtonPhase)
    /// An app played a sound of the camera's.
    case played(String)
}

/// The observation ends when this object is released.
package final class SurroundingsObservation: Sendable {
    private let end: @Sendable () -> Void

    package init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
