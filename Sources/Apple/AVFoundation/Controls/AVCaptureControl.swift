import Foundation
import Locking

/// Something that a person can adjust with the Camera Control.
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

    /// Whether the person can adjust it; a control that is not enabled is shown but does not move. `true` at first.
    ///
    /// Source: Apple, AVCaptureControl.isEnabled.
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

    /// For a control that shows what is not its own: calls ``faceChanged()`` as long as they last.
    func observeFace() -> [NSKeyValueObservation] { [] }

    /// Whoever draws the control is to draw it again.
    func faceChanged() { session?.controlsChanged() }

    /// The person's finger slid over a part of the button's length: all of it is the control's whole range.
    func slide(by part: Float) {}

    /// What it shows of itself.
    var face: ControlFace { ControlFace(title: "", symbolName: "", value: "", position: 0) }
}

/// What a control shows of itself, in words and as a position from 0 to 1 on its scale.
struct ControlFace {
    var title: String
    var symbolName: String
    var value: String
    var position: Float
}
