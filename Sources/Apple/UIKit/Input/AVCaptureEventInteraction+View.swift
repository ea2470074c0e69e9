import AVKit

/// Source: Apple, AVCaptureEventInteraction.
///
/// Linux: it gets the presses while the app captures, whether it was added to a view or not.
extension AVCaptureEventInteraction: UIInteraction {
    public var view: UIView? { owner as? UIView }

    public func willMove(to view: UIView?) {}

    public func didMove(to view: UIView?) { owner = view }
}
