import Foundation
import Locking

/// A setting that a person can adjust with the Camera Control.
///
/// Linux: the button is that of the simulated phone. Source: Apple, AVCaptureControl.
public class AVCaptureControl: NSObject, @unchecked Sendable {  // subclasses keep their state in Mutexes
    private struct Attachment: @unchecked Sendable {  // the observations are only kept
        weak var session: AVCaptureSession?
        var observations: [NSKeyValueObservation] = []
    }

    private let enabled = Mutex(true)
    private let attachment = Mutex(Attachment())

    override init() {}

    /// Whether the person can adjust it; a disabled control is shown but does not move. `true` by default.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set {
            changing(\.isEnabled) { enabled.withLock { $0 = newValue } }
            faceChanged()
        }
    }

    /// The session that the control was added to.
    weak var session: AVCaptureSession? {
        get { attachment.withLock { $0.session } }
        set {
            let new = Attachment(session: newValue, observations: newValue == nil ? [] : observeFace())
            let old = attachment.withLock { attachment in
                defer { attachment = new }
                return attachment
            }
            for observation in old.observations { observation.invalidate() }
        }
    }

    /// For a control that shows a value of something else: calls ``faceChanged()`` as long as the observations live.
    func observeFace() -> [NSKeyValueObservation] { [] }

    /// Has the control redrawn.
    func faceChanged() { session?.controlsChanged() }

    /// Called when the finger slides over a part of the button; its whole length is the control's whole range.
    func slide(by part: Float) {}

    /// What the control shows.
    var face: ControlFace { ControlFace(title: "", symbolName: "", value: "", position: 0) }
}

/// What a control shows: strings, and a position from 0 to 1 on its scale.
struct ControlFace {
    var title: String
    var symbolName: String
    var value: String
    var position: Float
}
